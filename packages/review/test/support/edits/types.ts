// Edits of schema names, of which the SDK exports some as types.
import { all, remove, rename, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';

const SCHEMAS = 'components schemas';

export const TYPES: EditCase[] = [
  {
    name: 'a pattern written in another way',
    edit: set(`${SCHEMAS} PetName pattern`, '^[^\\p{Cc}]*$'),
    level: 'patch',
    says: /`pattern` was rewritten; it matches the same texts/,
  },
  {
    name: 'a pattern that matches one more character',
    edit: set(`${SCHEMAS} PetName pattern`, '^[^\\x00-\\x1f\\x7f-\\x9e]*$'),
    level: 'major',
    says: /`pattern` of `name` changed/,
  },
  {
    name: 'a type of the SDK renamed',
    edit: all(
      rename(`${SCHEMAS} ErrorDetail`, 'Fault'),
      set(`${SCHEMAS} Error properties details items $ref`, '#/components/schemas/Fault'),
    ),
    level: 'major',
    says: /the schema `ErrorDetail` no longer exists/,
    why: /The SDK exports a type/,
  },
  {
    name: 'an enum type of the SDK renamed',
    edit: all(
      rename(`${SCHEMAS} PetStatus`, 'Availability'),
      set('paths /pets get parameters 1 schema $ref', '#/components/schemas/Availability'),
      set(`${SCHEMAS} NewPet properties status $ref`, '#/components/schemas/Availability'),
      set(`${SCHEMAS} Pet properties status $ref`, '#/components/schemas/Availability'),
    ),
    level: 'major',
    says: /the schema `PetStatus` no longer exists/,
  },
  {
    name: 'a type of the SDK inlined',
    edit: all(
      remove(`${SCHEMAS} ErrorDetail`),
      set(`${SCHEMAS} Error properties details items`, {
        type: 'object',
        required: ['in', 'path', 'message'],
        additionalProperties: false,
        properties: {
          in: { type: 'string', enum: ['body', 'query', 'path', 'header'] },
          path: { type: 'string' },
          message: { type: 'string' },
        },
      }),
    ),
    level: 'major',
    says: /the schema `ErrorDetail` no longer exists/,
  },
  {
    name: 'a schema of a property renamed',
    edit: all(
      rename(`${SCHEMAS} PetName`, 'Name'),
      set(`${SCHEMAS} NewPet properties name $ref`, '#/components/schemas/Name'),
      set(`${SCHEMAS} Pet properties name $ref`, '#/components/schemas/Name'),
    ),
    level: 'major',
    says: /the schema `PetName` no longer exists/,
  },
  {
    name: 'a schema of an experimental operation renamed',
    edit: all(
      rename(`${SCHEMAS} Order`, 'Purchase'),
      set(`${SCHEMAS} Orders items $ref`, '#/components/schemas/Purchase'),
    ),
    level: 'minor',
    says: /the schema `Order` no longer exists/,
    why: /listOrders is experimental/,
  },
  {
    name: 'an unused schema removed',
    before: set(`${SCHEMAS} Lost`, { type: 'string' }),
    edit: remove(`${SCHEMAS} Lost`),
    level: 'patch',
    says: /Lost: removed/,
  },
];
