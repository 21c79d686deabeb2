// Edits that are harmless in one direction only, and breaking changes of the SDK's surface that the wire does not show.
import { add, all, type Edit, remove, set } from '../edit-contract.js';
import type { EditCase } from './edit-case.js';
import { BIRD, BODY, composed, REPLY, SCHEMAS } from './parts.js';

type Row = [
  name: string,
  before: object,
  after: object,
  inRequest: [wire: EditCase['wire'], source: EditCase['source']],
  inResponse: [wire: EditCase['wire'], source: EditCase['source']],
];

const text = { type: 'string' };
const whole = { type: 'integer' };
const cat = { $ref: '#/components/schemas/Cat' };
const dog = { $ref: '#/components/schemas/Dog' };
const object = (names: string[], rest: object = {}) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, text])),
  ...rest,
});

/** A schema before and after, and the ratings by direction. */
const ROWS: Row[] = [
  [
    'a multiple of 4 to one of 2',
    { ...whole, multipleOf: 4 },
    { ...whole, multipleOf: 2 },
    ['minor', 'patch'],
    ['major', 'patch'],
  ],
  [
    'a multiple of 2 to one of 4',
    { ...whole, multipleOf: 2 },
    { ...whole, multipleOf: 4 },
    ['major', 'patch'],
    ['minor', 'patch'],
  ],
  [
    'a multiple of 3 to one of 4',
    { ...whole, multipleOf: 3 },
    { ...whole, multipleOf: 4 },
    ['major', 'patch'],
    ['major', 'patch'],
  ],
  [
    'an exclusive maximum of 9 to a maximum of 9',
    { ...whole, exclusiveMaximum: 9 },
    { ...whole, maximum: 9 },
    ['minor', 'patch'],
    ['major', 'patch'],
  ],
  ['a pattern dropped', { ...text, pattern: '^a' }, text, ['minor', 'patch'], ['major', 'patch']],
  ['a format dropped', { ...text, format: 'date' }, text, ['minor', 'patch'], ['major', 'patch']],
  [
    'items dropped',
    { type: 'array', items: text },
    { type: 'array' },
    ['minor', 'minor'],
    ['major', 'major'],
  ],
  [
    'a value of an enum dropped',
    { enum: ['a', 'b'] },
    { enum: ['a'] },
    ['major', 'major'],
    ['minor', 'major'],
  ],
  [
    'a value of an enum added',
    { enum: ['a'] },
    { enum: ['a', 'b'] },
    ['minor', 'minor'],
    ['major', 'major'],
  ],
  [
    'a constant as an enum with more values',
    { const: 'a' },
    { enum: ['a', 'b'] },
    ['minor', 'minor'],
    ['major', 'major'],
  ],
  [
    'a schema as a branch besides another',
    cat,
    { oneOf: [cat, dog] },
    ['minor', 'minor'],
    ['major', 'major'],
  ],
  [
    'one of two branches on its own',
    { anyOf: [cat, dog] },
    dog,
    ['major', 'major'],
    ['minor', 'major'],
  ],
  [
    'null besides a reference',
    { $ref: '#/components/schemas/PetStatus' },
    { anyOf: [{ $ref: '#/components/schemas/PetStatus' }, { type: 'null' }] },
    ['minor', 'minor'],
    ['major', 'major'],
  ],
  [
    'a type dropped from a list',
    { type: ['string', 'integer'] },
    text,
    ['major', 'major'],
    ['minor', 'minor'],
  ],
  [
    'a conjunct of bounds dropped',
    { ...text, allOf: [{ maxLength: 9 }] },
    text,
    ['minor', 'patch'],
    ['major', 'patch'],
  ],
  [
    'a conjunct of required names dropped',
    { ...object(['a']), allOf: [{ required: ['a'] }] },
    object(['a']),
    ['minor', 'minor'],
    ['major', 'major'],
  ],
  [
    'a conjunct of required names added',
    object(['a']),
    { ...object(['a']), allOf: [{ required: ['a'] }] },
    ['major', 'major'],
    ['minor', 'minor'],
  ],
  [
    'oneOf of branches that overlap as anyOf',
    { oneOf: [object(['a']), object(['b'])] },
    { anyOf: [object(['a']), object(['b'])] },
    ['minor', 'minor'],
    ['major', 'major'],
  ],
  [
    'anyOf of branches that overlap as oneOf',
    { anyOf: [object(['a']), object(['b'])] },
    { oneOf: [object(['a']), object(['b'])] },
    ['major', 'major'],
    ['minor', 'minor'],
  ],
  [
    'fewer items at most',
    { type: 'array', maxItems: 9 },
    { type: 'array', maxItems: 5 },
    ['major', 'patch'],
    ['minor', 'patch'],
  ],
  [
    'unique items',
    { type: 'array' },
    { type: 'array', uniqueItems: true },
    ['major', 'patch'],
    ['minor', 'patch'],
  ],
  [
    'a closed object opened',
    object(['a'], { additionalProperties: false }),
    object(['a']),
    ['minor', 'minor'],
    ['minor', 'minor'],
  ],
  [
    'an open object closed',
    object(['a']),
    object(['a'], { additionalProperties: false }),
    ['major', 'major'],
    ['minor', 'minor'],
  ],
  [
    'a property of a closed object dropped',
    object(['a', 'b'], { additionalProperties: false }),
    object(['a'], { additionalProperties: false }),
    ['major', 'major'],
    ['minor', 'major'],
  ],
  [
    'a required property of a closed object dropped',
    object(['a', 'b'], { additionalProperties: false, required: ['b'] }),
    object(['a'], { additionalProperties: false }),
    ['major', 'major'],
    ['major', 'major'],
  ],
  [
    'int32 to int64',
    { ...whole, format: 'int32' },
    { ...whole, format: 'int64' },
    ['minor', 'major'],
    ['major', 'major'],
  ],
  ['a default', text, { ...text, default: 'a' }, ['major', 'patch'], ['none', 'patch']],
  ['read-only', text, { ...text, readOnly: true }, ['major', 'major'], ['none', 'patch']],
  ['write-only', text, { ...text, writeOnly: true }, ['none', 'patch'], ['major', 'major']],
];

const variants: Edit = all(
  ...['Cat', 'Dog'].map((name) =>
    set(`${SCHEMAS} ${name}`, {
      type: 'object',
      required: ['kind'],
      properties: { kind: { const: name } },
    }),
  ),
);

const inDirections = ([name, before, after, ...ratings]: Row): EditCase[] =>
  (['NewPet', 'Pet'] as const).map((schema, index) => {
    const [wire, source] = ratings[index] ?? ['none', 'none'];
    const tag = `${SCHEMAS} ${schema} properties tag`;
    return {
      name: `${name}, in a ${schema === 'Pet' ? 'response' : 'request'}`,
      before: all(variants, set(tag, before)),
      edit: set(tag, after),
      wire,
      source,
      says: /\btag\b/,
    };
  });

const discriminator = {
  propertyName: 'kind',
  mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
};
/** Two schemas with a property of any text, which a body may have. */
const loose: Edit = all(
  composed(BODY, 'oneOf'),
  ...['Cat', 'Dog'].map((name) => set(`${SCHEMAS} ${name} properties kind`, text)),
);

const SURFACE: EditCase[] = [
  {
    name: 'a first discriminator of existing schemas',
    before: loose,
    edit: set(`${BODY} discriminator`, discriminator),
    wire: 'major',
    source: 'major',
    says: /Cat: the type of `kind`/,
  },
  {
    name: 'a query parameter with the name of a property of the body',
    edit: add('paths /pets post parameters', { name: 'status', in: 'query', schema: text }),
    wire: 'minor',
    source: 'major',
    says: /createPet: the method of the SDK takes its values in parts/,
  },
  {
    name: 'a bare list that gets a cursor',
    before: remove('paths /pets get parameters 2'),
    edit: add('paths /pets get parameters', { $ref: '#/components/parameters/Cursor' }),
    wire: 'minor',
    source: 'major',
    says: /listPets: the method of the SDK returns a `Page`/,
  },
  {
    name: 'a branch that nothing else has',
    before: composed(REPLY, 'oneOf'),
    edit: add(`${REPLY} oneOf`, BIRD),
    wire: 'major',
    source: 'major',
    says: /oneOf › 2: .*added/,
  },
];

export const BY_DIRECTION: EditCase[] = [...ROWS.flatMap(inDirections), ...SURFACE];
