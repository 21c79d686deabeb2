// Listings: their items, what filters these, and the columns that hold them.
import { type Contract, columnsOf, listingOf, readContract } from '../../src/model/index.js';

const ID = { type: 'integer', format: 'int64' };

function read(properties: object, parameters: object[] = [], item: object = {}): Contract {
  const schema = { type: 'array', items: { $ref: '#/components/schemas/Visit' } };
  const get = {
    operationId: 'listVisits',
    parameters: [
      { name: 'limit', in: 'query', schema: { type: 'integer' } },
      { name: 'cursor', in: 'query', schema: { type: 'string' } },
      ...parameters,
    ],
    responses: { 200: { description: 'x', content: { 'application/json': { schema } } } },
  };
  const Visit = {
    type: 'object',
    required: ['id'],
    properties: { id: ID, ...properties },
    ...item,
  };
  return readContract({ paths: { '/visits': { get } }, components: { schemas: { Visit } } });
}

function columns(...args: Parameters<typeof read>) {
  const schema = read(...args).schemas.get('Visit');
  return schema && columnsOf(schema);
}

function filters(properties: object, ...parameters: object[]) {
  const [operation] = read(
    properties,
    parameters.map((parameter) => ({ name: 'x', in: 'query', ...parameter })),
  ).operations;
  return operation && listingOf(operation)?.filters;
}

test.each<[string, object, string]>([
  ['a text', { type: 'string', format: 'date' }, 'text?'],
  ['an integer', { type: 'integer' }, 'integer?'],
  ['a number', { type: 'number' }, 'number?'],
  ['an exact integer', ID, 'int64?'],
  ['a truth value', { type: 'boolean' }, 'boolean?'],
  ['a list', { type: 'array' }, 'json?'],
  ['of several types', { type: ['string', 'integer'] }, 'json?'],
  ['of any type', {}, 'json?'],
  ['null or a text', { type: ['string', 'null'] }, 'json?'],
  ['an enum by a reference', { allOf: [{ enum: ['a'] }] }, 'text?'],
])('when an optional property is %s, then its column follows', (_, property, column) => {
  expect(columns({ at: property })).toEqual({ id: 'int64', at: column });
});

test.each([
  [{ type: ['string', 'null'] }, 'text | null'],
  [{}, 'json | null'],
  [{ type: 'integer' }, 'integer'],
])('when a property %j is required, then its column is %s', (at, column) => {
  expect(columns({ at }, [], { required: ['id', 'at'] })).toEqual({ id: 'int64', at: column });
});

test('when a schema has write-only properties, then no column holds them', () => {
  expect(columns({ secret: { type: 'string', writeOnly: true } })).toEqual({ id: 'int64' });
});

test.each<[string, object]>([
  ['no exact id', { properties: { id: { type: 'integer' } } }],
  ['an optional id', { required: [] }],
  ['alternatives', { oneOf: [{}, {}] }],
])(
  'when a schema has %s, then its objects are not stored, and no operation lists them',
  (...row) => {
    const contract = read({}, [], row[1]);
    const [operation] = contract.operations;
    const [schema] = contract.schemas.values();
    expect(operation && listingOf(operation)).toBeUndefined();
    expect(schema && columnsOf(schema)).toBeUndefined();
  },
);

test('when parameters have the name and the type of a property, then they filter by it', () => {
  const status = { type: 'string' };
  expect(
    filters(
      { status, kind: status, born: { type: 'string' }, tags: { type: 'array' }, by: ID },
      { name: 'status', schema: status },
      { name: 'kind', schema: { type: 'array', items: status } },
      { name: 'by', in: 'path', required: true, schema: ID },
      { name: 'born', schema: { type: 'integer' } },
      { name: 'tags', schema: { type: 'array', items: status } },
      { name: 'other', schema: status },
      { name: 'constructor', schema: status },
    ),
  ).toEqual({
    status: { property: 'status', match: 'equals' },
    kind: { property: 'kind', match: 'equals' },
    by: { property: 'by', match: 'equals' },
  });
});

test('when a parameter has x-filter, then it filters so', () => {
  const date = { type: 'string', format: 'date' };
  const filter = (name: string, match: string, schema: object) => ({
    name,
    schema,
    'x-filter': { [match]: 'born' },
  });
  expect(
    filters(
      { born: date },
      filter('bornAfter', 'min', date),
      filter('bornBefore', 'max', date),
      filter('birthday', 'equals', date),
      filter('unknownBirth', 'absent', { type: 'boolean' }),
    ),
  ).toEqual({
    bornAfter: { property: 'born', match: 'min' },
    bornBefore: { property: 'born', match: 'max' },
    birthday: { property: 'born', match: 'equals' },
    unknownBirth: { property: 'born', match: 'absent' },
  });
});
