// Equivalence check before the measurement: the same bytes for the same animals, the same statuses for bad requests.
import { expectSame, expectStatus, hasNext, withoutId } from './expect.js';
import { pagePath, pagePaths } from './pages.js';
import { type Answer, request, type Server } from './server-process.js';
import { hasChecksums, hasDuties } from './servers.js';
import { verifyDuties } from './verify-duties.js';
import { ANIMALS } from './works.js';

/** Of the measured pages. */
const COMPARED_PAGES = 200;
const LAST_PAGE = { after: ANIMALS - 10, limit: 10, status: '' };
const FIRST_LISTING = '/v1/pets?limit=20';
const BAD_QUERIES = ['limit=0', 'limit=101', 'limit=x', 'limit=1.5', 'status=lost'];
const POSTS = [
  { body: '{"name":"Hambone","categoryId":1,"status":"sold"}', status: 201 },
  { body: '{"name":"Zo\\u00eb \\"2\\"","categoryId":7}', status: 201 },
  { body: '{"name":"Hambone"}', status: 400 },
  { body: '{"name":"","categoryId":1}', status: 400 },
  { body: '{"name":"Hambone","categoryId":1,"status":"lost"}', status: 400 },
  { body: '{"name":"Hambone","categoryId":1.5}', status: 400 },
];

/** Reads of all servers come before the writes of any, because servers may share a database. */
export async function verify(servers: readonly Server[]): Promise<void> {
  const reference = servers.find(({ name }) => name.startsWith('ours'));
  if (reference === undefined) throw new Error('the animal store does not run');
  const checked = servers.filter(({ name }) => name !== 'floor');
  await verifyCursors(reference);
  for (const server of servers) await compareReads(server, reference);
  for (const server of checked) await verifyErrors(server);
  for (const server of checked) await compareWrites(server, reference);
  for (const server of checked) if (hasDuties(server.name)) await verifyDuties(server, reference);
}

/** The computed cursors are those that the server issues. */
async function verifyCursors(server: Server): Promise<void> {
  for (const status of ['', 'sold']) {
    const answer = await ask(server, `/v1/pets?${status && `status=${status}&`}limit=20`);
    const animals: { id: number }[] = JSON.parse(answer.body);
    const after = animals.at(-1)?.id ?? 0;
    const expected = pagePath({ after, limit: 20, status }, hasChecksums(server.name));
    const next = String(answer.headers.link).split(', ').at(-1);
    expectSame(server.name, 'Link header', next, `<${expected}>; rel="next"`);
  }
}

async function compareReads(server: Server, reference: Server): Promise<void> {
  const compare = async (path: string, samePath = path) => {
    const where = `${server.name} for ${path}`;
    const [answer, expected] = [await ask(server, path), await ask(reference, samePath)];
    expectStatus(where, answer, 200);
    expectSame(where, 'body', answer.body, expected.body);
    if (path.includes('?')) expectSame(where, 'next page', hasNext(answer), hasNext(expected));
    if (hasDuties(server.name))
      expectSame(where, 'Link header', answer.headers.link, expected.headers.link);
  };
  await compare(FIRST_LISTING);
  await compare('/v1/pets?limit=3&status=sold');
  const [own, other] = [hasChecksums(server.name), hasChecksums(reference.name)];
  const [paths, samePaths] = [pagePaths(own), pagePaths(other)];
  for (let index = 0; index < COMPARED_PAGES; index += 1)
    await compare(paths[index] ?? '', samePaths[index]);
  await compare(pagePath(LAST_PAGE, own), pagePath(LAST_PAGE, other));
  await compare('/v1/pets/4711');
}

async function verifyErrors(server: Server): Promise<void> {
  const { name, origin, store } = server;
  const expectError = (what: string, answer: Answer, status: number) =>
    expectStatus(`${name} for ${what}`, answer, status);
  expectError('a listing without a key', await request(origin + FIRST_LISTING), 401);
  const wrongKey = await request(origin + FIRST_LISTING, { key: `${store.key}x` });
  expectError('a listing with a wrong key', wrongKey, 401);
  for (const query of BAD_QUERIES) expectError(query, await ask(server, `/v1/pets?${query}`), 400);
  expectError('a bad id', await ask(server, '/v1/pets/x'), 400);
  expectError('an unknown animal', await ask(server, '/v1/pets/99999999'), 404);
  expectError('an unknown path', await ask(server, '/v1/nothing'), 404);
}

async function compareWrites(server: Server, reference: Server): Promise<void> {
  for (const { body, status } of POSTS) {
    const where = `${server.name} for ${body}`;
    const answer = await ask(server, '/v1/pets', body);
    expectStatus(where, answer, status);
    if (status !== 201) continue;
    const expected = await ask(reference, '/v1/pets', body);
    expectSame(where, 'animal', withoutId(answer.body), withoutId(expected.body));
    const { id }: { id: number } = JSON.parse(answer.body);
    expectSame(where, 'stored animal', (await ask(server, `/v1/pets/${id}`)).body, answer.body);
  }
}

function ask({ origin, store }: Server, path: string, body?: string): Promise<Answer> {
  return request(origin + path, { key: store.key, body });
}
