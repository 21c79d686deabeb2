import { document } from '@animal-store/contract';
import { expectError } from '../../support/expect-error.js';
import { readContract } from '../../support/read-contract.js';
import { startServer, type TestServer } from '../../support/start-server.js';

const { maxDetails, maxPathLength } = readContract(document).errorBounds;

let server: TestServer;
afterEach(() => server.close());

/** Errors of a body whose property `x` has this schema, as `code message`. */
async function errorsOf(schema: object, value: unknown): Promise<string[]> {
  server = await startServer({
    edit: ({ components: { schemas } }) => {
      Object.assign(schemas, { NewPet: { type: 'object', properties: { x: schema } } });
    },
  });
  const reply = await server.call('/pets', { method: 'POST', json: { x: value } });
  const details = expectError(reply, 400, 'invalid_request');
  expect(details.map((detail) => detail.path)).toEqual(
    details.map(() => expect.stringMatching(/^\/x/)),
  );
  return details.map(({ code, message }) => `${code} ${message}`);
}

test.each<[object, unknown, string]>([
  [{ type: 'string' }, 1, 'type must be of type string'],
  [{ type: 'object', required: ['y'] }, {}, 'required is required'],
  [
    { type: 'object', additionalProperties: false },
    { 'a/b': 1 },
    'unknown is not a known property',
  ],
  [{ enum: ['a', 'b'] }, 'c', 'enum must be one of a, b'],
  [{ const: 'a' }, 'c', 'const must be the one allowed value'],
  [{ type: 'string', minLength: 1 }, '', 'min_length must have at least 1 character'],
  [{ type: 'string', minLength: 2 }, '', 'min_length must have at least 2 characters'],
  [{ type: 'string', maxLength: 1 }, 'ab', 'max_length must have at most 1 character'],
  [{ type: 'string', pattern: '^a"$' }, 'b', 'pattern must match the pattern ^a"$'],
  [{ type: 'string', format: 'date' }, 'b', 'format must have the format date'],
  [{ type: 'integer', minimum: 2 }, 1, 'minimum must be at least 2'],
  [{ type: 'integer', maximum: 2 }, 3, 'maximum must be at most 2'],
  [{ type: 'number', exclusiveMinimum: 2 }, 2, 'exclusive_minimum must be more than 2'],
  [{ type: 'number', exclusiveMaximum: 2 }, 2, 'exclusive_maximum must be less than 2'],
  [{ type: 'integer', multipleOf: 5 }, 4, 'multiple_of must be a multiple of 5'],
  [{ type: 'array', minItems: 1 }, [], 'min_items must have at least 1 item'],
  [{ type: 'array', maxItems: 1 }, [1, 2], 'max_items must have at most 1 item'],
  [{ type: 'array', uniqueItems: true }, [1, 1], 'unique_items must have unique items'],
  [{ type: 'object', minProperties: 1 }, {}, 'min_properties must have at least 1 property'],
  [{ type: 'object', maxProperties: 0 }, { a: 1 }, 'max_properties must have at most 0 properties'],
  [{ not: {} }, 1, 'invalid is not what the contract allows'],
])('when a value violates %j, then the error has its own code', async (schema, value, error) => {
  expect(await errorsOf(schema, value)).toEqual([error]);
});

test('when an unknown property is nested, then its pointer is exact', async () => {
  server = await startServer({
    edit: ({ components: { schemas } }) => {
      const inner = { type: 'object', additionalProperties: false, properties: { 'b/c': {} } };
      const items = { type: 'array', items: inner };
      Object.assign(schemas, { NewPet: { type: 'object', properties: { 'a/~': items } } });
    },
  });
  const json = { 'a/~': [{}, { 'b/c': 1, 'd/e~': 1 }] };
  const reply = await server.call('/pets', { method: 'POST', json });
  expectError(reply, 400, 'invalid_request', ['body /a~1~0/1/d~1e~0']);
});

test("when an enum has many values, then the message is truncated to the contract's length", async () => {
  const [error = ''] = await errorsOf({ enum: Array.from({ length: 500 }, (_, n) => `v${n}`) }, 1);
  expect(error).toMatch(/^enum must be one of v0, v1, .*…$/);
  expect(error).toHaveLength('enum '.length + readContract(document).errorBounds.maxMessageLength);
});

test('when an object allows any keys, then a body with many errors under a long key is refused in bounded time', async () => {
  const map = (values: object) => ({ type: 'object', additionalProperties: values });
  const schema = map(map(map({ type: 'string' })));
  const values = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [index, 1]));
  const startMs = performance.now();
  const [error] = await errorsOf(schema, { ['/'.repeat(8_000)]: { y: values } });
  expect(error).toBe('max_length has too many values below long names');
  expect(performance.now() - startMs).toBeLessThan(5_000);
});

describe("when there are more errors than the contract's limit, then the first ones are listed", () => {
  beforeEach(async () => {
    server = await startServer();
  });

  const many = (item: (index: number) => string) =>
    Array.from({ length: 100 }, (_, index) => item(index)).join(',');

  test.each([
    ['from strict JSON', '/pets', `{"name":[${many(() => '1e400')}]}`],
    ['from duplicate keys', '/pets', `{${many((n) => `"k${n >> 1}":1`)}}`],
    ['from the validator', '/pets', `{${many((n) => `"k${n}":1`)}}`],
    ['from the query', `/pets?${many((n) => `q${n}`).replaceAll(',', '&')}`, '{}'],
    ['from all of them', '/pets?a&b&c&d&e&f&g&h', `{"x":1e400,"x":1,${many((n) => `"k${n}":1`)}}`],
  ])('%s', async (_, path, body) => {
    const headers = { 'Content-Type': 'application/json' };
    const reply = await server.call(path, { method: 'POST', headers, body });
    const { length } = expectError(reply, 400, 'invalid_request');
    expect(length).toBeLessThanOrEqual(maxDetails);
    expect(length).toBeGreaterThan(maxDetails / 2 - 1);
  });

  test('and a long pointer is truncated', async () => {
    const json = { ['a'.repeat(5_000)]: 1, name: 'x', categoryId: 1 };
    const reply = await server.call('/pets', { method: 'POST', json });
    const cut = `/${'a'.repeat(maxPathLength - 2)}…`;
    expectError(reply, 400, 'invalid_request', [`body ${cut}`]);
  });
});
