import { hasValidHost } from '../../../src/http/host-header.js';
import { expectError } from '../../support/expect-error.js';
import { formatRequest, sendRaw } from '../../support/raw-connection.js';
import { startServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const INVALID = [
  'a b',
  'ex ample',
  '[::1',
  '::1',
  '[::1]x',
  '[::1%25eth0]',
  '[fe80::1%eth0]',
  '[1.2.3.4]',
  '[v1.]',
  'user@example.org',
  'user:secret@example.org',
  'example.org/',
  'example.org/path',
  'http://example.org',
  'example.org?x',
  'example.org#x',
  'example.org:port',
  'example.org:80:80',
  'example.org:-1',
  'exa%mple.org',
  'exa%zzmple.org',
  'exa<mple.org',
  'exa"mple.org',
  'exa\\mple.org',
  'exämple.org',
];

const VALID = [
  '',
  'localhost',
  'example.org',
  'example.org:8080',
  'example.org:',
  ':8080',
  '127.0.0.1',
  '127.0.0.1:80',
  '[::1]',
  '[::1]:8080',
  '[2001:db8::7]:443',
  '[::ffff:192.0.2.1]',
  '[v1.fe80::a+en1]',
  'EXAMPLE.org',
  'under_score.example',
  'xn--exmple-cua.org',
  'ex%C3%A4mple.org',
  'a~b!c$d&e(f)*+,;=',
];

test.each(INVALID)(
  'when the host is %s, then it is a 400 that closes the connection',
  async (host) => {
    const headers = [`Authorization: Bearer ${server.key}`, `Host: ${host}`];
    const reply = await sendRaw(server.url, formatRequest('GET /v1/pets', headers));
    const [detail] = expectError(reply, 400, 'invalid_request', ['header ']);
    expect(detail?.code).toBe('malformed');
    expect(reply.headers.get('connection')).toBe('close');
  },
);

test.each(VALID)('when the host is %s, then the request is served', async (host) => {
  const headers = [`Authorization: Bearer ${server.key}`, `Host: ${host}`];
  expect((await sendRaw(server.url, formatRequest('GET /v1/pets', headers))).status).toBe(200);
});

test('when the host is invalid in HTTP/1.0, then it is a 400', async () => {
  const reply = await sendRaw(server.url, 'GET /healthz HTTP/1.0\r\nHost: a b\r\n\r\n');
  expectError(reply, 400, 'invalid_request');
});

test('when the host is very long, then it is checked in linear time', () => {
  const startMs = performance.now();
  for (const unit of ['a', '%41', '%', '[', ':', 'a.', '1']) {
    const rawHeaders = ['Host', `${unit.repeat(1_000_000)} `];
    expect(hasValidHost({ rawHeaders, httpVersion: '1.1' })).toBe(false);
  }
  expect(performance.now() - startMs).toBeLessThan(5_000);
});
