import { pageSizesOf } from '../../support/contract-values.js';
import { type StartOptions, startServer, type TestServer } from '../../support/start-server.js';
import { addPets, faultsOf, idsOf, manyPets, nextOf, withServer } from './helpers.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

describe('a listing of animals', () => {
  test('is an empty array while there are none, and has no next page', async () => {
    const reply = await server.call('/pets');
    expect(reply.status).toBe(200);
    expect(reply.text).toBe('[]');
    expect(nextOf(reply)).toBeUndefined();
  });

  test('is a bare array of whole animals in ascending id', async () => {
    await addPets(server, [
      { name: 'Zoe', categoryId: 3, status: 'sold' },
      { name: 'Adam', categoryId: -1 },
      { name: 'Mia', categoryId: 0, status: 'available' },
    ]);
    const reply = await server.call('/pets');
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual([
      { id: 1, name: 'Zoe', categoryId: 3, status: 'sold' },
      { id: 2, name: 'Adam', categoryId: -1 },
      { id: 3, name: 'Mia', categoryId: 0, status: 'available' },
    ]);
  });

  test('shows an animal that was added over HTTP to every caller', async () => {
    await server.call('/pets', { method: 'POST', json: { name: 'Hambone', categoryId: 1 } });
    const { key } = await server.issueKey('free');
    const reply = await server.call('/pets', { key });
    expect(reply.json).toEqual([{ id: 1, name: 'Hambone', categoryId: 1 }]);
  });

  test('is for callers with a key only', async () => {
    const reply = await server.call('/pets', { key: null });
    expect(reply.status).toBe(401);
    expect(reply.json).toMatchObject({ code: 'unauthorized', status: 401 });
  });

  test('answers HEAD as GET, without the body', async () => {
    await addPets(server, manyPets(3));
    const got = await server.call('/pets?limit=2');
    const head = await server.call('/pets?limit=2', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    for (const name of ['content-type', 'content-length', 'link']) {
      expect(head.headers.get(name)).toBe(got.headers.get(name));
    }
  });

  test('carries no deprecation headers', async () => {
    const { headers } = await server.call('/pets');
    expect(headers.has('deprecation')).toBe(false);
    expect(headers.has('sunset')).toBe(false);
    expect(headers.has('link')).toBe(false);
  });
});

describe('the limit', () => {
  const { minLimit, maxLimit, defaultLimit } = pageSizesOf('listPets');

  test.each([
    ['', defaultLimit],
    [`?limit=${minLimit}`, minLimit],
    [`?limit=${defaultLimit}`, defaultLimit],
    [`?limit=${maxLimit - 1}`, maxLimit - 1],
    [`?limit=${maxLimit}`, maxLimit],
    [`?limit=00${defaultLimit}`, defaultLimit],
    [`?limit=${String(defaultLimit).replaceAll(/\d/g, '%3$&')}`, defaultLimit],
  ])('of %p gives a page of %d', async (query, length) => {
    await addPets(server, manyPets(maxLimit + 1));
    const reply = await server.call(`/pets${query}`);
    expect(idsOf(reply)).toEqual(Array.from({ length }, (_, index) => index + 1));
    expect(nextOf(reply)).toBeDefined();
  });

  test.each([
    `${minLimit - 1}`,
    '-1',
    `${maxLimit + 1}`,
    '9007199254740993',
    '9223372036854775808',
    '-9223372036854775809',
    '1'.repeat(400),
    '',
    'all',
    '5.0',
    '1e1',
    '0x10',
    '+5',
    '%2B5',
    '%205',
    '5%20',
    '5,6',
    'NaN',
    'null',
    '%D9%A3', // an Arabic three
    '%00',
    '%zz',
  ])('%p is a 400 that names it', async (limit) => {
    expect(faultsOf(await server.call(`/pets?limit=${limit}`))).toEqual(['query /limit']);
  });

  test('follows an edit of the contract', async () => {
    const edit: StartOptions['edit'] = ({ components }) =>
      Object.assign(components.parameters?.Limit?.schema ?? {}, { maximum: 5, default: 2 });
    await withServer({ edit }, async (edited) => {
      await addPets(edited, manyPets(6));
      expect(idsOf(await edited.call('/pets'))).toEqual([1, 2]);
      expect(idsOf(await edited.call('/pets?limit=5'))).toEqual([1, 2, 3, 4, 5]);
      expect(faultsOf(await edited.call('/pets?limit=6'))).toEqual(['query /limit']);
    });
  });
});

describe('the filter', () => {
  beforeEach(() =>
    addPets(server, [
      { name: 'a', categoryId: 1, status: 'available' },
      { name: 'b', categoryId: 1, status: 'pending' },
      { name: 'c', categoryId: 1, status: 'sold' },
      { name: 'd', categoryId: 1 },
      { name: 'e', categoryId: 1, status: 'available' },
    ]),
  );

  test.each([
    ['available', [1, 5]],
    ['pending', [2]],
    ['sold', [3]],
  ])('%s returns those animals only, and none without a status', async (status, ids) => {
    const reply = await server.call(`/pets?status=${status}`);
    expect(reply.status).toBe(200);
    expect(idsOf(reply)).toEqual(ids);
    for (const pet of reply.json) expect(pet.status).toBe(status);
  });

  test('left out returns all animals, with a status or without', async () => {
    expect(idsOf(await server.call('/pets'))).toEqual([1, 2, 3, 4, 5]);
  });

  test('works together with a limit', async () => {
    expect(idsOf(await server.call('/pets?limit=1&status=available'))).toEqual([1]);
  });

  test.each(['', 'Sold', 'SOLD', 'sold%20', 'sold,pending', 'lost', 'null', 'undefined', '%00'])(
    '%p is a 400 that names it',
    async (status) => {
      expect(faultsOf(await server.call(`/pets?status=${status}`))).toEqual(['query /status']);
    },
  );
});

describe('the query', () => {
  test.each([
    ['offset=1', ['query /offset']],
    ['Limit=5', ['query /Limit']],
    ['limits=5', ['query /limits']],
    ['a~b/c=1', ['query /a~0b~1c']],
  ])('%p is a 400 that names what is wrong', async (query, faults) => {
    expect(faultsOf(await server.call(`/pets?${query}`))).toEqual(faults);
  });

  test.each([
    ['limit=1&limit=2', '/limit'],
    ['limit=1&limit=1', '/limit'],
    ['status=sold&status=pending', '/status'],
    ['status=sold&statu%73=sold', '/status'],
  ])('%p gives a parameter twice, and is told so', async (query, path) => {
    const reply = await server.call(`/pets?${query}`);
    expect(reply.status).toBe(400);
    expect(reply.json.details).toEqual([
      { in: 'query', path, code: 'duplicate', message: 'is given more than once' },
    ]);
  });

  test('has each of its faults named at once', async () => {
    const reply = await server.call('/pets?limit=0&status=lost&offset=3&cursor=');
    expect(faultsOf(reply).sort()).toEqual([
      'query /cursor',
      'query /limit',
      'query /offset',
      'query /status',
    ]);
  });
});
