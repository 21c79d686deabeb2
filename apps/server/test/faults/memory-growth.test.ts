// Memory must not grow with distinct values that clients send.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { generateApiKey } from '../support/api-keys.js';
import { formatRequest, openConnection } from '../support/raw-connection.js';
import { startServer, type TestServer } from '../support/start-server.js';

const WARM_UP = 2_000;
const MAX_GROWTH_MB = 10;
const PIPELINED = 20;

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

function heapMb(): number {
  if (typeof collectGarbage !== 'function') throw new Error('no gc');
  for (let round = 0; round < 3; round += 1) collectGarbage();
  return process.memoryUsage().heapUsed / 1e6;
}

/** Pipelines the requests from `from` to `to` on one connection, several at a time. */
async function send(server: TestServer, from: number, to: number, make: (n: number) => string) {
  const connection = openConnection(server.url);
  for (let first = from; first < to; first += PIPELINED) {
    const numbers = Array.from({ length: Math.min(PIPELINED, to - first) }, (_, n) => first + n);
    connection.send(numbers.map(make).join(''));
    for (const _ of numbers) await connection.reply();
  }
  connection.destroy();
}

const KINDS: [string, number, (server: TestServer, n: number) => string][] = [
  [
    'Content-Types with a body',
    10_000,
    ({ key }, n) =>
      formatRequest(
        'POST /v1/pets',
        [`Authorization: Bearer ${key}`, `Content-Type: application/x-${n}`, 'Content-Length: 2'],
        '{}',
      ),
  ],
  [
    'Content-Types without a body',
    10_000,
    ({ key }, n) =>
      formatRequest('GET /v1/pets', [
        `Authorization: Bearer ${key}`,
        `Content-Type: application/json; charset=utf-8; n=${n}`,
      ]),
  ],
  [
    'random keys',
    10_000,
    (_, n) =>
      formatRequest('GET /v1/pets', [
        `X-Forwarded-For: 192.0.2.${n % 250}`, // stays within the quota of each address
        `Authorization: Bearer ${n % 2 === 0 ? generateApiKey() : `as_live_${n}`}`,
      ]),
  ],
  [
    'URLs',
    50_000,
    ({ key }, n) =>
      formatRequest(`GET /v1/${['pets', 'nope', 'pets/', 'pets?cursor='][n % 4]}${n}?q${n}=${n}`, [
        `Authorization: Bearer ${key}`,
      ]),
  ],
];

test.each(KINDS)(
  'when requests have distinct %s, then %i of them do not grow the heap',
  async (_, count, make) => {
    const server = await startServer({ trustProxy: 1 });
    await send(server, 0, WARM_UP, (n) => make(server, n));
    const before = heapMb();
    await send(server, WARM_UP, WARM_UP + count, (n) => make(server, n));
    const after = heapMb();
    expect(after - before).toBeLessThan(MAX_GROWTH_MB);
    await server.close();
  },
);
