// Equivalence check before the measurement: same responses to valid requests, 401 without a valid key, 400 for bad input.
import { isDeepStrictEqual } from 'node:util';
import { type Answer, request, type Server } from './server-process.js';
import { BASELINES } from './servers.js';

const POSTS = [
  { sent: '{"name":"Hambone","categoryId":1,"status":"sold"}', status: 201, same: true },
  { sent: '{"name":"Hambone"}', status: 400, same: false },
  { sent: '{"name":"","categoryId":1}', status: 400, same: false },
  { sent: '{"name":"Hambone","categoryId":1,"status":"lost"}', status: 400, same: false },
];

export async function verify(servers: readonly Server[]): Promise<void> {
  const [reference] = servers.filter(({ name }) => name === 'ours').concat(servers);
  if (reference === undefined) throw new Error('no server is selected');
  const listing = await ask(reference, '/v1/pets?limit=20');
  const animal = await ask(reference, '/v1/pets/4711');
  const filtered = await ask(reference, '/v1/pets?limit=3&status=sold');
  for (const server of servers) {
    expectSame(server, 'a listing', await ask(server, '/v1/pets?limit=20'), listing);
    if (BASELINES.includes(server.name)) continue;
    expectSame(server, 'one animal', await ask(server, '/v1/pets/4711'), animal);
    expectSame(server, 'a filter', await ask(server, '/v1/pets?limit=3&status=sold'), filtered);
    const anonymous = await request(`${server.origin}/v1/pets?limit=20`);
    expectStatus(server, 'a listing without a key', anonymous, 401);
    const invalid = await request(`${server.origin}/v1/pets`, `${server.store.key}x`);
    expectStatus(server, 'a listing with a wrong key', invalid, 401);
    for (const query of ['limit=0', 'limit=x', 'status=lost']) {
      expectStatus(server, query, await ask(server, `/v1/pets?${query}`), 400);
    }
    expectStatus(server, 'an unknown animal', await ask(server, '/v1/pets/99999999'), 404);
    for (const { sent, status, same } of POSTS) {
      const posted = await request(`${server.origin}/v1/pets`, server.store.key, sent);
      expectStatus(server, sent, posted, status);
      const { id, ...rest } = JSON.parse(posted.body);
      if (same && !(id > 0 && isDeepStrictEqual(rest, JSON.parse(sent)))) {
        throw new Error(`${server.name} returned ${posted.body} for a new animal`);
      }
    }
  }
}

function ask({ origin, store }: Server, path: string): Promise<Answer> {
  return request(origin + path, store.key);
}

function expectSame(
  server: Server,
  what: string,
  { status, body }: Answer,
  expected: Answer,
): void {
  expectStatus(server, what, { status, body }, 200);
  if (!isDeepStrictEqual(JSON.parse(body), JSON.parse(expected.body))) {
    throw new Error(`${server.name} returned other animals for ${what}: ${body.slice(0, 200)}`);
  }
}

function expectStatus(server: Server, what: string, answer: Answer, expected: number): void {
  if (answer.status === expected) return;
  throw new Error(`${server.name} returned ${answer.status} instead of ${expected} for ${what}`);
}
