// Edits of request bodies.
import { all, remove, rename, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';

const LIST = 'paths /pets get';
const CREATE = 'paths /pets post';
const SCHEMAS = 'components schemas';

export const REQUEST_BODIES: EditCase[] = [
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
    name: 'a body with additional properties',
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
    name: 'int64 identifiers become int32',
    edit: set(`${SCHEMAS} Int64 format`, 'int32'),
    level: 'major',
    says: /`format` of `Int64` changed from 'int64' to 'int32'/,
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
    name: 'an added body',
    edit: set(`${LIST} requestBody`, {
      required: true,
      content: { 'application/json': { schema: { type: 'object' } } },
    }),
    level: 'major',
    says: /requestBody: added/,
  },
  {
    name: 'a body no longer validated',
    edit: remove(`${CREATE} requestBody content application/json schema`),
    level: 'major',
    says: /application\/json › schema: removed/,
  },
  {
    name: 'a body validated from now on',
    before: remove(`${CREATE} requestBody content application/json schema`),
    edit: set(`${CREATE} requestBody content application/json schema`, { type: 'object' }),
    level: 'major',
    says: /application\/json › schema: added/,
  },
  {
    name: 'an unrelated type in requests and responses',
    edit: set(`${SCHEMAS} PetName type`, 'integer'),
    level: 'major',
    says: /Type of `name` changed from 'string' to 'integer'\.$/m,
    never: /widened|narrowed/,
  },
  {
    name: 'a body with patternProperties',
    edit: set(`${SCHEMAS} NewPet patternProperties`, { '^x': { type: 'string' } }),
    level: 'major',
    says: /patternProperties: added/,
  },
  {
    name: 'a body with propertyNames',
    edit: set(`${SCHEMAS} NewPet propertyNames`, { pattern: '^[a-z]+$' }),
    level: 'major',
    says: /propertyNames/,
  },
  {
    name: 'a body with if',
    edit: set(`${SCHEMAS} NewPet if`, { required: ['status'] }),
    level: 'major',
    says: /if: added/,
  },
  {
    name: 'a body with not',
    edit: set(`${SCHEMAS} NewPet not`, { required: ['status'] }),
    level: 'major',
    says: /not/,
  },
  {
    name: 'a body with dependentRequired',
    edit: set(`${SCHEMAS} NewPet dependentRequired`, { status: ['name'] }),
    level: 'major',
    says: /dependentRequired/,
  },
  {
    name: 'a body becomes required',
    before: remove(`${CREATE} requestBody required`),
    edit: set(`${CREATE} requestBody required`, true),
    level: 'major',
    says: /Request body became required/,
  },
];
