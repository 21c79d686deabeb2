// Edits of the keywords of schemas, each in a property of a body or of a response.
import { add, type Edit, remove, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';

/** The property `tag` of a body or of a response, before and after. */
type Row = [
  name: string,
  direction: 'request' | 'response',
  before: unknown,
  edit: (tag: string) => Edit,
  level: EditCase['level'],
];

const object = { type: 'object', properties: { a: { type: 'string' } } };
const changed = (schema: unknown) => (tag: string) => set(tag, schema);

const ROWS: Row[] = [
  [
    'a required property of the values of a map',
    'request',
    { type: 'object', additionalProperties: object },
    (tag) => set(`${tag} additionalProperties required`, ['a']),
    'major',
  ],
  [
    'a property of the values of a map removed',
    'response',
    { type: 'object', additionalProperties: object },
    (tag) => remove(`${tag} additionalProperties properties a`),
    'major',
  ],
  [
    'items of an inner array may be null',
    'response',
    { type: 'array', items: { type: 'array', items: { type: 'string' } } },
    (tag) => set(`${tag} items items type`, ['string', 'null']),
    'major',
  ],
  [
    'fewer items at least',
    'response',
    { type: 'array', minItems: 3 },
    (tag) => set(`${tag} minItems`, 0),
    'major',
  ],
  [
    'items no longer unique',
    'response',
    { type: 'array', uniqueItems: true },
    (tag) => remove(`${tag} uniqueItems`),
    'major',
  ],
  [
    'items of a type',
    'request',
    { type: 'array' },
    (tag) => set(`${tag} items`, { type: 'string' }),
    'major',
  ],
  [
    'items of a position',
    'request',
    { type: 'array' },
    (tag) => set(`${tag} prefixItems`, [{ type: 'string' }]),
    'major',
  ],
  [
    'no pattern',
    'response',
    { type: 'string', pattern: '^a$' },
    (tag) => remove(`${tag} pattern`),
    'major',
  ],
  ['a pattern', 'response', { type: 'string' }, (tag) => set(`${tag} pattern`, '^a$'), 'minor'],
  [
    'a longer text',
    'response',
    { type: 'string', maxLength: 3 },
    (tag) => set(`${tag} maxLength`, 4),
    'major',
  ],
  [
    'a higher number',
    'response',
    { type: 'integer', maximum: 3 },
    (tag) => set(`${tag} maximum`, 4),
    'major',
  ],
  ['a multiple', 'request', { type: 'integer' }, (tag) => set(`${tag} multipleOf`, 2), 'major'],
  [
    'no multiple',
    'response',
    { type: 'integer', multipleOf: 2 },
    (tag) => remove(`${tag} multipleOf`),
    'major',
  ],
  [
    'an integer becomes a number',
    'response',
    { type: 'integer' },
    (tag) => set(`${tag} type`, 'number'),
    'major',
  ],
  [
    'a number becomes an integer',
    'response',
    { type: 'number' },
    (tag) => set(`${tag} type`, 'integer'),
    'minor',
  ],
  ['any type', 'response', { type: 'integer' }, (tag) => remove(`${tag} type`), 'major'],
  ['a type', 'request', { title: 'Tag' }, (tag) => set(`${tag} type`, 'string'), 'major'],
  ['null in an enum', 'response', { enum: ['a'] }, (tag) => add(`${tag} enum`, null), 'major'],
  ['no enum', 'response', { type: 'string', enum: ['a'] }, (tag) => remove(`${tag} enum`), 'major'],
  ['no enum', 'request', { type: 'string', enum: ['a'] }, (tag) => remove(`${tag} enum`), 'minor'],
  [
    'an enum instead of a constant',
    'response',
    { const: 'a' },
    changed({ enum: ['a', 'b'] }),
    'major',
  ],
  ['an enum without the constant', 'request', { const: 'a' }, changed({ enum: ['b'] }), 'major'],
  [
    'more properties at least',
    'request',
    { type: 'object' },
    (tag) => set(`${tag} minProperties`, 1),
    'major',
  ],
  ['no value', 'request', { type: 'string' }, changed(false), 'major'],
  ['any value', 'response', { type: 'string' }, changed(true), 'major'],
  [
    'null besides a reference',
    'response',
    { $ref: '#/components/schemas/PetStatus' },
    changed({ anyOf: [{ $ref: '#/components/schemas/PetStatus' }, { type: 'null' }] }),
    'major',
  ],
  [
    'another default',
    'request',
    { type: 'string', default: 'a' },
    (tag) => set(`${tag} default`, 'b'),
    'major',
  ],
  [
    'a writable property becomes required',
    'request',
    { ...object, properties: { a: { readOnly: true } } },
    changed({ ...object, required: ['a'] }),
    'major',
  ],
  [
    'a write-only property is no longer required',
    'response',
    { type: 'object', required: ['a'], properties: { a: { writeOnly: true } } },
    (tag) => remove(`${tag} required`),
    'minor',
  ],
];

export const SCHEMA_EDITS = ROWS.map(([name, direction, before, edit, level]): EditCase => {
  const tag = `components schemas ${direction === 'request' ? 'NewPet' : 'Pet'} properties tag`;
  return {
    name: `${name} in a ${direction}`,
    before: set(tag, before),
    edit: edit(tag),
    level,
    says: /\btag\b/,
  };
});
