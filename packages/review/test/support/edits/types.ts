// Edits of schema names, of which the SDK exports some as types.
import { all, remove, rename, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';

const SCHEMAS = 'components schemas';

/** A schema that only getPet uses. */
const ownSchema = all(
  set(`${SCHEMAS} Animal`, { type: 'object' }),
  set('paths /pets/{petId} get responses 200 content application/json schema', {
    $ref: '#/components/schemas/Animal',
  }),
);

export const TYPES: EditCase[] = [
  {
    name: 'a pattern written in another way',
    edit: set(`${SCHEMAS} PetName pattern`, '^[^\\p{Cc}]*$'),
    wire: 'none',
    source: 'patch',
    says: /`pattern` was rewritten; it matches the same texts/,
  },
  {
    name: 'a pattern that matches one more character',
    edit: set(`${SCHEMAS} PetName pattern`, '^[^\\x00-\\x1f\\x7f-\\x9e]*$'),
    wire: 'major',
    source: 'patch',
    says: /`pattern` of `name` changed/,
  },
  {
    name: 'a type of the SDK renamed',
    edit: all(
      rename(`${SCHEMAS} ErrorDetail`, 'Fault'),
      set(`${SCHEMAS} Error properties details items $ref`, '#/components/schemas/Fault'),
    ),
    wire: 'none',
    source: 'major',
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
    wire: 'none',
    source: 'major',
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
    wire: 'major',
    source: 'major',
    says: /the schema `ErrorDetail` no longer exists/,
  },
  {
    name: 'a schema of a property renamed',
    edit: all(
      rename(`${SCHEMAS} PetName`, 'Name'),
      set(`${SCHEMAS} NewPet properties name $ref`, '#/components/schemas/Name'),
      set(`${SCHEMAS} Pet properties name $ref`, '#/components/schemas/Name'),
    ),
    wire: 'none',
    source: 'major',
    says: /the schema `PetName` no longer exists\. It is called `Name` now/,
  },
  {
    name: 'a schema of an experimental operation renamed',
    edit: all(
      rename(`${SCHEMAS} Order`, 'Purchase'),
      set(`${SCHEMAS} Orders items $ref`, '#/components/schemas/Purchase'),
    ),
    wire: 'none',
    source: 'minor',
    says: /the schema `Order` no longer exists/,
    why: /listOrders is experimental/,
  },
  {
    name: 'an unused schema removed',
    before: set(`${SCHEMAS} Lost`, { type: 'string' }),
    edit: remove(`${SCHEMAS} Lost`),
    wire: 'none',
    source: 'patch',
    says: /Lost: removed/,
  },
  {
    name: 'the schema of an operation removed with it on the day of its sunset',
    before: ownSchema,
    edit: all(remove('paths /pets/{petId}'), remove(`${SCHEMAS} Animal`)),
    today: '2030-12-05',
    wire: 'minor',
    source: 'minor',
    says: /`Animal` no longer exists/,
    why: /The sunset of each operation that used it has passed/,
  },
  {
    name: 'the schema of an operation removed with it before its sunset',
    before: ownSchema,
    edit: all(remove('paths /pets/{petId}'), remove(`${SCHEMAS} Animal`)),
    today: '2030-12-04',
    wire: 'major',
    source: 'major',
    says: /`Animal` no longer exists/,
  },
];
