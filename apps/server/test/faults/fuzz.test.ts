// Fuzzing: every response follows the contract, no error is larger than 64 KB, the server never fails, and whatever a request
// contains, it is logged as lines of printable JSON without any key.
import type { ErrorCode } from '@animal-store/contract';
import { document } from '@animal-store/contract/document';
import fc from 'fast-check';
import { shop } from '../../src/shop.js';
import { expectError } from '../support/expect-error.js';
import { type Connection, openConnection, type RawResponse } from '../support/raw-connection.js';
import type { TestContract } from '../support/read-contract.js';
import { createKey } from '../support/run-cli.js';
import type { ServerProcess } from '../support/start-server-process.js';
import { useTempStore } from '../support/use-temp-store.js';
import { expectValidResponse, type TestResponse } from '../support/validate-response.js';
import { type FuzzKeys, type FuzzRequest, fuzzRequests } from './fuzz-requests.js';
import { createUnlimitedKey } from './inspect-store.js';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 60_000);
const CLIENTS = 32;
const MAX_ERROR_BYTES = 65_536;
/** Set FUZZ_SEED to repeat a failing run. */
const RANDOM_SEED = Number(process.env.FUZZ_SEED ?? (Date.now() % 2147483646) + 1);
const RATE_HEADERS = [
  ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
  ...['ratelimit-policy', 'ratelimit'],
];

/** Codes of errors outside the contract. Any other status: invalid HTTP. */
const CODES_OUTSIDE: Readonly<Record<number, ErrorCode>> = {
  404: 'not_found',
  405: 'method_not_allowed',
};
const INDEX_PAGE = /^<!doctype html>|"openapi":"\/openapi\.json"/;

const store = useTempStore();
const contract = { ...shop.contract, document };

test.each([
  ['the fixed seed', 20_261_120],
  ['a random seed', RANDOM_SEED],
])(
  'when random requests are sent, then no reply is a 5xx, and each below /v1 follows the contract: %s',
  async (_, seed) => {
    const keys = {
      unlimited: await createUnlimitedKey(store),
      free: await createKey(store, 'free'),
    };
    const server = await store.start({ TRUST_PROXY: '1' });
    const startMs = performance.now();
    const statuses = await send(server, keys, seed);
    const seconds = (performance.now() - startMs) / 1000;
    const { stdout, stderr, exitCode } = await server.stop();
    const counts = JSON.stringify(Object.fromEntries([...statuses].sort()));
    process.stdout.write(
      `fuzz: seed ${seed}, ${REQUESTS} requests, ${Math.round(REQUESTS / seconds)}/s, replies ${counts}\n`,
    );
    expect([stderr, exitCode]).toEqual(['', 0]);
    expect(failuresIn(stdout)).toEqual([]);
    expectHarmlessLog(stdout, keys);
    // the requests have reached all kinds of errors
    for (const status of [200, 201, 400, 401, 404, 405, 413, 415, 422, 429, 431])
      expect(statuses.get(`${status}`)).toBeGreaterThan(0);
  },
);

/** The requests that a seed determines, one at a time. */
function requestsFrom(seed: number, keys: FuzzKeys): () => FuzzRequest {
  const all = fuzzRequests(keys);
  let chunk: FuzzRequest[] = [];
  let chunks = 0;
  return () => {
    if (chunk.length === 0) {
      chunk = fc.sample(all, { seed: seed + chunks, numRuns: 1_000 });
      chunks += 1;
    }
    const next = chunk.pop();
    if (next === undefined) throw new Error('there are no more requests');
    return next;
  };
}

/** Sends all requests of a seed over several connections. Returns the count of each status. */
async function send(server: ServerProcess, keys: FuzzKeys, seed: number) {
  const nextRequest = requestsFrom(seed, keys);
  const statuses = new Map<string, number>();
  let sent = 0;
  const client = async () => {
    let connection: Connection | undefined;
    while (sent < REQUESTS) {
      sent += 1;
      const index = sent;
      const request = nextRequest();
      // from several addresses, because lines of anonymous clients are sampled
      connection ??= openConnection(server.url, { localAddress: `127.0.1.${(index % 200) + 1}` });
      connection.send(request.bytes);
      if (request.framing === 'endless') {
        count('no response');
      } else {
        try {
          const reply = await finalReply(connection, request);
          check(contract, request, reply);
          count(String(reply.status));
          if (canReuse(request, reply)) continue;
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

function canReuse({ framing, isLast }: FuzzRequest, { headers }: RawResponse): boolean {
  return framing === 'valid' && !isLast && headers.get('connection') !== 'close';
}

async function finalReply(connection: Connection, request: FuzzRequest): Promise<RawResponse> {
  for (;;) {
    const reply = await connection.reply({ withoutBody: request.method === 'HEAD' });
    if (reply.status !== 100) return reply;
  }
}

/** @throws an Error that says what is wrong with the response. */
function check(
  contract: TestContract,
  request: Pick<FuzzRequest, 'method' | 'target' | 'framing'>,
  reply: RawResponse,
): void {
  const { method, target, framing } = request;
  if (reply.status === 503 && reply.headers.has('retry-after')) return; // load shedding, which the log must confirm
  if (!(reply.status >= 200 && reply.status < 500)) throw new Error(`a ${reply.status}`);
  if (reply.status === 408) throw new Error('no response');
  const bytes = Buffer.byteLength(reply.text);
  if (reply.status >= 400 && bytes > MAX_ERROR_BYTES) throw new Error(`an error of ${bytes} bytes`);
  if (target === undefined) return;
  const missing = RATE_HEADERS.filter((name) => !reply.headers.has(name));
  if (framing === 'valid') {
    if (missing.length > 0) throw new Error(`without ${missing}`);
    expectValidResponse(contract, method, target, parse(reply));
  } else if (missing.length > 0 && method !== 'HEAD') {
    // invalid HTTP, or a path outside the contract, such as the index page, to which `..` leads
    if (reply.status === 200) expect(reply.text).toMatch(INDEX_PAGE);
    else expectError(reply, reply.status, CODES_OUTSIDE[reply.status] ?? 'invalid_request');
  }
}

function parse({ status, headers, text }: RawResponse): TestResponse {
  return { status, headers, text, json: text === '' ? undefined : JSON.parse(text) };
}

/**
 * Log entries about failures. 503s do not count if the log has an overload, which means that the machine was suspended.
 */
function failuresIn(stdout: string): string[] {
  const wasOverloaded = stdout.includes('"overloaded: load shedding begins"');
  return stdout
    .trimEnd()
    .split('\n')
    .filter((line) => {
      const { level, status = 0 }: { level: number; status?: number } = JSON.parse(line);
      return level >= 50 || (status >= 500 && !(status === 503 && wasOverloaded));
    });
}

/** Each line is printable and short, none is forged, and none has a part of a key. */
function expectHarmlessLog(stdout: string, keys: FuzzKeys): void {
  expect(stdout).not.toMatch(/[^ -~\n]|"requestId":"forged"/);
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(4_000);
  for (const key of Object.values(keys)) {
    const secret = key.slice('as_live_'.length);
    for (const part of [secret.slice(0, 12), secret.slice(-12)]) expect(stdout).not.toContain(part);
  }
}

function show({ bytes, framing }: FuzzRequest): string {
  const text = bytes
    .toString('latin1')
    .replace(/(.)\1{40,}/g, (run) => `${run.slice(0, 3)}…${run.length}`);
  return `${framing} ${JSON.stringify(text)}`;
}
