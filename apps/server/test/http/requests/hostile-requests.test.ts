// Requests that parsers are known to mishandle.
import { connect } from 'node:net';
import { startServer, type TestServer } from '../../support/start-server.js';

const BODY = '{"name":"hc","categoryId":5}';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

/** Sends raw bytes and returns everything received until the connection ends. */
function send(...lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text)).on('error', reject);
    socket.write(lines.join('\r\n'));
  });
}

const post = (...headers: string[]) => [
  'POST /v1/pets HTTP/1.1',
  'Host: x',
  `Authorization: Bearer ${server.key}`,
  'Content-Type: application/json',
  ...headers,
];

const PADDING = Array<string>(2500).fill('a:');

test('when an Authorization header follows 2,500 others, then it is not ignored', async () => {
  const reply = await send(
    'GET /v1/pets HTTP/1.1',
    'Host: x',
    'Connection: close',
    `Authorization: Bearer ${server.key}`,
    ...PADDING,
    'Authorization: Bearer zzz',
    '',
    '',
  );
  expect(reply).toMatch(/^HTTP\/1.1 401 /);
});

test('when the transfer coding is not chunked alone, then it is a 415', async () => {
  const reply = await send(
    ...post('Connection: close', 'Transfer-Encoding: gzip, chunked'),
    '',
    BODY.length.toString(16),
    BODY,
    '0',
    '',
    '',
  );
  expect(reply).toMatch(/^HTTP\/1.1 415 /);
});

test('when there are two Idempotency-Keys, then it is a 400 that names the header', async () => {
  const reply = await send(
    ...post(
      'Connection: close',
      'Idempotency-Key: a1',
      'Idempotency-Key: a2',
      `Content-Length: ${BODY.length}`,
    ),
    '',
    BODY,
  );
  expect(reply).toMatch(/^HTTP\/1.1 400 /);
  expect(reply).toContain('"path":"/Idempotency-Key"');
});

test('when garbage follows a request, then the request still gets its own response', async () => {
  const reply = await send(
    ...post('X-Request-Id: pipe-1', `Content-Length: ${BODY.length}`),
    '',
    `${BODY}GARBAGE`,
    '',
    '',
  );
  expect(reply).toMatch(/^HTTP\/1.1 201 /);
  expect(reply).toContain('X-Request-Id: pipe-1');
});

test("when a chunked body is malformed, then the 400 has the request's own id", async () => {
  const reply = await send(
    ...post('X-Request-Id: mine', 'Transfer-Encoding: chunked'),
    '',
    'zz',
    '',
  );
  expect(reply).toMatch(/^HTTP\/1.1 400 /);
  expect(reply).toContain('X-Request-Id: mine');
});
