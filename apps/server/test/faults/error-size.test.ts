// Errors have a bounded size and take bounded time, whatever the request is.

import { document } from '@animal-store/contract';
import { randomFrom } from '../support/random.js';
import { type Connection, formatRequest, openConnection } from '../support/raw-connection.js';
import { readContract } from '../support/read-contract.js';
import type { ServerProcess } from '../support/start-server-process.js';
import { useTempStore } from '../support/use-temp-store.js';
import { expectValidResponse } from '../support/validate-response.js';
import { createUnlimitedKey } from './inspect-store.js';
import {
  randomWorstCaseRequest,
  WORST_CASE_REQUESTS,
  type WorstCaseRequest,
} from './worst-case-requests.js';

const MAX_REPLY_BYTES = 65_536;
/** Usually a few milliseconds, but the machine may be busy. */
const MAX_REPLY_MS = 1_000;
const RANDOM_REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_000);
/** Set FUZZ_SEED to repeat a failing run. */
const RANDOM_SEED = Number(process.env.FUZZ_SEED ?? (Date.now() % 2147483646) + 1);

const store = useTempStore();
const contract = readContract(document);

let server: ServerProcess;
let key: string;
let connection: Connection;
beforeEach(async () => {
  key = await createUnlimitedKey(store);
  server = await store.start();
  connection = openConnection(server.url);
  await send({ name: 'first', method: 'GET', target: '/v1/pets' });
});
afterEach(() => connection.destroy());

async function send({ method, target, headers = [], body }: WorstCaseRequest) {
  const lines = [`Authorization: Bearer ${key}`, ...headers];
  if (body !== undefined)
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  const startMs = performance.now();
  connection.send(formatRequest(`${method} ${target}`, lines, body));
  const reply = await connection.reply();
  return { ...reply, bytes: Buffer.byteLength(reply.text), ms: performance.now() - startMs };
}

/** @throws an Error that names the request, if the response exceeds a limit or violates the contract. */
async function check(request: WorstCaseRequest): Promise<{ bytes: number; ms: number }> {
  const reply = await send(request);
  const { bytes, ms, text } = reply;
  const json = text === '' ? undefined : JSON.parse(text);
  const at = `${request.name}: ${reply.status}, ${bytes} bytes, ${Math.round(ms)} ms`;
  if (bytes > MAX_REPLY_BYTES || ms > MAX_REPLY_MS) throw new Error(at);
  try {
    expectValidResponse(contract, request.method, request.target.slice('/v1'.length), {
      ...reply,
      json,
    });
  } catch (error) {
    throw new Error(at, { cause: error });
  }
  return { bytes, ms };
}

test('when a request has as many and as long errors as fit, then the response has at most 64 KB and is fast', async () => {
  const failures: unknown[] = [];
  for (const request of WORST_CASE_REQUESTS) {
    try {
      const { bytes, ms } = await check(request);
      process.stdout.write(`error size: ${request.name}: ${bytes} bytes, ${ms.toFixed(1)} ms\n`);
    } catch (error) {
      failures.push(error);
    }
  }
  expect(failures).toEqual([]);
});

test.each([
  ['the fixed seed', 20_261_120],
  ['a fresh seed', RANDOM_SEED],
])(
  'when a request has random errors, then the response has at most 64 KB and is fast: %s',
  async (_, seed) => {
    const random = randomFrom(seed);
    let largest = 0;
    let slowestMs = 0;
    for (let index = 1; index <= RANDOM_REQUESTS; index += 1) {
      try {
        const { bytes, ms } = await check(randomWorstCaseRequest(random));
        largest = Math.max(largest, bytes);
        slowestMs = Math.max(slowestMs, ms);
      } catch (error) {
        throw new Error(`seed ${seed}, request ${index}`, { cause: error });
      }
    }
    process.stdout.write(
      `error size: seed ${seed}, ${RANDOM_REQUESTS} requests, at most ${largest} bytes and ${slowestMs.toFixed(1)} ms\n`,
    );
  },
);
