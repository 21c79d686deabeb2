// Nobody is measured who does not do the work: the same animals for the same requests, no answer without a key, no bad input.
import { isDeepStrictEqual } from 'node:util';
import { FLOORS } from './contestants.js';
import { type Answer, request, type Server } from './server-process.js';

const POSTS = [
  { sent: '{"name":"Hambone","categoryId":1,"status":"sold"}', status: 201, same: true },
  { sent: '{"name":"Hambone"}', status: 400, same: false },
  { sent: '{"name":"","categoryId":1}', status: 400, same: false },
  { sent: '{"name":"Hambone","categoryId":1,"status":"lost"}', status: 400, same: false },
];

export async function verify(servers: readonly Server[]): Promise<void> {
  const [reference] = servers.filter(({ name }) => name === 'ours').concat(servers);
  if (reference === undefined) throw new Error('there is nobody to measure');
  const listing = await ask(reference, '/v1/pets?limit=20');
  const animal = await ask(reference, '/v1/pets/4711');
  const filtered = await ask(reference, '/v1/pets?limit=3&status=sold');
  for (const server of servers) {
    expectSame(server, 'a listing', await ask(server, '/v1/pets?limit=20'), listing);
    if (FLOORS.includes(server.name)) continue;
    expectSame(server, 'one animal', await ask(server, '/v1/pets/4711'), animal);
    expectSame(server, 'a filter', await ask(server, '/v1/pets?limit=3&status=sold'), filtered);
    const stranger = await request(`${server.origin}/v1/pets?limit=20`);
    expectStatus(server, 'a listing without a key', stranger, 401);
    const forged = await request(`${server.origin}/v1/pets`, `${server.seeded.key}x`);
    expectStatus(server, 'a listing with a wrong key', forged, 401);
    for (const query of ['limit=0', 'limit=x', 'status=lost']) {
      expectStatus(server, query, await ask(server, `/v1/pets?${query}`), 400);
    }
    expectStatus(server, 'an animal that is not', await ask(server, '/v1/pets/99999999'), 404);
    for (const { sent, status, same } of POSTS) {
      const posted = await request(`${server.origin}/v1/pets`, server.seeded.key, sent);
      expectStatus(server, sent, posted, status);
      const { id, ...rest } = JSON.parse(posted.body);
      if (same && !(id > 0 && isDeepStrictEqual(rest, JSON.parse(sent)))) {
        throw new Error(`${server.name} answers a new animal with ${posted.body}`);
      }
    }
  }
}

function ask({ origin, seeded }: Server, path: string): Promise<Answer> {
  return request(origin + path, seeded.key);
}

function expectSame(server: Server, what: string, { status, body }: Answer, wanted: Answer): void {
  expectStatus(server, what, { status, body }, 200);
  if (!isDeepStrictEqual(JSON.parse(body), JSON.parse(wanted.body))) {
    throw new Error(`${server.name} answers ${what} with other animals: ${body.slice(0, 200)}`);
  }
}

function expectStatus(server: Server, what: string, answer: Answer, wanted: number): void {
  if (answer.status === wanted) return;
  throw new Error(`${server.name} answers ${what} with ${answer.status} instead of ${wanted}`);
}
