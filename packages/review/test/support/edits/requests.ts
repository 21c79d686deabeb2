// Owns the edits of requests: parameters and bodies.

import { add, all, remove, rename, set } from '../edit.js';
import type { Case } from './case.js';

const LIST = 'paths /pets get';
const CREATE = 'paths /pets post';
const SCHEMAS = 'components schemas';
const LIMIT = 'components parameters Limit';

export const REQUESTS: Case[] = [
  {
    name: 'a page may be larger',
    edit: set(`${LIMIT} schema maximum`, 200),
    level: 'minor',
    says: /`maximum` changed from 100 to 200/,
  },
  {
    name: 'a page may only be smaller',
    edit: set(`${LIMIT} schema maximum`, 50),
    level: 'major',
    says: /limit .*<= 50/,
  },
  {
    name: 'a page has a higher minimum',
    edit: set(`${LIMIT} schema minimum`, 2),
    level: 'major',
    says: />= 2/,
  },
  {
    name: 'another default',
    edit: set(`${LIMIT} schema default`, 10),
    level: 'major',
    says: /`default` changed from 20 to 10/,
  },
  {
    name: 'a default where there was none',
    edit: set(`${SCHEMAS} PetStatus default`, 'available'),
    level: 'major',
    says: /`default`/,
  },
  {
    name: 'another type of parameter',
    edit: set(`${LIMIT} schema type`, 'string'),
    level: 'major',
    says: /limit › schema: Type changed from 'integer' to 'string'/,
  },
  {
    name: 'a parameter removed',
    edit: remove(`${LIST} parameters 0`),
    level: 'major',
    says: /`limit` query parameter was removed/,
  },
  {
    name: 'a parameter renamed',
    edit: set(`${LIMIT} name`, 'count'),
    level: 'major',
    says: /`limit` query parameter was renamed to `count`/,
  },
  {
    name: 'a path parameter renamed',
    edit: all(
      rename('paths /pets/{petId}', '/pets/{id}'),
      set('paths /pets/{id} get parameters 0 name', 'id'),
    ),
    level: 'major',
    says: /petId.*id/,
  },
  {
    name: 'an optional parameter',
    edit: add(`${LIST} parameters`, { name: 'q', in: 'query', schema: { type: 'string' } }),
    level: 'minor',
    says: /q: added/,
  },
  {
    name: 'a required parameter',
    edit: add(`${LIST} parameters`, {
      name: 'q',
      in: 'query',
      required: true,
      schema: { type: 'string' },
    }),
    level: 'major',
    says: /Required `q`/,
  },
  {
    name: 'a parameter becomes required',
    edit: set(`${LIST} parameters 1 required`, true),
    level: 'major',
    says: /`status` query parameter became required/,
  },
  {
    name: 'a parameter moves to a header',
    edit: set(`${LIST} parameters 1 in`, 'header'),
    level: 'major',
    says: /now a header parameter/,
  },
  {
    name: 'a pattern for a parameter',
    edit: set('components parameters Cursor schema pattern', '^[a-z]+$'),
    level: 'major',
    says: /cursor › schema: `pattern` was set/,
  },
  {
    name: 'a body property becomes required',
    edit: set(`${SCHEMAS} NewPet required`, ['name', 'categoryId', 'status']),
    level: 'major',
    says: /became required: `status`/,
  },
  {
    name: 'a body property becomes optional',
    edit: set(`${SCHEMAS} NewPet required`, ['name']),
    level: 'minor',
    says: /`required` changed/,
  },
  {
    name: 'an optional body property',
    edit: set(`${SCHEMAS} NewPet properties colour`, { type: 'string' }),
    level: 'minor',
    says: /colour: added/,
  },
  {
    name: 'a body property removed',
    edit: remove(`${SCHEMAS} NewPet properties status`),
    level: 'major',
    says: /`status` of `NewPet` was removed/,
  },
  {
    name: 'the body becomes optional',
    edit: set(`${CREATE} requestBody required`, false),
    level: 'minor',
    says: /`required` changed from true to false/,
  },
  {
    name: 'a body of any property',
    edit: remove(`${SCHEMAS} NewPet additionalProperties`),
    level: 'minor',
    says: /`additionalProperties` removed; it was false/,
  },
  {
    name: 'another media type',
    edit: rename(`${CREATE} requestBody content application/json`, 'application/xml'),
    level: 'major',
    says: /`application\/json`/,
  },
  {
    name: 'a shorter name',
    edit: set(`${SCHEMAS} PetName maxLength`, 30),
    level: 'major',
    says: /`maxLength` of `name` changed from '255' to '30'/,
  },
  {
    name: 'identifiers of 32 bits',
    edit: set(`${SCHEMAS} Int64 format`, 'int32'),
    level: 'major',
    says: /`format` of `Int64` changed from 'int64' to 'int32'/,
  },
  {
    name: 'no Idempotency-Key',
    edit: remove(`${CREATE} parameters`),
    level: 'major',
    says: /parameters were removed/,
  },
  {
    name: 'a body property called security, required',
    edit: all(
      set(`${SCHEMAS} NewPet properties security`, { type: 'string' }),
      set(`${SCHEMAS} NewPet required`, ['name', 'categoryId', 'security']),
    ),
    level: 'major',
    says: /became required: `security`/,
  },
  {
    name: 'an optional body property called security',
    edit: set(`${SCHEMAS} NewPet properties security`, { type: 'string' }),
    level: 'minor',
    says: /properties › security: added/,
  },
  {
    name: 'a required parameter where there was none',
    before: remove(`${LIST} parameters`),
    edit: set(`${LIST} parameters`, [
      { name: 'q', in: 'query', required: true, schema: { type: 'string' } },
    ]),
    level: 'major',
    says: /GET \/pets › parameters.*: (?:added|Required)/,
  },
  {
    name: 'an optional parameter for a whole path',
    edit: set('paths /pets/{petId} parameters', [
      { name: 'q', in: 'query', schema: { type: 'string' } },
    ]),
    level: 'minor',
    says: /^\/pets\/\{petId\} › parameters: added\.$/,
  },
  {
    name: 'a body where there was none',
    edit: set(`${LIST} requestBody`, {
      required: true,
      content: { 'application/json': { schema: { type: 'object' } } },
    }),
    level: 'major',
    says: /requestBody: added/,
  },
  {
    name: 'a body no longer looked at',
    edit: remove(`${CREATE} requestBody content application/json schema`),
    level: 'major',
    says: /application\/json › schema: removed/,
  },
  {
    name: 'a body looked at from now on',
    before: remove(`${CREATE} requestBody content application/json schema`),
    edit: set(`${CREATE} requestBody content application/json schema`, { type: 'object' }),
    level: 'major',
    says: /application\/json › schema: added/,
  },
  {
    name: 'availabilities in another order',
    edit: set(`${SCHEMAS} PetStatus enum`, ['sold', 'pending', 'available']),
    level: 'patch',
    says: /`enum` changed/,
    why: /order/,
    never: /admitted/,
  },
  {
    name: 'another type of parameter, for good',
    edit: set('components parameters Cursor schema type', 'integer'),
    level: 'major',
    says: /cursor › schema: Type changed from 'string' to 'integer'\.$/m,
    never: /widened|narrowed/,
  },
  {
    name: 'another type in both directions',
    edit: set(`${SCHEMAS} PetName type`, 'integer'),
    level: 'major',
    says: /Type of `name` changed from 'string' to 'integer'\.$/m,
    never: /widened|narrowed/,
  },
  {
    name: 'a body with names by pattern',
    edit: set(`${SCHEMAS} NewPet patternProperties`, { '^x': { type: 'string' } }),
    level: 'major',
    says: /patternProperties: added/,
  },
  {
    name: 'a body with names of one form',
    edit: set(`${SCHEMAS} NewPet propertyNames`, { pattern: '^[a-z]+$' }),
    level: 'major',
    says: /propertyNames/,
  },
  {
    name: 'a body with a condition',
    edit: set(`${SCHEMAS} NewPet if`, { required: ['status'] }),
    level: 'major',
    says: /if: added/,
  },
  {
    name: 'a body with something that it must not be',
    edit: set(`${SCHEMAS} NewPet not`, { required: ['status'] }),
    level: 'major',
    says: /not/,
  },
  {
    name: 'a body with a property that asks for another',
    edit: set(`${SCHEMAS} NewPet dependentRequired`, { status: ['name'] }),
    level: 'major',
    says: /dependentRequired/,
  },
  {
    name: 'a body that must be there',
    before: remove(`${CREATE} requestBody required`),
    edit: set(`${CREATE} requestBody required`, true),
    level: 'major',
    says: /Request body became required/,
  },
];
