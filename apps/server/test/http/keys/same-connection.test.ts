// Authentication results cached per connection must not leak to other clients of the same connection, such as a
// proxy's.
import { Agent, request } from 'node:http';
import { generateApiKey } from '../../../src/keys/api-key.js';
import { startServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
let agent: Agent;
beforeEach(async () => {
  server = await startServer();
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(async () => {
  agent.destroy();
  await server.close();
});

interface Result {
  status: number | undefined;
  port: number | undefined;
  limit: unknown;
}

function send(authorization: string | undefined): Promise<Result> {
  return new Promise((resolve, reject) => {
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    const req = request(`${server.url}/v1/pets`, { agent, headers }, (reply) => {
      const port = reply.socket.localPort; // before the agent takes the socket back
      const limit = reply.headers['x-ratelimit-limit'];
      reply.resume().on('end', () => resolve({ status: reply.statusCode, port, limit }));
    });
    req.on('error', reject).end();
  });
}

test('when a connection sends different keys, then each request is authenticated on its own', async () => {
  const [free, pro] = [await server.issueKey('free'), await server.issueKey('pro')];
  const [freeLimit, proLimit] = [
    (await send(`Bearer ${free.key}`)).limit,
    (await send(`Bearer ${pro.key}`)).limit,
  ];
  expect(freeLimit).not.toBe(proLimit);
  const wanted: [string | undefined, number, unknown?][] = [
    [`Bearer ${free.key}`, 200, freeLimit],
    [`Bearer ${free.key}`, 200, freeLimit],
    [`Bearer ${pro.key}`, 200, proLimit],
    [undefined, 401],
    [`Bearer ${generateApiKey()}`, 401],
    [`Bearer ${pro.key}`, 200, proLimit],
    [`Bearer ${pro.key}x`, 401],
    [`bearer  ${free.key}`, 200, freeLimit],
  ];
  const ports = new Set();
  for (const [authorization, status, limit] of wanted) {
    const result = await send(authorization);
    expect(result.status).toBe(status);
    if (limit !== undefined) expect(result.limit).toBe(limit);
    ports.add(result.port);
  }
  expect(ports.size).toBe(1);
});

test('when a key is revoked, then the next request on a connection that sent it is a 401', async () => {
  const { id, key } = await server.issueKey('pro');
  expect((await send(`Bearer ${key}`)).status).toBe(200);
  await server.store.keys.revoke(id, server.clock.nowMs);
  expect((await send(`Bearer ${key}`)).status).toBe(401);
});
