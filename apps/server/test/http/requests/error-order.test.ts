import { document, type ErrorCode } from '@animal-store/contract';
import { expectError } from '../../support/expect-error.js';
import { formatRequest, sendRaw } from '../../support/raw-connection.js';
import { startServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
let keyOverQuota: string;
let readOnlyKey: string;
const MANY = { perMinute: 1_000, perDay: 1_000 };
beforeAll(async () => {
  server = await startServer();
  const { key } = await server.issueKey('enterprise', { perMinute: 1, perDay: 1_000 });
  keyOverQuota = key;
  await server.call('/pets', { key });
  const restricted = await server.issueKey('enterprise', MANY, { isReadOnly: true });
  readOnlyKey = restricted.key;
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

interface ErrorCase {
  status: number;
  code: ErrorCode;
  /** Changes of a valid request that cause the error. */
  change(request: Request): Partial<Request>;
}

/** In order of precedence. */
const ERRORS: Record<string, ErrorCase> = {
  'no key': { status: 401, code: 'unauthorized', change: () => ({ key: 'none' }) },
  'a used-up quota': { status: 429, code: 'rate_limited', change: () => ({ key: keyOverQuota }) },
  'an unknown path': { status: 404, code: 'not_found', change: () => ({ path: '/nope' }) },
  'a wrong method': { status: 405, code: 'method_not_allowed', change: () => ({ method: 'PUT' }) },
  'a key that is read-only': {
    status: 403,
    code: 'forbidden',
    change: () => ({ key: readOnlyKey }),
  },
  'a body that is too large': {
    status: 413,
    code: 'payload_too_large',
    change: () => ({ bytes: document['x-max-body-bytes'] + 1 }),
  },
  'an unsupported media type': {
    status: 415,
    code: 'unsupported_media_type',
    change: () => ({ type: 'text/plain' }),
  },
  'an invalid query': { status: 400, code: 'invalid_request', change: () => ({ query: '?x=1' }) },
};

const names = Object.keys(ERRORS);
/** A request has one key. */
const KEYS = ['no key', 'a used-up quota', 'a key that is read-only'];
const pairs = names
  .flatMap((winner, index) =>
    names.slice(index + 1).map((loser): [string, string] => [winner, loser]),
  )
  .filter((pair) => !pair.every((name) => KEYS.includes(name)));

function send(...errorCases: readonly (ErrorCase | undefined)[]) {
  const good: Request = {
    key: server.key,
    method: 'POST',
    path: '/pets',
    type: 'application/json',
    bytes: 40,
    query: '',
  };
  let request = good;
  for (const errorCase of errorCases) request = { ...request, ...errorCase?.change(request) };
  const body = '{"name":"Hambone","categoryId":1}'.padEnd(request.bytes, ' ');
  const headers = [
    `Authorization: Bearer ${request.key}`,
    `Content-Type: ${request.type}`,
    `Content-Length: ${body.length}`,
  ];
  const startLine = `${request.method} /v1${request.path}${request.query}`;
  return sendRaw(server.url, formatRequest(startLine, headers, body));
}

test('when a request is valid, then it is accepted', async () => {
  expect((await send()).status).toBe(201);
});

test.each(pairs)('when a request has %s and %s, then the first one wins', async (...two) => {
  const [winner, loser] = two.map((name) => ERRORS[name]);
  if (winner === undefined) throw new Error('no such error case');
  expectError(await send(winner, loser), winner.status, winner.code);
});

test.each(names)('when a request has only %s, then that is its error', async (name) => {
  const { [name]: errorCase } = ERRORS;
  if (errorCase === undefined) throw new Error('no such error case');
  expectError(await send(errorCase), errorCase.status, errorCase.code);
});

test.each([
  ['not JSON', '{'],
  ['not UTF-8', Uint8Array.from([0xff])],
  ['an unknown property', '{"x":1}'],
])('when the body is %s, then path and method are checked first', async (_, body) => {
  const post = (path: string, method: string) =>
    server.call(path, { method, body, headers: { 'Content-Type': 'application/json' } });
  expectError(await post('/nope', 'POST'), 404, 'not_found');
  expectError(await post('/pets', 'PUT'), 405, 'method_not_allowed');
  expectError(await post('/pets', 'POST'), 400, 'invalid_request');
});

test('when a body of unknown length never arrives, then an unknown path is still a 404', async () => {
  const headers = [`Authorization: Bearer ${server.key}`, 'Transfer-Encoding: chunked'];
  const reply = await sendRaw(server.url, formatRequest('POST /v1/nope', headers));
  expectError(reply, 404, 'not_found');
});
