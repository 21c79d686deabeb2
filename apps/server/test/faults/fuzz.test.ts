// Whatever is sent, the service answers by its contract and never fails.
import { document } from '@animal-store/contract';
import { type Contract, readContract } from '../../src/contract/contract.js';
import { randomFrom } from '../slow/rate-limit/quota-histories.js';
import { expectError } from '../support/expect-error.js';
import { type Connection, openConnection, type RawResponse } from '../support/raw-connection.js';
import { createKey } from '../support/run-cli.js';
import type { ServerProcess } from '../support/start-server-process.js';
import { useTempStore } from '../support/use-temp-store.js';
import { expectValidResponse, type TestResponse } from '../support/validate-response.js';
import { type FuzzKeys, type FuzzRequest, randomRequest } from './fuzz-requests.js';
import { createRoomyKey } from './stored.js';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 60_000);
const CLIENTS = 32;
/** Set it to send a failing run's requests again. */
const FRESH_SEED = Number(process.env.FUZZ_SEED ?? (Date.now() % 2147483646) + 1);
const RATE_HEADERS = [
  ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
  ...['ratelimit-policy', 'ratelimit'],
];

const store = useTempStore();
const contract = readContract(document);

test.each([
  ['the fixed seed', 20_261_120],
  ['a fresh seed', FRESH_SEED],
])(
  'whatever is sent, no reply is a 5xx, and each under the base path is in the contract: %s',
  async (_, seed) => {
    const keys = { roomy: await createRoomyKey(store), free: await createKey(store, 'free') };
    const server = await store.start();
    const startMs = performance.now();
    const statuses = await send(server, keys, seed);
    const seconds = (performance.now() - startMs) / 1000;
    const { stdout, stderr, exitCode } = await server.stop();
    const counts = JSON.stringify(Object.fromEntries([...statuses].sort()));
    process.stdout.write(
      `fuzz: seed ${seed}, ${REQUESTS} requests, ${Math.round(REQUESTS / seconds)}/s, replies ${counts}\n`,
    );
    expect([stderr, exitCode]).toEqual(['', 0]);
    expect(faultsIn(stdout)).toEqual([]);
    // The requests went where it matters.
    for (const status of [
      '200',
      '201',
      '400',
      '401',
      '404',
      '405',
      '413',
      '415',
      '422',
      '429',
      '431',
    ]) {
      expect(statuses.get(status)).toBeGreaterThan(0);
    }
  },
);

/** All requests of the seed, from clients that keep their connections; how often each status was answered. */
async function send(server: ServerProcess, keys: FuzzKeys, seed: number) {
  const random = randomFrom(seed);
  const statuses = new Map<string, number>();
  let sent = 0;
  const client = async () => {
    let connection: Connection | undefined;
    while (sent < REQUESTS) {
      sent += 1;
      const index = sent;
      const request = randomRequest(random, keys);
      connection ??= openConnection(server.url);
      connection.send(request.bytes);
      if (request.framing === 'endless') {
        count('hung up');
      } else {
        try {
          const reply = await finalReply(connection, request);
          judge(contract, request, reply);
          count(String(reply.status));
          if (mayFollow(request, reply)) continue;
        } catch (error) {
          throw new Error(`seed ${seed}, request ${index}: ${show(request)}`, { cause: error });
        }
      }
      connection.destroy();
      connection = undefined;
    }
    connection?.destroy();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return statuses;

  function count(status: string): void {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
}

function mayFollow({ framing, isLast }: FuzzRequest, { headers }: RawResponse): boolean {
  return framing === 'sound' && !isLast && headers.get('connection') !== 'close';
}

async function finalReply(connection: Connection, request: FuzzRequest): Promise<RawResponse> {
  for (;;) {
    const reply = await connection.reply({ withoutBody: request.method === 'HEAD' });
    if (reply.status !== 100) return reply;
  }
}

/** @throws an Error that says what is wrong with the reply. */
function judge(judging: Contract, request: FuzzRequest, reply: RawResponse): void {
  const { method, target, framing } = request;
  if (reply.status === 503 && reply.headers.has('retry-after')) return; // see the log
  if (!(reply.status >= 200 && reply.status < 500)) throw new Error(`a ${reply.status}`);
  if (reply.status === 408) throw new Error('it was left without a reply');
  if (target === undefined) return;
  const missing = RATE_HEADERS.filter((name) => !reply.headers.has(name));
  if (framing === 'sound') {
    if (missing.length > 0) throw new Error(`without ${missing}`);
    expectValidResponse(judging, method, target, parsed(reply));
  } else if (missing.length > 0 && method !== 'HEAD') {
    // It was no HTTP, or not for a path of the contract.
    expectError(reply, reply.status, reply.status === 404 ? 'not_found' : 'invalid_request');
  }
}

function parsed({ status, headers, text }: RawResponse): TestResponse {
  return { status, headers, text, json: text === '' ? undefined : JSON.parse(text) };
}

/** Lines of the log that tell of a failure. That the machine itself stood still for a second is none, if the log says so. */
function faultsIn(stdout: string): string[] {
  const stoodStill = stdout.includes('"overloaded: requests are turned away"');
  return stdout
    .trimEnd()
    .split('\n')
    .filter((line) => {
      const { level, status = 0 }: { level: number; status?: number } = JSON.parse(line);
      return level >= 50 || (status >= 500 && !(status === 503 && stoodStill));
    });
}

function show({ bytes, framing }: FuzzRequest): string {
  const text = bytes
    .toString('latin1')
    .replace(/(.)\1{40,}/g, (run) => `${run.slice(0, 3)}…${run.length}`);
  return `${framing} ${JSON.stringify(text)}`;
}
