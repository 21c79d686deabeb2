// Refactors: edits after which the contract means the same. None is rated above patch.
import { parseDocument } from 'yaml';
import { add, all, type Edit, remove, rename, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';
import { BODY, REPLY, SCHEMAS } from './parts.js';

const LIST = 'paths /pets get';
const CREATE = 'paths /pets post';
const ITEM = 'paths /pets/{petId}';

/** One schema, written in two ways. Requests and responses have it as the property `tag`. */
type Spelling = [name: string, before: object, after: object];

const STATUS = { $ref: '#/components/schemas/PetStatus' };
const NAME = { $ref: '#/components/schemas/PetName' };
const text = { type: 'string' };
const whole = { type: 'integer' };
const nothing = { type: 'null' };
const object = (names: string[], rest: object = {}) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, text])),
  ...rest,
});
const kinds = (...names: string[]) =>
  names.map((kind) => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: kind } },
  }));

const SPELLINGS: Spelling[] = [
  ['a constant as an enum of one value', { const: 'a' }, { enum: ['a'] }],
  ['an enum of one value as a constant', { ...text, enum: ['a'] }, { ...text, const: 'a' }],
  ['an enum with the type of its values', { enum: ['a', 'b'] }, { ...text, enum: ['a', 'b'] }],
  ['an enum in another order', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }],
  ['a type as a list of one', text, { type: ['string'] }],
  ['types in another order', { type: ['null', 'string'] }, { type: ['string', 'null'] }],
  ['integer beside number', { type: ['integer', 'number'] }, { type: 'number' }],
  ['an exclusive maximum of integers', { ...whole, exclusiveMaximum: 9 }, { ...whole, maximum: 8 }],
  ['an exclusive minimum of integers', { ...whole, minimum: 1 }, { ...whole, exclusiveMinimum: 0 }],
  ['a maximum between integers', { ...whole, maximum: 8.5 }, { ...whole, maximum: 8 }],
  ['two maxima', { ...whole, maximum: 9, exclusiveMaximum: 9 }, { ...whole, maximum: 8 }],
  ['integers as multiples of 1', { ...whole, multipleOf: 1 }, whole],
  ['allOf of one reference', { allOf: [STATUS] }, STATUS],
  ['a reference in allOf', NAME, { allOf: [NAME] }],
  ['a reference in allOf with a title', NAME, { title: 'Tag', allOf: [NAME] }],
  ['allOf of two objects merged', { allOf: [object(['a']), object(['b'])] }, object(['a', 'b'])],
  [
    'an object split into allOf',
    object(['a', 'b'], { required: ['a', 'b'] }),
    { allOf: [object(['a'], { required: ['a'] }), object(['b'], { required: ['b'] })] },
  ],
  [
    'bounds split into allOf',
    { ...text, minLength: 1, maxLength: 9 },
    { ...text, minLength: 1, allOf: [{ maxLength: 9 }] },
  ],
  [
    'nested allOf flattened',
    { allOf: [{ allOf: [object(['a'])] }, object(['b'])] },
    { allOf: [object(['a']), object(['b'])] },
  ],
  ['anyOf with null as types', { anyOf: [text, nothing] }, { type: ['string', 'null'] }],
  ['types as oneOf with null', { type: ['string', 'null'] }, { oneOf: [nothing, text] }],
  [
    'a nullable reference written out',
    { anyOf: [STATUS, nothing] },
    { type: ['string', 'null'], enum: ['available', 'pending', 'sold', null] },
  ],
  [
    'oneOf of constants as an enum',
    { oneOf: [{ const: 'a' }, { const: 'b' }] },
    { enum: ['a', 'b'] },
  ],
  [
    'anyOf of enums as an enum',
    { anyOf: [{ enum: ['a'] }, { enum: ['b'] }] },
    { enum: ['a', 'b'] },
  ],
  [
    'anyOf of two types as types',
    { anyOf: [{ ...text, maxLength: 9 }, whole] },
    { type: ['string', 'integer'], maxLength: 9 },
  ],
  ['oneOf of one branch', { oneOf: [object(['a'])] }, object(['a'])],
  ['oneOf as anyOf of disjoint branches', { oneOf: kinds('a', 'b') }, { anyOf: kinds('a', 'b') }],
  ['anyOf as oneOf of disjoint branches', { anyOf: kinds('a', 'b') }, { oneOf: kinds('a', 'b') }],
  ['branches in another order', { oneOf: kinds('a', 'b') }, { oneOf: kinds('b', 'a') }],
  ['defaults of a text written out', text, { ...text, minLength: 0, readOnly: false }],
  [
    'defaults of an object written out',
    object(['a']),
    object(['a'], { required: [], additionalProperties: true, minProperties: 0 }),
  ],
  [
    'defaults of an array written out',
    { type: 'array' },
    { type: 'array', items: {}, minItems: 0, uniqueItems: false },
  ],
  [
    'unevaluatedProperties of a plain object',
    object(['a'], { unevaluatedProperties: false }),
    object(['a'], { additionalProperties: false }),
  ],
  [
    'a closed allOf as a closed object',
    { allOf: [object(['a']), object(['b'])], unevaluatedProperties: false },
    object(['a', 'b'], { additionalProperties: false }),
  ],
  [
    'names in required in another order',
    object(['a', 'b'], { required: ['a', 'b'] }),
    object(['a', 'b'], { required: ['b', 'a'] }),
  ],
  ['not deprecated, written out', text, { ...text, deprecated: false }],
];

const tag = (schema: object): Edit =>
  all(
    set(`${SCHEMAS} NewPet properties tag`, schema),
    set(`${SCHEMAS} Pet properties tag`, schema),
  );

const LIMIT = { $ref: '#/components/parameters/Limit' };
const petId = {
  name: 'petId',
  in: 'path',
  required: true,
  description: 'Identifier of the animal to retrieve.',
  schema: { $ref: '#/components/schemas/Int64' },
  example: 1,
};

/** Copies what stands at `from` to `to`. */
const copy =
  (from: string, to: string): Edit =>
  (contract) =>
    contract.setIn(
      to.split(' '),
      parseDocument(String(contract.getIn(from.split(' '), true))).contents,
    );

/** Edits besides those of one schema. */
const MOVES: { name: string; before?: Edit; edit: Edit; says?: RegExp }[] = [
  {
    name: 'a parameter hoisted to its path',
    edit: all(remove(`${ITEM} get parameters`), set(`${ITEM} parameters`, [petId])),
  },
  {
    name: 'a parameter of a path moved to its operation',
    before: all(remove(`${ITEM} get parameters`), set(`${ITEM} parameters`, [petId])),
    edit: all(remove(`${ITEM} parameters`), set(`${ITEM} get parameters`, [petId])),
  },
  {
    name: 'a parameter moved to the components',
    edit: all(
      set('components parameters PetId', petId),
      set(`${ITEM} get parameters`, [{ $ref: '#/components/parameters/PetId' }]),
    ),
  },
  {
    name: 'a parameter inlined',
    edit: set(`${LIST} parameters 0`, {
      name: 'limit',
      in: 'query',
      description: 'The most items to return in one page.',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      example: 20,
    }),
  },
  {
    name: 'parameters in another order',
    edit: all(remove(`${LIST} parameters 0`), add(`${LIST} parameters`, LIMIT)),
  },
  {
    name: 'the defaults of a parameter written out',
    edit: all(
      set('components parameters Limit required', false),
      set('components parameters Limit style', 'form'),
      set('components parameters Limit explode', true),
    ),
  },
  {
    name: 'a header parameter in another case',
    edit: set(`${CREATE} parameters 0 name`, 'idempotency-key'),
  },
  {
    name: 'a response header in another case',
    edit: rename(`${CREATE} responses 201 headers X-Request-Id`, 'x-request-id'),
  },
  {
    name: 'a media type in another case',
    edit: rename(`${CREATE} responses 201 content application/json`, 'Application/JSON'),
  },
  {
    name: 'a response inlined',
    edit: copy('components responses NotFound', `${ITEM} get responses 404`),
  },
  {
    name: 'a header inlined',
    edit: copy('components headers X-Request-Id', `${ITEM} get responses 200 headers X-Request-Id`),
  },
  {
    name: 'a request body moved to the components',
    edit: all(
      set('components requestBodies', {}),
      copy(`${CREATE} requestBody`, 'components requestBodies Animal'),
      set(`${CREATE} requestBody`, { $ref: '#/components/requestBodies/Animal' }),
    ),
  },
  {
    name: 'a schema of a body moved to the components',
    before: set(BODY, object(['a'])),
    edit: all(
      set(`${SCHEMAS} Body`, object(['a'])),
      set(BODY, { $ref: '#/components/schemas/Body' }),
    ),
  },
  {
    name: 'a schema of a property moved to the components, its description beside the reference',
    edit: all(
      copy(`${SCHEMAS} Order properties quantity`, `${SCHEMAS} Quantity`),
      remove(`${SCHEMAS} Quantity description`),
      set(`${SCHEMAS} Order properties quantity`, {
        description: 'How many are ordered.',
        $ref: '#/components/schemas/Quantity',
      }),
    ),
  },
  {
    name: 'a second name of a schema',
    edit: all(
      set(`${SCHEMAS} Animal`, { $ref: '#/components/schemas/Pet' }),
      set(REPLY, { $ref: '#/components/schemas/Animal' }),
    ),
  },
  {
    name: 'a recursive schema in allOf',
    before: all(
      set(`${SCHEMAS} Tree`, {
        type: 'object',
        properties: { child: { $ref: '#/components/schemas/Tree' } },
      }),
      set(BODY, { $ref: '#/components/schemas/Tree' }),
    ),
    edit: set(`${SCHEMAS} Tree properties child`, {
      allOf: [{ $ref: '#/components/schemas/Tree' }],
    }),
  },
];

export const REFACTORS: EditCase[] = [
  ...SPELLINGS.map(
    ([name, before, after]): EditCase => ({
      name,
      before: tag(before),
      edit: tag(after),
      wire: 'none',
      source: 'patch',
      says: /rewritten|`title` added/,
      why: /means the same|does not affect/,
    }),
  ),
  ...MOVES.map(
    ({ says = /rewritten|added\./, ...row }): EditCase => ({
      ...row,
      wire: 'none',
      source: 'patch',
      says,
    }),
  ),
];
