// What a connection sent last is remembered. Whoever shares it, as clients behind a proxy do, must not notice.
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

interface Answer {
  status: number | undefined;
  port: number | undefined;
  limit: unknown;
}

function ask(authorization: string | undefined): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    const req = request(`${server.url}/v1/pets`, { agent, headers }, (reply) => {
      const port = reply.socket.localPort; // read now: later the connection is the agent's again
      const limit = reply.headers['x-ratelimit-limit'];
      reply.resume().on('end', () => resolve({ status: reply.statusCode, port, limit }));
    });
    req.on('error', reject).end();
  });
}

test('when one connection sends different keys, none and wrong ones, then each request is answered for its own', async () => {
  const [free, pro] = [await server.issueKey('free'), await server.issueKey('pro')];
  const [freeLimit, proLimit] = [
    (await ask(`Bearer ${free.key}`)).limit,
    (await ask(`Bearer ${pro.key}`)).limit,
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
    const answer = await ask(authorization);
    expect(answer.status).toBe(status);
    if (limit !== undefined) expect(answer.limit).toBe(limit);
    ports.add(answer.port);
  }
  expect(ports.size).toBe(1);
});

test('when a key is revoked, then the next request of a connection that sent it before is refused', async () => {
  const { id, key } = await server.issueKey('pro');
  expect((await ask(`Bearer ${key}`)).status).toBe(200);
  await server.store.keys.revoke(id, server.clock.nowMs);
  expect((await ask(`Bearer ${key}`)).status).toBe(401);
});
