import { document, type ErrorCode } from '@animal-store/contract';
import { expectError } from '../../support/expect-error.js';
import { formatRequest, sendRaw } from '../../support/raw-connection.js';
import { startServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
let spentKey: string;
beforeAll(async () => {
  server = await startServer();
  const { key } = await server.issueKey('enterprise', { perMinute: 1, perDay: 1_000 });
  spentKey = key;
  await server.call('/pets', { key });
});
afterAll(() => server.close());

interface Request {
  key: string;
  method: string;
  path: string;
  type: string;
  bytes: number;
  query: string;
}

interface Fault {
  status: number;
  code: ErrorCode;
  /** Makes a good request have it. */
  change(request: Request): Partial<Request>;
}

/** In the order in which they win. */
const FAULTS: Record<string, Fault> = {
  'no key': { status: 401, code: 'unauthorized', change: () => ({ key: 'none' }) },
  'a spent quota': { status: 429, code: 'rate_limited', change: () => ({ key: spentKey }) },
  'an unknown path': { status: 404, code: 'not_found', change: () => ({ path: '/nope' }) },
  'a wrong method': { status: 405, code: 'method_not_allowed', change: () => ({ method: 'PUT' }) },
  'a body too large': {
    status: 413,
    code: 'payload_too_large',
    change: () => ({ bytes: document['x-max-body-bytes'] + 1 }),
  },
  'a wrong media type': {
    status: 415,
    code: 'unsupported_media_type',
    change: () => ({ type: 'text/plain' }),
  },
  'an invalid query': { status: 400, code: 'invalid_request', change: () => ({ query: '?x=1' }) },
};

const names = Object.keys(FAULTS);
/** A request without a key has no quota of a key. */
const pairs = names
  .flatMap((winner, index) =>
    names.slice(index + 1).map((loser): [string, string] => [winner, loser]),
  )
  .filter((pair) => !(pair.includes('no key') && pair.includes('a spent quota')));

function send(...faults: readonly (Fault | undefined)[]) {
  const good: Request = {
    key: server.key,
    method: 'POST',
    path: '/pets',
    type: 'application/json',
    bytes: 40,
    query: '',
  };
  let request = good;
  for (const fault of faults) request = { ...request, ...fault?.change(request) };
  const body = '{"name":"Hambone","categoryId":1}'.padEnd(request.bytes, ' ');
  const headers = [
    `Authorization: Bearer ${request.key}`,
    `Content-Type: ${request.type}`,
    `Content-Length: ${body.length}`,
  ];
  const startLine = `${request.method} /v1${request.path}${request.query}`;
  return sendRaw(server.url, formatRequest(startLine, headers, body));
}

test('when a request has no fault, then it is taken', async () => {
  expect((await send()).status).toBe(201);
});

test.each(pairs)('when a request has %s and %s, then the first one is told', async (...two) => {
  const [winner, loser] = two.map((name) => FAULTS[name]);
  if (winner === undefined) throw new Error('no such fault');
  expectError(await send(winner, loser), winner.status, winner.code);
});

test.each(names)('when a request has %s alone, then it is told', async (name) => {
  const { [name]: fault } = FAULTS;
  if (fault === undefined) throw new Error('no such fault');
  expectError(await send(fault), fault.status, fault.code);
});

test.each([
  ['not JSON', '{'],
  ['not UTF-8', Uint8Array.from([0xff])],
  ['nothing that the contract knows', '{"x":1}'],
])('when the body is %s, then the path and the method are judged first', async (_, body) => {
  const post = (path: string, method: string) =>
    server.call(path, { method, body, headers: { 'Content-Type': 'application/json' } });
  expectError(await post('/nope', 'POST'), 404, 'not_found');
  expectError(await post('/pets', 'PUT'), 405, 'method_not_allowed');
  expectError(await post('/pets', 'POST'), 400, 'invalid_request');
});

test('when a body of unknown length never comes, then an unknown path is a 404 all the same', async () => {
  const headers = [`Authorization: Bearer ${server.key}`, 'Transfer-Encoding: chunked'];
  const reply = await sendRaw(server.url, formatRequest('POST /v1/nope', headers));
  expectError(reply, 404, 'not_found');
});
