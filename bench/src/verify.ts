// Comparison of responses before anything is timed: the same bytes for the same animals, the same statuses for bad requests, and, where a
// server has the duties of the animal store, the same headers, errors and bans. A difference stops the run.
import { type Answer, hasDuties, request, SERVERS, type Server } from './servers.js';
import { ANIMALS, pagePath, pages } from './works.js';

interface Sent {
  path: string;
  status: number;
  body?: string;
  headers?: Readonly<Record<string, string>>;
  /** By default, the one without a limit. */
  key?: string;
}

const PETS = '/v1/pets';
const COMPARED_PAGES = 200;
const LAST_PAGE = { after: ANIMALS - 10, limit: 10, status: '' };
/** More digits than a double holds. */
const LONG_ID = '{"name":"Hambone","categoryId":9007199254740993}';
const bad = (...queries: string[]): Sent[] =>
  queries.map((query) => ({ path: `${PETS}?${query}`, status: 400 }));
const posts = (status: number, ...bodies: string[]): Sent[] =>
  bodies.map((body) => ({ path: PETS, body, status }));

/** To all servers but the floor. */
const REQUESTS: readonly Sent[] = [
  { path: `${PETS}?limit=20`, status: 401, key: '' },
  { path: `${PETS}?limit=20`, status: 401, key: 'as_live_unknown' },
  ...bad('limit=0', 'limit=101', 'limit=x', 'limit=1.5', 'status=lost'),
  { path: `${PETS}/x`, status: 400 },
  { path: `${PETS}/99999999`, status: 404 },
  { path: '/v1/nothing', status: 404 },
  ...posts(400, '{"name":"Hambone"}', '{"name":"","categoryId":1}', '{"name":'),
  ...posts(400, '{"name":"Hambone","categoryId":1,"status":"lost"}'),
  ...posts(400, '{"name":"Hambone","categoryId":1.5}'),
  ...posts(201, '{"name":"Hambone","categoryId":1,"status":"sold"}'),
  ...posts(201, '{"name":"Zo\\u00eb \\"2\\"","categoryId":7}'),
];
/** To servers with the duties, which agree on headers and errors, too. */
const STRICT_REQUESTS: readonly Sent[] = [
  ...REQUESTS,
  { path: `${PETS}?limit=20`, status: 200, headers: { 'X-Request-Id': 'bench-1' } },
  { path: `${PETS}?limit=20`, status: 200, headers: { 'X-Request-Id': 'not safe' } },
  { path: `${PETS}/4711`, status: 200 },
  ...posts(201, LONG_ID),
  ...posts(400, '{"name":"Hambone","categoryId":9223372036854775808}'),
  ...posts(400, '{"name":"a\\u0001","categoryId":1}', '{"name":"Hambone","categoryId":"1"}'),
  ...posts(400, '{"name":"Hambone","categoryId":1,"age":3}'),
  ...posts(413, `{"name":"${'a'.repeat(20_000)}"}`),
  { path: PETS, body: LONG_ID, headers: { 'Content-Type': 'text/plain' }, status: 415 },
  ...bad('limit=0x10', 'limit=1e1', 'limit=%2B5', 'limit=5.0', 'limit=', 'limit=1&limit=2'),
  ...bad('age=3', 'cursor=20', 'cursor=MjA.AAAAAAAAAAAAAAAAAAAAAA'),
  {
    path: pagePath({ after: 20, limit: 20, status: 'sold' }, true).replace('sold', 'pending'),
    status: 400,
  },
  { path: `${PETS}/0x10`, status: 400 },
  { path: `${PETS}/1e1`, status: 400 },
  { path: `${PETS}/9223372036854775808`, status: 400 },
  { path: `${PETS}/9223372036854775807`, status: 404 },
];
/** Headers that belong to the connection or the framing. */
const OTHER_HEADERS = ['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'];
/** Of a value: a request id that was made, and the charset that Fastify adds. */
const VARYING = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$|; charset=utf-8$/;
/** What remains of a quota, and until when. */
const VARYING_HEADERS = /^(x-ratelimit-(remaining|reset)|ratelimit)$/;

/** Reads of all servers come before the writes of any, because servers may share a database. */
export async function verify(servers: readonly Server[]): Promise<void> {
  const reference = servers.find(({ name }) => name === 'ours');
  if (reference === undefined) throw new Error('the animal store does not run');
  for (const server of servers) await verifyPages(server, reference);
  for (const server of servers) {
    if (server.name === 'floor') continue;
    const isStrict = hasDuties(server.name);
    for (const sent of isStrict ? STRICT_REQUESTS : REQUESTS)
      await compare(server, reference, sent, isStrict);
    if (isStrict) await verifyBan(server);
  }
}

/** A server accepts the cursors that the works compute, and agrees on whether there is a next page. */
async function verifyPages(server: Server, reference: Server): Promise<void> {
  const listings = ['?limit=3&status=sold', '?limit=20', '/4711'].map((end) => [PETS + end]);
  const compared = [...pages.slice(0, COMPARED_PAGES), LAST_PAGE].map((page) =>
    [server, reference].map(({ name }) => pagePath(page, hasDuties(name))),
  );
  for (const [path = '', samePath = path] of [...listings, ...compared]) {
    const answer = await send(server, { path });
    const expected = await send(reference, { path: samePath });
    const where = `${SERVERS[server.name]} for ${path}`;
    expectSame(where, [answer.status, answer.body], [200, expected.body]);
    const [next, sameNext] = [answer, expected].map(({ headers }) => {
      const link = headers.get('link') ?? '';
      return hasDuties(server.name) ? link : link.includes('rel="next"');
    });
    expectSame(where, next, sameNext);
  }
}

async function compare(server: Server, reference: Server, sent: Sent, isStrict: boolean) {
  const where = `${SERVERS[server.name]} for ${sent.path} ${sent.body?.slice(0, 80) ?? ''}`;
  const [answer, expected] = [await send(server, sent), await send(reference, sent)];
  expectSame(where, answer.status, sent.status);
  if (isStrict) expectSame(where, headersOf(answer), headersOf(expected));
  if (isStrict && sent.status >= 400) expectSame(where, errorOf(answer), errorOf(expected));
  if (sent.status !== 201) return;
  const id = /^\{"id":(\d+),/.exec(answer.body)?.[1];
  expectSame(where, withoutId(answer.body), withoutId(expected.body));
  const stored = await send(server, { path: `${PETS}/${id}` });
  expectSame(`${where}, stored`, stored.body, answer.body);
}

/** Uses up the quota of the free key until it is banned. The minute may end meanwhile. */
async function verifyBan(server: Server): Promise<void> {
  const codes: string[] = [];
  while (codes.at(-1) !== 'key_banned' && codes.length < 200) {
    const path = `${PETS}?limit=1`;
    const { status, body, headers } = await send(server, { path, key: server.store.freeKey });
    codes.push(status === 200 ? 'admitted' : JSON.parse(body).code);
    if (status === 429 && !(Number(headers.get('retry-after')) > 0)) codes.push('no Retry-After');
  }
  const kinds = [...new Set(codes)].join();
  if (kinds === 'key_banned') return; // since the check of another server with the same counters
  const refusals = codes.filter((code) => code === 'rate_limited').length;
  const actual = [kinds, refusals >= 9];
  expectSame(SERVERS[server.name], actual, ['admitted,rate_limited,key_banned', true]);
}

function send({ origins: [origin], store }: Server, sent: Omit<Sent, 'status'>): Promise<Answer> {
  return request(origin + sent.path, sent.key ?? store.key, sent.body, sent.headers);
}

function expectSame(where: string, actual: unknown, expected: unknown): void {
  const [left = '', right = ''] = [actual, expected].map((value) => JSON.stringify(value));
  if (left === right) return;
  throw new Error(`${where}:\n  ${left.slice(0, 400)}\ninstead of\n  ${right.slice(0, 400)}`);
}

function headersOf({ headers }: Answer): string[] {
  return [...headers]
    .filter(([name]) => !OTHER_HEADERS.includes(name))
    .map(([name, value]) =>
      VARYING_HEADERS.test(name) ? name : `${name}: ${value.replace(VARYING, '')}`,
    );
}

/** What is the same for every server with our errors. */
function errorOf({ body }: Answer) {
  const { code, message, status }: Record<string, unknown> = JSON.parse(body);
  return { code, message, status };
}

function withoutId(body: string): string {
  return body.replace(/^\{"id":\d+,/, '{');
}
