// The mock of the SDK compared with the server by random requests: every reply is the same, byte for byte.
import {
  runVector,
  type Subject,
  type Vector,
  type VectorReply,
} from '@animal-store/contract/conformance';
import { createMockFetch } from '@animal-store/sdk/testing';
import fc from 'fast-check';
import { NAMES, PATHS, VALUES } from '../../faults/fuzz-values.js';
import { petStatuses } from '../../support/contract-values.js';
import { START_MS, startServer } from '../../support/start-server.js';

const RUNS = 15;
const SEED = 20_261_122;
/** Not those that lead to the page at `/`, which the mock does not have. */
const IDS = VALUES.filter((id) => id !== '../..');
/** Of the connection and of CORS, and not of the contract. */
const OTHER_HEADERS = ['connection', 'date', 'keep-alive', 'transfer-encoding', 'vary'];
const KEYS = ['live', 'live', 'live', 'live', 'other', 'publishable', 'none', 'invalid'] as const;

const pairs = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...VALUES)), {
  maxLength: 3,
});
const path = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('/pets?limit=2', '/pets?limit=1&status=sold') },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...PATHS), pairs)
      .map(([name, query]) => `${name}?${query.map((pair) => pair.join('=')).join('&')}`),
  },
  { weight: 2, arbitrary: fc.constantFrom(...IDS).map((id) => `/pets/${id}`) },
);

const integer = fc.oneof(
  fc.maxSafeInteger().map(String),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  fc.constantFrom('9223372036854775808', '-9223372036854775809', '1.5', '1e3', '"1"', 'null'),
);
const name = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  fc.constantFrom('"\\ud800"', '1', '[]', '"\\u0000"', JSON.stringify('n'.repeat(300))),
);
const property = fc.oneof(
  name.map((text) => `"name":${text}`),
  integer.map((text) => `"categoryId":${text}`),
  fc.constantFrom(...petStatuses(), 'lost').map((status) => `"status":"${status}"`),
  fc.constantFrom('"id":1', '"__proto__":{}', '"a/b":[]', '"status":null'),
);
const body = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(name, integer).map(([text, id]) => `{"name":${text},"categoryId":${id}}`),
  },
  { weight: 2, arbitrary: fc.constant('{"name":"Rex","categoryId":1,"status":"sold"}') },
  {
    weight: 3,
    arbitrary: fc.array(property, { maxLength: 4 }).map((all) => `{${all.join()}}`),
  },
  { weight: 2, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string() },
);

const headers = fc
  .record(
    {
      'Idempotency-Key': fc.constantFrom('a', '"a"', 'b', '', 'k'.repeat(300)),
      'Content-Type': fc.constantFrom(
        'application/json',
        'application/json;charset=utf-8',
        'text/plain',
      ),
      'X-Request-Id': fc.constantFrom('id-1', 'a b'),
    },
    { requiredKeys: [] },
  )
  .map((values) => Object.fromEntries(Object.entries(values)));
const json = headers.map((values) => ({ 'Content-Type': 'application/json', ...values }));

const request = fc.oneof(
  { weight: 3, arbitrary: fc.record({ path, key: fc.constantFrom(...KEYS), headers }) },
  { weight: 1, arbitrary: fc.constant({ key: 'live' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      method: fc.constant('POST'),
      path: fc.constant('/pets'),
      headers: fc.constantFrom('a', '"a"', 'b', 'c').map((key) => ({
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      })),
      body: fc.constantFrom(
        '{"name":"Rex","categoryId":1}',
        '{"categoryId":1,"name":"Rex"}',
        '{"name":"Tom","categoryId":9007199254740993}',
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      method: fc.constant('POST'),
      path: fc.constantFrom('/pets', '/pets', '/pets', '/pets?x=1'),
      key: fc.constantFrom(...KEYS),
      headers: json,
      body,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'),
      path,
      key: fc.constantFrom(...KEYS),
      headers,
    }),
  },
);
const exchanges = fc.array(
  fc.record({
    request,
    times: fc.constantFrom(1, 1, 1, 1, 1, 2, 7),
    afterSeconds: fc.constantFrom(0, 0, 0, 0, 0, 0, 20, 45, 300, 90_000),
  }),
  { minLength: 30, maxLength: 40 },
);

/** The reply as text. Cursors and ids that the implementation makes up are left out. */
function toText({ status, headers: sent, text }: VectorReply): string {
  const kept = [...sent].filter(([header]) => !OTHER_HEADERS.includes(header));
  const lines = kept.map(([header, value]) => {
    if (header === 'x-request-id') return `${header}: ${value === 'id-1' ? value : '...'}`;
    return `${header}: ${value.replace(/cursor=[^>&]*/, 'cursor=...')}`;
  });
  return [status, ...lines, text].join('\n');
}

/** An exchange without the wanted reply: the other implementation's is. */
type Sent = Omit<Vector['exchanges'][number], 'reply'>;

async function repliesOf(script: readonly Sent[], subject: Subject): Promise<string[]> {
  const replies: string[] = [];
  const wanted = script.map((exchange) => ({ ...exchange, reply: { status: 0 } }));
  await runVector({ name: '', exchanges: wanted }, subject, (reply) => {
    replies.push(toText(reply));
  });
  return replies;
}

const PETS = petStatuses().flatMap((status) => [
  { name: `of ${status}`, categoryId: 1, status },
  { name: 'of none', categoryId: 2 },
]);
const ORDERS = [1, 2, 3].map((id) => ({
  id,
  petId: 1,
  quantity: 1,
  shipDate: '2026-11-20T09:30:00Z',
  complete: true,
}));
const QUOTA = { perMinute: 12, perDay: 60 };

async function compare(script: readonly Sent[]): Promise<void> {
  const server = await startServer();
  try {
    for (const pet of PETS) await server.store.pets.insert(pet);
    await server.store.orders.put(ORDERS);
    const issue = async (restrictions?: object) =>
      (await server.issueKey('enterprise', QUOTA, restrictions)).key;
    const served = await repliesOf(script, {
      baseUrl: `${server.url}/v1`,
      keys: {
        live: await issue(),
        other: await issue(),
        publishable: await issue({
          isReadOnly: true,
          isPublishable: true,
          origins: ['https://app.example'],
        }),
        invalid: 'as_live_invalid',
      },
      fetch,
      advance: (seconds) => server.advanceTime(seconds * 1000),
    });
    const mock = createMockFetch({ pets: PETS, orders: ORDERS, quota: QUOTA });
    const mocked = await repliesOf(script, {
      baseUrl: `${server.url}/v1`,
      keys: { live: 'as_live_1', other: 'as_live_2', publishable: 'as_pub_1', invalid: 'x' },
      fetch: mock,
      advance: (seconds) => mock.clock.advance(seconds * 1000),
    });
    expect(mocked).toEqual(served);
  } finally {
    await server.close();
  }
}

beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(START_MS));
afterEach(() => jest.restoreAllMocks());

test('when the server and the mock get the same requests, then their replies are the same', async () => {
  await fc.assert(fc.asyncProperty(exchanges, compare), { seed: SEED, numRuns: RUNS });
});
