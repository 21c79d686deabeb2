// Pairs of contracts for tests: many independent operations in one contract, each with random edits of its own schemas. One
// run of the comparison then covers as many pairs as there are operations.
import type { JsonObject } from '@animal-store/spec';
import { mutate } from './mutations.js';
import { createRandom, type Random } from './random.js';

export interface ContractPair {
  base: JsonObject;
  head: JsonObject;
}

const PET: JsonObject = {
  type: 'object',
  required: ['id', 'name'],
  additionalProperties: false,
  properties: {
    id: { type: 'integer', format: 'int64', minimum: 1 },
    name: { type: 'string', minLength: 1, maxLength: 5, pattern: '^[a-z]+$' },
    status: { type: 'string', enum: ['available', 'pending', 'sold'] },
    tag: { type: ['string', 'null'], maxLength: 4 },
  },
};
const kind = (name: string, rest: JsonObject = {}): JsonObject => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string', const: name }, ...rest },
});

const SCHEMAS: JsonObject[] = [
  PET,
  { type: 'array', items: PET, maxItems: 3 },
  { oneOf: [kind('cat', { lives: { type: 'integer' } }), kind('dog')] },
  {
    anyOf: [
      { type: 'string', maxLength: 3 },
      { type: 'integer', minimum: 3 },
    ],
  },
  { allOf: [PET, { type: 'object', properties: { extra: { type: 'number' } } }] },
  { type: 'object', additionalProperties: { type: 'integer', maximum: 9 }, minProperties: 1 },
  {
    type: 'object',
    properties: {
      list: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, uniqueItems: true },
      map: { type: 'object', additionalProperties: PET },
      choice: { oneOf: [{ type: 'integer' }, { type: 'null' }] },
      when: { type: 'string', format: 'date' },
    },
  },
  {
    type: 'object',
    required: ['secret'],
    properties: { secret: { type: 'string', writeOnly: true } },
  },
  { type: 'object', required: ['id'], properties: { id: { type: 'integer', readOnly: true } } },
  { enum: ['a', 'b', 1, null] },
  { type: ['object', 'string'], properties: { name: { type: 'string' } }, maxLength: 4 },
];

const PARAMETERS: JsonObject[] = [
  { type: 'string', minLength: 1, maxLength: 4 },
  { type: 'integer', minimum: 1, maximum: 9 },
  { type: 'string', enum: ['a', 'b', 'c'] },
  { type: 'array', items: { type: 'integer', maximum: 5 }, maxItems: 3 },
  { type: 'number' },
  { type: 'boolean' },
];

export function createPair(seed: number, operations: number): ContractPair {
  const random = createRandom(seed);
  const cells = Array.from({ length: operations }, (_, index) => createCell(index, random));
  return {
    base: toContract(cells.map(({ base }) => base)),
    head: toContract(cells.map(({ head }) => head)),
  };
}

/** An operation with the components that only it uses. */
interface Cell {
  path: string;
  item: JsonObject;
  schemas: JsonObject;
}

interface Parts {
  body: JsonObject;
  reply: JsonObject;
  parameter: JsonObject;
  isRequired: boolean;
}

function createCell(index: number, random: Random): { base: Cell; head: Cell } {
  const shared = random.pick(SCHEMAS);
  let parts: Parts = {
    body: shared,
    reply: random.isOneIn(2) ? shared : random.pick(SCHEMAS),
    parameter: random.pick(PARAMETERS),
    isRequired: random.isOneIn(2),
  };
  const step = () => {
    const name = random.pick(['body', 'reply', 'reply', 'body', 'parameter'] as const);
    parts = { ...parts, [name]: mutate(parts[name], random) };
    if (random.isOneIn(20)) parts = { ...parts, isRequired: !parts.isRequired };
  };
  for (let count = random.below(3); count > 0; count -= 1) step();
  const before = parts;
  for (let count = 1 + random.below(2); count > 0; count -= 1) step();
  const isHoisted = random.isOneIn(10);
  return { base: toCell(index, before, false), head: toCell(index, parts, isHoisted) };
}

function toCell(index: number, parts: Parts, isHoisted: boolean): Cell {
  const name = (part: string) => `${part}${index}`;
  const media = (part: string) => ({
    'application/json': { schema: { $ref: `#/components/schemas/${name(part)}` } },
  });
  const parameters = [
    { name: 'q', in: 'query', required: parts.isRequired, schema: parts.parameter },
  ];
  return {
    path: `/cell${index}`,
    item: {
      ...(isHoisted && { parameters }),
      post: {
        operationId: `cell${index}`,
        ...(!isHoisted && { parameters }),
        requestBody: { required: true, content: media('Body') },
        responses: { 200: { description: 'Done.', content: media('Reply') } },
      },
    },
    schemas: { [name('Body')]: parts.body, [name('Reply')]: parts.reply },
  };
}

function toContract(cells: readonly Cell[]): JsonObject {
  return {
    openapi: '3.1.0',
    info: { title: 'Random', version: '1.0.0' },
    servers: [{ url: 'https://example.com/v1', description: 'Production' }],
    paths: Object.fromEntries(cells.map(({ path, item }) => [path, item])),
    components: { schemas: Object.assign({}, ...cells.map(({ schemas }) => schemas)) },
  };
}
