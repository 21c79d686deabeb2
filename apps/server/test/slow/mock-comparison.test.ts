// The mock of the SDK compared with the server by random requests: every reply is the same, byte for byte.
import {
  runVector,
  type Subject,
  type Vector,
  type VectorReply,
} from '@animal-store/contract/conformance';
import { createMockFetch } from '@animal-store/sdk/testing';
import fc from 'fast-check';
import { petStatuses } from '../support/contract-values.js';
import { randomRequests, STORE_REQUESTS, weighted } from '../support/random-requests.js';
import { startServer } from '../support/start-server.js';
import { START_MS } from '../support/start-time.js';
import { prepareSubject } from '../support/vector-subject.js';

const RUNS = 15;
const SEED = 20_261_122;
/** Of the connection and of CORS, and not of the contract. */
const OTHER_HEADERS = ['connection', 'date', 'keep-alive', 'transfer-encoding', 'vary'];
const KEYS = ['live', 'live', 'live', 'live', 'other', 'publishable', 'none', 'invalid'] as const;

/** An exchange without the wanted reply: the other implementation's is. */
type Sent = Omit<Vector['exchanges'][number], 'reply'>;

const request = fc
  .record({ sent: randomRequests(STORE_REQUESTS), key: fc.constantFrom(...KEYS) })
  .map(({ sent: { target, headers, ...rest }, key }) => ({
    ...rest,
    key,
    path: target,
    headers: Object.fromEntries(headers),
  }))
  // the mock does not have the page at `/`
  .filter(({ path }) => new URL(`http://localhost/v1${path}`).pathname.startsWith('/v1'));
/** The next page, if there was one. */
const next = fc.constant({ key: 'live' } as const);
const exchanges = fc.array(
  fc.record({
    request: weighted<Sent['request']>([9, request], [1, next]),
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
const STATE = { seeds: { pets: PETS, orders: ORDERS }, quota: { perMinute: 12, perDay: 60 } };

async function compare(script: readonly Sent[]): Promise<void> {
  const server = await startServer();
  try {
    const served = await repliesOf(script, await prepareSubject(server, STATE));
    const mock = createMockFetch({ ...STATE.seeds, quota: STATE.quota });
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
  await fc.assert(fc.asyncProperty(exchanges, compare), {
    seed: SEED,
    numRuns: RUNS,
    endOnFailure: true,
  });
});
