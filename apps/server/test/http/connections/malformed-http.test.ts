// Requests that are not valid HTTP, have an invalid Host, or are unusual but valid. Request smuggling: faults/smuggling.test.ts.
import { expectError } from '../../support/expect-error.js';
import { formatRequest, openConnection, sendRaw } from '../../support/raw-connection.js';
import { startServer } from '../../support/start-server.js';
import { useSharedServer } from '../../support/use-server.js';

const server = useSharedServer();

const key = () => `Authorization: Bearer ${server.key}`;

/** Sends a request, reads the response and waits until the server closes the connection. */
async function sendUntilClosed(data: string | Uint8Array) {
  const connection = openConnection(server.url);
  connection.send(data);
  const reply = await connection.reply();
  expect(reply.headers.get('connection')).toBe('close');
  expect(reply.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  await connection.closed;
  await expect(connection.reply()).rejects.toThrow('incomplete response: ');
  return reply;
}

/** Node 20.19's parser takes it for a header with an empty name, which nothing reads. */
const EMPTY_NAME: [string, string][] = process.version.startsWith('v20.19.')
  ? []
  : [['a header without a name', 'GET /v1/pets HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n']];

describe('when the request is not valid HTTP, then it is a JSON 400 and the connection is closed:', () => {
  test.each<[string, string | Uint8Array]>([
    ['binary data', Uint8Array.from([0, 1, 2, 255, 254, 13, 10, 13, 10])],
    ['a TLS hello', Uint8Array.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3])],
    ['plain text', 'Hello there, are you a server?\r\n\r\n'],
    ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['another protocol', 'GET /v1/pets ICE/1.0\r\nHost: a\r\n\r\n'],
    ['a target that is not a path', 'GET pets HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a space in the target', 'GET /v1/pets ?limit=1 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a method in lower case', 'get /v1/pets HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['an unknown method', 'FETCH /v1/pets HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a header without a colon', 'GET /v1/pets HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n'],
    ...EMPTY_NAME,
    ['no host', 'GET /v1/pets HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /v1/pets HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['a CONNECT request', 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22\r\n\r\n'],
  ])('%s', async (_, data) => {
    const [detail] = expectError(await sendUntilClosed(data), 400, 'invalid_request', ['header ']);
    expect(detail?.message).toBe('is not valid HTTP');
  });
});

const INVALID_HOSTS = [
  ...['a b', 'exa<mple.org', 'exa"mple.org', 'a\\b', 'exämple.org', 'exa%mple.org', 'a%zz.org'],
  ...['[::1', '::1', '[::1]x', '[::1%25eth0]', '[fe80::1%eth0]', '[1.2.3.4]', '[v1.]'],
  ...['user@example.org', 'user:secret@example.org', 'http://a.org', 'a.org/', 'a.org/path'],
  ...['a.org?x', 'a.org#x', 'example.org:port', 'example.org:80:80', 'example.org:-1'],
];
const VALID_HOSTS = [
  ...['', 'localhost', 'EXAMPLE.org', 'under_score.example', 'xn--exmple-cua.org'],
  ...['ex%C3%A4mple.org', 'a~b!c$d&e(f)*+,;=', '127.0.0.1', '[::1]', '[::ffff:192.0.2.1]'],
  ...['[v1.fe80::a+en1]', 'example.org:8080', 'example.org:', ':8080', '[2001:db8::7]:443'],
];

test.each(INVALID_HOSTS)(
  'when the host is "%s", then it is a JSON 400 and the connection is closed',
  async (host) => {
    const reply = await sendUntilClosed(formatRequest('GET /v1/pets', [key(), `Host: ${host}`]));
    const [detail] = expectError(reply, 400, 'invalid_request', ['header ']);
    expect(detail?.code).toBe('malformed');
    const old = await sendUntilClosed(`GET /healthz HTTP/1.0\r\nHost: ${host}\r\n\r\n`);
    expectError(old, 400, 'invalid_request');
  },
);

test.each(VALID_HOSTS)('when the host is "%s", then the request is served', async (host) => {
  const request = formatRequest('GET /v1/pets', [key(), `Host: ${host}`]);
  expect((await sendRaw(server.url, request)).status).toBe(200);
});

describe('when the headers exceed 16 KiB, then it is a JSON 431 and the connection is closed:', () => {
  const MANY = Array.from({ length: 200 }, (_, n) => `X-${n}: ${'a'.repeat(100)}`);
  test.each([
    ['one header', '/v1/pets', [`X-Large: ${'a'.repeat(17_000)}`]],
    ['a key', '/v1/pets', [`Authorization: Bearer as_live_${'a'.repeat(17_000)}`]],
    ['many headers', '/v1/pets', MANY],
    ['the URL', `/v1/pets?${'a'.repeat(17_000)}`, []],
  ])('%s', async (_, target, headers) => {
    const reply = await sendUntilClosed(formatRequest(`GET ${target}`, headers));
    expectError(reply, 431, 'invalid_request');
    expect(JSON.parse(reply.text).message).toBe('The headers are larger than 16384 bytes.');
  });

  test('15 KB are accepted', async () => {
    const text = formatRequest('GET /v1/pets', [key(), `X-Large: ${'a'.repeat(15_000)}`]);
    expect((await sendRaw(server.url, text)).status).toBe(200);
  });
});

describe('when HTTP is unusual but valid, then it is served:', () => {
  test.each<[string, string[]]>([
    ['an unknown expectation', ['Expect: miracles']],
    ['an upgrade to WebSocket', ['Connection: Upgrade', 'Upgrade: websocket']],
    ['an upgrade to HTTP/2', ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c']],
    ['an Accept header that excludes JSON', ['Accept: text/html']],
  ])('%s', async (_, headers) => {
    const reply = await sendRaw(server.url, formatRequest('GET /v1/pets', [key(), ...headers]));
    expect([reply.status, reply.text]).toEqual([200, '[]']);
    expect(reply.headers.get('content-type')).toBe('application/json');
    expect(reply.headers.has('x-ratelimit-limit')).toBe(true);
  });

  test('HTTP/1.0 without a host', async () => {
    const reply = await sendRaw(server.url, `GET /v1/pets HTTP/1.0\r\n${key()}\r\n\r\n`);
    expect([reply.status, reply.text]).toEqual([200, '[]']);
  });

  test('pipelined requests, which are answered in order', async () => {
    const connection = openConnection(server.url);
    const targets = ['/v1/pets', '/v1/nope', '/v1/pets?limit=0', '/healthz', '/v1/pets/1'];
    const lines = targets.flatMap((target) => [`HEAD ${target}`, `GET ${target}`]);
    connection.send(lines.map((line) => formatRequest(line, [key()])).join(''));
    const statuses: number[] = [];
    for (const _ of targets) {
      const head = await connection.reply({ withoutBody: true });
      const get = await connection.reply(); // fails if HEAD had a body
      expect(get.status).toBe(head.status);
      statuses.push(get.status);
    }
    expect(statuses).toEqual([200, 404, 400, 200, 404]);
    connection.destroy();
  });
});

test.each(['nonsense\r\n\r\n', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n'])(
  'when a client sends %j and keeps the connection open, then the server can still stop',
  async (data) => {
    const stopping = await startServer();
    const connection = openConnection(stopping.url, { halfOpen: true });
    connection.send(data);
    expectError(await connection.reply(), 400, 'invalid_request');
    await stopping.close();
    connection.destroy();
  },
);
