import { generateApiKey } from '../../../src/keys/api-key.js';
import { TOO_LARGE_BYTES } from '../../support/contract-values.js';
import { type CallOptions, startServer, type TestServer } from '../../support/start-server.js';
import { CHALLENGE, expectUnauthorized, INVALID_TOKEN } from './expect-unauthorized.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const json = { 'Content-Type': 'application/json' };
const requests: [what: string, path: string, options: CallOptions][] = [
  ['404 for an unknown path', '/nothing/here', {}],
  ['404 for the base path itself', '', {}],
  ['404 for an unknown animal', '/pets/99', {}],
  ['404 for a path with a stray slash', '/pets/', {}],
  ['405', '/pets', { method: 'DELETE' }],
  ['405 on a path with a parameter', '/pets/1', { method: 'POST' }],
  ['204 to OPTIONS', '/pets', { method: 'OPTIONS' }],
  ['400 for a parameter', '/pets?limit=0', {}],
  ['400 for an unknown parameter', '/pets?nothing=1', {}],
  ['400 for a path parameter', '/pets/abc', {}],
  ['400 for malformed percent-encoding', '/pets/%zz', {}],
  ['400 for a body', '/pets', { method: 'POST', json: {} }],
  ['400 for malformed JSON', '/pets', { method: 'POST', body: '{', headers: json }],
  ['413', '/pets', { method: 'POST', body: 'x'.repeat(TOO_LARGE_BYTES), headers: json }],
  ['415', '/pets', { method: 'POST', body: 'x', headers: { 'Content-Type': 'text/plain' } }],
  ['200', '/pets', {}],
  ['200 of a deprecated operation', '/pets/1', {}],
  ['201', '/pets', { method: 'POST', json: { name: 'Emily', categoryId: 2 } }],
];

test.each(requests)(
  'when a request has no valid key, then it is a 401 instead of %s',
  async (_, path, options) => {
    await server.call('/pets', { method: 'POST', json: { name: 'Hambone', categoryId: 1 } });
    const reference = await server.call('/pets', { key: null });
    const reply = await server.call(path, { ...options, key: null });
    expectUnauthorized(reply, CHALLENGE);
    expect(reply.text).toBe(reference.text);
    // no Allow, Deprecation or Link reveals what the path is
    expect([...reply.headers.keys()]).toEqual([...reference.headers.keys()]);
    const badKey = await server.call(path, { ...options, key: generateApiKey() });
    expectUnauthorized(badKey, INVALID_TOKEN);
    expect(badKey.text).toBe(reference.text);
  },
);

test('when a HEAD request has no key, then it gets only the headers of a 401', async () => {
  const reply = await server.call('/pets', { method: 'HEAD', key: null });
  expect([reply.status, reply.text]).toEqual([401, '']);
  expect(reply.headers.get('WWW-Authenticate')).toBe(CHALLENGE);
});

test('when a request has no valid key, then it changes nothing', async () => {
  const json = { name: 'Emily', categoryId: 2 };
  await server.call('/pets', { method: 'POST', json, key: null });
  await server.call('/pets', { method: 'POST', json, key: generateApiKey() });
  expect((await server.call('/pets')).json).toEqual([]);
});
