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
    wire: 'major',
    source: 'major',
    says: /became required: `status`/,
  },
  {
    name: 'a body property becomes optional',
    edit: set(`${SCHEMAS} NewPet required`, ['name']),
    wire: 'minor',
    source: 'minor',
    says: /`required` changed/,
  },
  {
    name: 'an optional body property',
    edit: set(`${SCHEMAS} NewPet properties colour`, { type: 'string' }),
    wire: 'minor',
    source: 'minor',
    says: /colour: added/,
  },
  {
    name: 'a body property removed',
    edit: remove(`${SCHEMAS} NewPet properties status`),
    wire: 'major',
    source: 'major',
    says: /`status` of `NewPet` was removed/,
  },
  {
    name: 'the body becomes optional',
    edit: set(`${CREATE} requestBody required`, false),
    wire: 'minor',
    source: 'minor',
    says: /`required` removed/,
  },
  {
    name: 'a body with additional properties',
    edit: remove(`${SCHEMAS} NewPet additionalProperties`),
    wire: 'minor',
    source: 'minor',
    says: /`additionalProperties` removed; it was false/,
  },
  {
    name: 'another media type',
    edit: rename(`${CREATE} requestBody content application/json`, 'application/xml'),
    wire: 'major',
    source: 'major',
    says: /`application\/json`/,
  },
  {
    name: 'a shorter name',
    edit: set(`${SCHEMAS} PetName maxLength`, 30),
    wire: 'major',
    source: 'patch',
    says: /`maxLength` of `name` changed from '255' to '30'/,
  },
  {
    name: 'int64 identifiers become int32',
    edit: set(`${SCHEMAS} Int64 format`, 'int32'),
    wire: 'major',
    source: 'major',
    says: /`format` of `Int64` changed from 'int64' to 'int32'/,
  },
  {
    name: 'a body property called security, required',
    edit: all(
      set(`${SCHEMAS} NewPet properties security`, { type: 'string' }),
      set(`${SCHEMAS} NewPet required`, ['name', 'categoryId', 'security']),
    ),
    wire: 'major',
    source: 'major',
    says: /became required: `security`/,
  },
  {
    name: 'an optional body property called security',
    edit: set(`${SCHEMAS} NewPet properties security`, { type: 'string' }),
    wire: 'minor',
    source: 'minor',
    says: /properties › security: added/,
  },
  {
    name: 'an added body',
    edit: set(`${LIST} requestBody`, {
      required: true,
      content: { 'application/json': { schema: { type: 'object' } } },
    }),
    wire: 'major',
    source: 'major',
    says: /requestBody: added/,
  },
  {
    name: 'a body no longer validated',
    edit: remove(`${CREATE} requestBody content application/json schema`),
    wire: 'major',
    source: 'major',
    says: /application\/json › schema: removed/,
  },
  {
    name: 'a body validated from now on',
    before: remove(`${CREATE} requestBody content application/json schema`),
    edit: set(`${CREATE} requestBody content application/json schema`, { type: 'object' }),
    wire: 'major',
    source: 'major',
    says: /application\/json › schema: added/,
  },
  {
    name: 'an unrelated type in requests and responses',
    edit: set(`${SCHEMAS} PetName type`, 'integer'),
    wire: 'major',
    source: 'major',
    says: /Type of `name` changed from 'string' to 'integer'\.$/m,
    never: /widened|narrowed/,
  },
  {
    name: 'a body with patternProperties',
    edit: set(`${SCHEMAS} NewPet patternProperties`, { '^x': { type: 'string' } }),
    wire: 'major',
    source: 'major',
    says: /patternProperties: added/,
  },
  {
    name: 'a body with propertyNames',
    edit: set(`${SCHEMAS} NewPet propertyNames`, { pattern: '^[a-z]+$' }),
    wire: 'major',
    source: 'major',
    says: /propertyNames/,
  },
  {
    name: 'a body with if',
    edit: set(`${SCHEMAS} NewPet if`, { required: ['status'] }),
    wire: 'major',
    source: 'major',
    says: /if: added/,
  },
  {
    name: 'a body with not',
    edit: set(`${SCHEMAS} NewPet not`, { required: ['status'] }),
    wire: 'major',
    source: 'major',
    says: /not/,
  },
  {
    name: 'a body with dependentRequired',
    edit: set(`${SCHEMAS} NewPet dependentRequired`, { status: ['name'] }),
    wire: 'major',
    source: 'major',
    says: /dependentRequired/,
  },
  {
    name: 'a body becomes required',
    before: remove(`${CREATE} requestBody required`),
    edit: set(`${CREATE} requestBody required`, true),
    wire: 'major',
    source: 'major',
    says: /Request body became required/,
  },
];
