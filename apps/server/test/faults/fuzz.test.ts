// Fuzzing: every response follows the contract, no error is larger than 64 KB, and the server never fails.

import { document, type ErrorCode } from '@animal-store/contract';
import fc from 'fast-check';
import type { Contract } from '../../src/contract/contract.js';
import { expectError } from '../support/expect-error.js';
import { randomFrom } from '../support/random.js';
import { bodies } from '../support/random-bodies.js';
import {
  type Connection,
  formatRequest,
  openConnection,
  type RawResponse,
  sendRaw,
} from '../support/raw-connection.js';
import { readContract } from '../support/read-contract.js';
import { createKey } from '../support/run-cli.js';
import type { ServerProcess } from '../support/start-server-process.js';
import { useTempStore } from '../support/use-temp-store.js';
import { expectValidResponse, type TestResponse } from '../support/validate-response.js';
import { type FuzzKeys, type FuzzRequest, randomRequest } from './fuzz-requests.js';
import { createUnlimitedKey } from './inspect-store.js';
import { WORST_CASE_REQUESTS } from './worst-case-requests.js';

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
const contract = readContract(document);

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
    expect(failuresIn(stdout)).toEqual([]);
    // the requests have reached all kinds of errors
    for (const status of [200, 201, 400, 401, 404, 405, 413, 415, 422, 429, 431])
      expect(statuses.get(`${status}`)).toBeGreaterThan(0);
  },
);

/** Bodies that a seed determines. */
function bodiesFrom(seed: number): () => Buffer {
  let generated: ReturnType<typeof fc.sample<string | Uint8Array>> = [];
  let chunk = 0;
  return () => {
    if (generated.length === 0) {
      generated = fc.sample(bodies, { seed: seed + chunk, numRuns: 1_000 });
      chunk += 1;
    }
    return Buffer.from(generated.pop() ?? '');
  };
}

test('when a request has as many and as long errors as fit, then the reply has at most 64 KB', async () => {
  const key = await createUnlimitedKey(store);
  const server = await store.start();
  for (const { name, method, target: url, headers = [], body } of WORST_CASE_REQUESTS) {
    const lines = [`Authorization: Bearer ${key}`, ...headers];
    if (body !== undefined)
      lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
    const reply = await sendRaw(server.url, formatRequest(`${method} ${url}`, lines, body));
    try {
      check(contract, { method, target: url.slice('/v1'.length), framing: 'valid' }, reply);
    } catch (error) {
      throw new Error(`${name}: ${reply.status}`, { cause: error });
    }
  }
});

/** Sends all requests of a seed over several connections. Returns the count of each status. */
async function send(server: ServerProcess, keys: FuzzKeys, seed: number) {
  const random = randomFrom(seed);
  const nextBody = bodiesFrom(seed);
  const statuses = new Map<string, number>();
  let sent = 0;
  const client = async () => {
    let connection: Connection | undefined;
    while (sent < REQUESTS) {
      sent += 1;
      const index = sent;
      const request = randomRequest(random, keys, nextBody);
      connection ??= openConnection(server.url);
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
  contract: Contract,
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

function show({ bytes, framing }: FuzzRequest): string {
  const text = bytes
    .toString('latin1')
    .replace(/(.)\1{40,}/g, (run) => `${run.slice(0, 3)}…${run.length}`);
  return `${framing} ${JSON.stringify(text)}`;
}
