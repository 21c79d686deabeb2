// Errors have a bounded size, for the requests with the most and the longest ones. fuzz.test.ts tries random ones.

import { document } from '@animal-store/contract';
import { type Connection, formatRequest, openConnection } from '../support/raw-connection.js';
import { readContract } from '../support/read-contract.js';
import type { ServerProcess } from '../support/start-server-process.js';
import { useTempStore } from '../support/use-temp-store.js';
import { expectValidResponse } from '../support/validate-response.js';
import { createUnlimitedKey } from './inspect-store.js';
import { WORST_CASE_REQUESTS, type WorstCaseRequest } from './worst-case-requests.js';

const MAX_REPLY_BYTES = 65_536;

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
  connection.send(formatRequest(`${method} ${target}`, lines, body));
  return connection.reply();
}

/** @throws an Error that names the request, if the response is too large or violates the contract. */
async function check(request: WorstCaseRequest, name: string): Promise<void> {
  const reply = await send(request);
  const bytes = Buffer.byteLength(reply.text);
  const at = `${name}: ${reply.status}, ${bytes} bytes`;
  if (bytes > MAX_REPLY_BYTES) throw new Error(at);
  const json = reply.text === '' ? undefined : JSON.parse(reply.text);
  const path = request.target.slice('/v1'.length);
  try {
    expectValidResponse(contract, request.method, path, { ...reply, json });
  } catch (error) {
    throw new Error(at, { cause: error });
  }
}

test.each(WORST_CASE_REQUESTS.map((request) => [request.name, request] as const))(
  'when a request has as many and as long errors as fit, then the response has at most 64 KB: %s',
  (name, request) => check(request, name),
);
