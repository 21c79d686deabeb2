// Listings: their items, what filters these, and the columns that hold them.
import { columnsOf, listingOf, readContract } from '../../src/model/index.js';

const ID = { type: 'integer', format: 'int64' };
const TEXT = { type: 'string' };
const DATE = { type: 'string', format: 'date' };

/** The facts of a listing, whose items have these properties, and whose query has these parameters. */
function read(properties: object, parameters: object = {}, item: object = {}) {
  const named = Object.entries({ limit: {}, cursor: {}, ...parameters });
  const schema = { type: 'array', items: { $ref: '#/components/schemas/Visit' } };
  const get = {
    parameters: named.map(([name, rest]) => ({ name, in: 'query', schema: TEXT, ...rest })),
    responses: { 200: { content: { 'application/json': { schema } } } },
  };
  const Visit = {
    type: 'object',
    required: ['id'],
    properties: { id: ID, ...properties },
    ...item,
  };
  const contract = readContract({
    paths: { '/visits': { get } },
    components: { schemas: { Visit } },
  });
  const columns = Array.from(contract.schemas.values(), columnsOf)[0];
  return { columns, listing: contract.operations.map(listingOf)[0] };
}

test.each<[object, string, string]>([
  [DATE, 'text?', 'text'],
  [{ type: 'integer' }, 'integer?', 'integer'],
  [{ type: 'number' }, 'number?', 'number'],
  [ID, 'int64?', 'int64'],
  [{ type: 'boolean' }, 'boolean?', 'boolean'],
  [{ allOf: [{ enum: ['a'] }] }, 'text?', 'text'],
  [{ type: 'array' }, 'json?', 'json'],
  [{ type: 'object' }, 'json?', 'json'],
  [{ type: ['null', 'integer'], format: 'int64' }, 'json?', 'int64 | null'],
  [{ type: ['string', 'integer'] }, 'json?', 'json'],
  [{ type: ['string', 'null'] }, 'json?', 'text | null'],
  [{}, 'json?', 'json | null'],
])(
  'when a property is %j, then its column is %s, or %s if it is required',
  (at, optional, column) => {
    const secret = { ...TEXT, writeOnly: true };
    expect(read({ at, secret }).columns).toEqual({ id: 'int64', at: optional });
    expect(read({ at }, {}, { required: ['id', 'at'] }).columns?.at).toBe(column);
  },
);

test.each([
  ['no exact id', { properties: { id: { type: 'integer' } } }],
  ['an optional id', { required: [] }],
  ['alternatives', { oneOf: [{}, {}] }],
])('when a schema has %s, then its objects are not stored, and nothing lists them', (_, item) => {
  expect(read({}, {}, item)).toEqual({ columns: undefined, listing: undefined });
});

test('when parameters have x-filter, or the name and type of a property, then they filter', () => {
  const properties = { born: DATE, status: TEXT, tags: { type: 'array' }, weight: ID };
  const filters = {
    status: { schema: { type: 'array', items: TEXT } },
    weight: { in: 'path', required: true, schema: ID },
    after: { schema: DATE, 'x-filter': { min: 'born' } },
    unborn: { schema: { type: 'boolean' }, 'x-filter': { absent: 'born' } },
  };
  const none = { tags: {}, id: {}, other: {}, constructor: {} };
  expect(read(properties, { ...filters, ...none }).listing).toEqual({
    schema: 'Visit',
    filters: {
      status: { property: 'status', match: 'equals' },
      weight: { property: 'weight', match: 'equals' },
      after: { property: 'born', match: 'min' },
      unborn: { property: 'born', match: 'absent' },
    },
  });
});
