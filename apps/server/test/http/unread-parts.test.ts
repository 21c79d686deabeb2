// What a handler does not read of a request, in development and tests: an error that names it.
import { ApiError } from '@animal-store/core/errors';
import type { Services } from '@animal-store/engine/internal/handler';
import { createReadCheck } from '@animal-store/engine/internal/request/check-reads';
import type { Resources } from '../../src/tables.js';
import { collectLog } from '../support/collect-log.js';
import { expectError } from '../support/expect-error.js';
import { shop } from '../support/plain-shop.js';
import { useSharedServer } from '../support/use-server.js';
import { postOnce } from './operations/helpers.js';

const log = collectLog();
const server = useSharedServer({
  logTo: log.stream,
  handlers: {
    listPets: async ({ query }: { query: { limit: number } }, services: Services<Resources>) => {
      if (query.limit === 1) throw new ApiError('forbidden');
      const { pets } = services.store;
      const { items } = await pets.list({ after: undefined, limit: query.limit });
      return { status: 200, body: items, headers: { Link: '</v1/pets>; rel="first"' } };
    },
    createPet: async ({ body }: { body: { name: string } }, { store }: Services<Resources>) => ({
      status: 201,
      body: await store.pets.insert({ name: body.name, categoryId: 1 }),
    }),
  },
});

test('when a handler leaves a filter, then the reply and the log name it, unless it throws', async () => {
  const message = 'The handler listPets does not use the query parameter status.';
  const reply = await server.call('/pets?status=sold');
  expectError(reply, 500, 'internal_error');
  expect(reply.json.message).toBe(message);
  expect(await log.find(({ msg }) => msg === message)).toMatchObject({ level: 50 });
  expect((await server.call('/pets')).status).toBe(200); // the default of `limit` was not sent
  expectError(await server.call('/pets?status=sold&limit=1'), 403, 'forbidden');
});

test('when a handler replies a status that is not declared, then the error names it', async () => {
  const [operation] = shop.contract.operations.filter(({ id }) => id === 'getPet');
  if (operation === undefined) throw new Error('there is no getPet');
  const reply = createReadCheck(shop.contract)(operation, async () => ({ status: 202 }));
  await expect(reply({ query: {}, path: {}, headers: {} } as never, {} as never)).rejects.toThrow(
    'The handler getPet replied 202, which the contract does not declare.',
  );
});

test('when a handler with an Idempotency-Key leaves a property, then nothing is stored', async () => {
  const reply = await postOnce(server, 'a', { name: 'Rex', categoryId: 2 });
  expect(reply.json.message).toBe('The handler createPet does not use /categoryId of the body.');
  const { items } = await server.store.pets.list({ after: undefined, limit: 1 });
  expect(items.parse()).toEqual([]);
});

const REQUEST = {
  query: Object.freeze({ force: true, ids: [1, 2n ** 60n] }),
  path: { petId: 1 },
  headers: { 'Idempotency-Key': 'a', 'X-Store': 'north' },
  body: {
    owner: { lair: { city: 'Ulm', floor: 1 } },
    items: [{ sku: 'a', count: 1 }, { sku: 'b' }],
  },
};
type Parts = typeof REQUEST;

test.each<[string, (request: Parts) => unknown]>([
  ['nothing', (request) => structuredClone(request)],
  [
    'nothing',
    ({ query, path, headers, body: { owner, items } }) => {
      owner.lair = { ...owner.lair, floor: 2 };
      expect(() => Object.assign(query, { force: false })).toThrow(TypeError);
      items.find(({ sku, count }) => sku === 'a' && count); // and reads no other
      return { ...query, ...path, ...headers };
    },
  ],
  ['the path parameter petId', ({ path: _, ...rest }) => structuredClone(rest)],
  ['the header X-Store', ({ headers: _, ...rest }) => structuredClone(rest)],
  [
    '/owner/lair/city of the body',
    ({ body, ...rest }) => structuredClone([rest, body.items, body.owner.lair.floor]),
  ],
  [
    '/items/0/count of the body',
    ({ body, ...rest }) => structuredClone([rest, body.owner, body.items[1]]),
  ],
])('when a handler leaves %s of a request, then the error names that', async (part, read) => {
  const [operation] = shop.contract.operations.filter(({ isIdempotent }) => isIdempotent);
  if (operation === undefined) throw new Error('no operation has an Idempotency-Key');
  const handle = createReadCheck(shop.contract)(operation, async (request: Parts) => ({
    status: 201,
    body: read(request) && undefined,
  }));
  const reply = handle({ ...structuredClone(REQUEST), query: REQUEST.query } as never, {} as never);
  const named = `The handler ${operation.id} does not use ${part}.`;
  expect(await reply.then(({ status }) => status, String)).toBe(
    part === 'nothing' ? 201 : `ApiError: ${named}`,
  );
});
