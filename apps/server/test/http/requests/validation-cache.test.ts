// Validation results of GET requests are cached by URL. Responses must not depend on the cache.
import { connect } from 'node:net';
import { startServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const URLS = ['/pets', '/pets?limit=2', '/pets?limit=0', '/pets?status=sold', '/pets?status=gone'];

test('when a URL is requested again, then the response is the same', async () => {
  for (const path of [...URLS, '/pets/1', '/pets/x', '/store/orders?limit=3', '/pets?nope=1']) {
    const [first, second, third] = [
      await server.call(path),
      await server.call(path),
      await server.call(path),
    ];
    expect([second.status, second.json]).toEqual([first.status, first.json]);
    expect([third.status, third.json]).toEqual([first.status, first.json]);
  }
});

test('when a cached path is requested with another method, then it is validated again', async () => {
  expect((await server.call('/pets')).status).toBe(200);
  expect((await server.call('/pets', { method: 'DELETE' })).status).toBe(405);
  expect((await server.call('/pets', { method: 'POST', json: {} })).status).toBe(400);
  expect((await server.call('/pets', { method: 'HEAD' })).status).toBe(200);
});

test('when a URL is cached as valid, then a request without a key is still a 401', async () => {
  expect((await server.call('/pets')).status).toBe(200);
  expect((await server.call('/pets', { key: null })).status).toBe(401);
});

test('when a GET has a body, then it is validated even if the URL is cached', async () => {
  expect((await server.call('/pets')).status).toBe(200);
  const status = await statusOfGet('{"a":1}', 'text/plain');
  expect(status).toBe(415);
});

test('when large ids are requested again, then they are still exact', async () => {
  const file = '/pets/9007199254740993';
  for (let time = 0; time < 3; time += 1) expect((await server.call(file)).status).toBe(404);
  for (let time = 0; time < 3; time += 1)
    expect((await server.call('/pets/9223372036854775808')).status).toBe(400);
});

test('when an operation is requested with other path parameters, then each is validated', async () => {
  await server.call('/pets', { method: 'POST', json: { name: 'Rex', categoryId: 1 } });
  const statuses: number[] = [];
  for (const id of ['1', '2', '1', 'x', '%31', '1%2F', '%ZZ', '0x1', '1'])
    statuses.push((await server.call(`/pets/${id}`)).status);
  expect(statuses).toEqual([200, 404, 200, 400, 200, 400, 400, 400, 200]);
});

/** Raw, because fetch sends no body with a GET. */
function statusOfGet(body: string, type: string): Promise<number> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.once('error', reject);
    socket.once('data', (data) => {
      socket.destroy();
      resolve(Number(String(data).split(' ')[1]));
    });
    socket.write(
      `GET /v1/pets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  });
}
