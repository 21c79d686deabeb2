// Check of the duties of the animal store, which Fastify with our duties has, too: headers, errors, strict input, idempotency, quotas.
import { randomUUID } from 'node:crypto';
import { errorOf, expectSame, expectStatus, headerNames } from './expect.js';
import { pagePath } from './pages.js';
import { type Answer, type RequestOptions, request, type Server } from './server-process.js';

const SAME_HEADERS = [
  'cache-control',
  'deprecation',
  'ratelimit-policy',
  'sunset',
  'vary',
  'www-authenticate',
  'x-content-type-options',
  'x-ratelimit-limit',
];
const ANIMAL = '{"name":"Hambone","categoryId":1}';
/** More digits than a double holds. */
const LONG_ID = '{"name":"Hambone","categoryId":9007199254740993}';
const FREE_PER_MINUTE = 60;
const REFUSALS_BEFORE_BAN = 9;

interface Sent extends RequestOptions {
  path: string;
  status: number;
}

const REQUESTS: readonly Sent[] = [
  { path: '/v1/pets?limit=20', status: 200 },
  { path: '/v1/pets/4711', status: 200 },
  { path: '/v1/pets', body: ANIMAL, status: 201 },
  { path: '/v1/pets', body: LONG_ID, status: 201 },
  { path: '/v1/pets', body: '{"name":"Hambone","categoryId":9223372036854775808}', status: 400 },
  { path: '/v1/pets', body: '{"name":"a\\u0001","categoryId":1}', status: 400 },
  { path: '/v1/pets', body: '{"name":"Hambone","categoryId":"1"}', status: 400 },
  { path: '/v1/pets', body: '{"name":"Hambone","categoryId":1,"age":3}', status: 400 },
  { path: '/v1/pets', body: '{"name":', status: 400 },
  { path: '/v1/pets', body: `{"name":"${'a'.repeat(20_000)}"}`, status: 413 },
  { path: '/v1/pets', body: ANIMAL, headers: { 'Content-Type': 'text/plain' }, status: 415 },
  { path: '/v1/pets', body: ANIMAL, headers: { 'Idempotency-Key': 'a'.repeat(256) }, status: 400 },
  { path: '/v1/pets?limit=0x10', status: 400 },
  { path: '/v1/pets?limit=1e1', status: 400 },
  { path: '/v1/pets?limit=%2B5', status: 400 },
  { path: '/v1/pets?limit=5.0', status: 400 },
  { path: '/v1/pets?limit=', status: 400 },
  { path: '/v1/pets?limit=1&limit=2', status: 400 },
  { path: '/v1/pets?age=3', status: 400 },
  { path: '/v1/pets?cursor=20', status: 400 },
  { path: '/v1/pets?cursor=MjA.AAAAAAAAAAAAAAAAAAAAAA', status: 400 },
  { path: '/v1/pets/0x10', status: 400 },
  { path: '/v1/pets/1e1', status: 400 },
  { path: '/v1/pets/9223372036854775808', status: 400 },
  { path: '/v1/pets/9223372036854775807', status: 404 },
  { path: '/v1/nothing', status: 404 },
];

/** Compares the server with the reference, which may be the same one. */
export async function verifyDuties(server: Server, reference: Server): Promise<void> {
  for (const sent of REQUESTS) {
    const where = `${server.name} for ${sent.path} ${sent.body?.slice(0, 80) ?? ''}`;
    const answer = await send(server, sent);
    expectStatus(where, answer, sent.status);
    compareAnswers(where, answer, await send(reference, sent));
  }
  await verifyLongId(server);
  await verifyForeignCursor(server);
  await verifyAnonymous(server, reference);
  await verifyRequestId(server);
  await verifyIdempotency(server);
  await verifyQuota(server);
}

function compareAnswers(where: string, answer: Answer, expected: Answer): void {
  expectSame(where, 'set of headers', headerNames(answer), headerNames(expected));
  for (const name of SAME_HEADERS)
    expectSame(where, name, answer.headers[name], expected.headers[name]);
  if (answer.status >= 400) expectSame(where, 'error', errorOf(answer), errorOf(expected));
}

async function verifyLongId(server: Server): Promise<void> {
  const created = await send(server, { path: '/v1/pets', body: LONG_ID });
  const id = /^\{"id":(\d+),/.exec(created.body)?.[1];
  const stored = await send(server, { path: `/v1/pets/${id}` });
  const expected = LONG_ID.replace('{', `{"id":${id},`);
  expectSame(server.name, 'animal with a long number', created.body, expected);
  expectSame(server.name, 'stored animal with a long number', stored.body, expected);
}

/** A cursor is bound to its filter. */
async function verifyForeignCursor(server: Server): Promise<void> {
  const page = { after: 20, limit: 20, status: 'sold' };
  const path = pagePath(page, true).replace('sold', 'pending');
  expectStatus(`${server.name} for ${path}`, await send(server, { path }), 400);
}

async function verifyAnonymous(server: Server, reference: Server): Promise<void> {
  const path = '/v1/pets?limit=20';
  const where = `${server.name} without a key`;
  const answer = await request(server.origin + path);
  compareAnswers(where, answer, await request(reference.origin + path));
}

async function verifyRequestId(server: Server): Promise<void> {
  const echo = async (id: string) => {
    const headers = { 'X-Request-Id': id };
    return (await send(server, { path: '/v1/pets?limit=1', headers })).headers['x-request-id'];
  };
  expectSame(server.name, 'request id', await echo('bench-1'), 'bench-1');
  const replaced = await echo('not safe');
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(String(replaced)))
    throw new Error(`${server.name} returned the request id ${replaced} instead of a UUID`);
}

async function verifyIdempotency(server: Server): Promise<void> {
  const headers = { 'Idempotency-Key': randomUUID() };
  const path = '/v1/pets';
  const first = await send(server, { path, headers, body: ANIMAL });
  const again = await send(server, {
    path,
    headers,
    body: '{ "categoryId": 1, "name": "Hambone" }',
  });
  const other = await send(server, { path, headers, body: ANIMAL.replace('1', '2') });
  const where = `${server.name} with an Idempotency-Key`;
  expectStatus(where, first, 201);
  expectStatus(where, again, 201);
  expectSame(where, 'replay', again.body, first.body);
  const marks = [first, again].map((answer) => answer.headers['idempotency-replayed']);
  expectSame(where, 'Idempotency-Replayed', marks.join(), ',true');
  expectStatus(where, other, 422);
  expectSame(where, 'code', JSON.parse(other.body).code, 'idempotency_mismatch');
}

/** Uses up the quota of the free key until it is banned. The minute may end meanwhile. */
async function verifyQuota(server: Server): Promise<void> {
  const codes: string[] = [];
  while (codes.at(-1) !== 'key_banned' && codes.length < 3 * FREE_PER_MINUTE) {
    const { origin, store } = server;
    const answer = await request(`${origin}/v1/pets?limit=1`, { key: store.freeKey });
    codes.push(answer.status === 200 ? 'admitted' : JSON.parse(answer.body).code);
    if (answer.status === 429 && !(Number(answer.headers['retry-after']) > 0))
      throw new Error(`${server.name} refused a request without Retry-After`);
  }
  if (codes[0] === 'key_banned') return; // since the check of another server with the same counters
  const isBanned =
    codes.at(-1) === 'key_banned' &&
    codes.filter((code) => code === 'rate_limited').length >= REFUSALS_BEFORE_BAN;
  if (!isBanned)
    throw new Error(`${server.name} did not ban a key: ${codes.slice(-12).join(', ')}`);
}

function send({ origin, store }: Server, { path, ...options }: Omit<Sent, 'status'>) {
  return request(origin + path, { key: store.key, ...options });
}
