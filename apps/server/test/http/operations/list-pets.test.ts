import { pageSizesOf } from '../../support/contract-values.js';
import { type StartOptions, startServer, type TestServer } from '../../support/start-server.js';
import { addPets, errorLocations, idsOf, manyPets, nextOf, withServer } from './helpers.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

describe('listPets', () => {
  test('when there are no animals, then it is an empty array without a next page', async () => {
    const reply = await server.call('/pets');
    expect(reply.status).toBe(200);
    expect(reply.text).toBe('[]');
    expect(nextOf(reply)).toBeUndefined();
  });

  test('returns an array of animals by ascending id', async () => {
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

  test('lists an animal that was added over HTTP, for every API key', async () => {
    await server.call('/pets', { method: 'POST', json: { name: 'Hambone', categoryId: 1 } });
    const { key } = await server.issueKey('free');
    const reply = await server.call('/pets', { key });
    expect(reply.json).toEqual([{ id: 1, name: 'Hambone', categoryId: 1 }]);
  });

  test('when the request has no key, then it is a 401', async () => {
    const reply = await server.call('/pets', { key: null });
    expect(reply.status).toBe(401);
    expect(reply.json).toMatchObject({ code: 'unauthorized', status: 401 });
  });

  test('when the method is HEAD, then it has the headers of GET and no body', async () => {
    await addPets(server, manyPets(3));
    const got = await server.call('/pets?limit=2');
    const head = await server.call('/pets?limit=2', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    for (const name of ['content-type', 'content-length', 'link']) {
      expect(head.headers.get(name)).toBe(got.headers.get(name));
    }
  });

  test('has no deprecation headers', async () => {
    const { headers } = await server.call('/pets');
    expect(headers.has('deprecation')).toBe(false);
    expect(headers.has('sunset')).toBe(false);
    expect(headers.has('link')).toBe(false);
  });
});

describe('the limit of listPets', () => {
  const { minLimit, maxLimit, defaultLimit } = pageSizesOf('listPets');

  test.each([
    ['', defaultLimit],
    [`?limit=${minLimit}`, minLimit],
    [`?limit=${defaultLimit}`, defaultLimit],
    [`?limit=${maxLimit - 1}`, maxLimit - 1],
    [`?limit=${maxLimit}`, maxLimit],
    [`?limit=00${defaultLimit}`, defaultLimit],
    [`?limit=${String(defaultLimit).replaceAll(/\d/g, '%3$&')}`, defaultLimit],
  ])('when the query is %p, then the page has %d items', async (query, length) => {
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
  ])('when it is %p, then it is a 400 that names it', async (limit) => {
    expect(errorLocations(await server.call(`/pets?limit=${limit}`))).toEqual(['query /limit']);
  });

  test('follows an edit of the contract', async () => {
    const edit: StartOptions['edit'] = ({ components }) =>
      Object.assign(components.parameters?.Limit?.schema ?? {}, { maximum: 5, default: 2 });
    await withServer({ edit }, async (edited) => {
      await addPets(edited, manyPets(6));
      expect(idsOf(await edited.call('/pets'))).toEqual([1, 2]);
      expect(idsOf(await edited.call('/pets?limit=5'))).toEqual([1, 2, 3, 4, 5]);
      expect(errorLocations(await edited.call('/pets?limit=6'))).toEqual(['query /limit']);
    });
  });
});

describe('the status filter', () => {
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
  ])('when it is %s, then only animals with that status are listed', async (status, ids) => {
    const reply = await server.call(`/pets?status=${status}`);
    expect(reply.status).toBe(200);
    expect(idsOf(reply)).toEqual(ids);
    for (const pet of reply.json) expect(pet.status).toBe(status);
  });

  test('when it is omitted, then all animals are listed', async () => {
    expect(idsOf(await server.call('/pets'))).toEqual([1, 2, 3, 4, 5]);
  });

  test('can be combined with a limit', async () => {
    expect(idsOf(await server.call('/pets?limit=1&status=available'))).toEqual([1]);
  });

  test.each(['', 'Sold', 'SOLD', 'sold%20', 'sold,pending', 'lost', 'null', 'undefined', '%00'])(
    'when it is %p, then it is a 400 that names it',
    async (status) => {
      expect(errorLocations(await server.call(`/pets?status=${status}`))).toEqual([
        'query /status',
      ]);
    },
  );
});

describe('the query of listPets', () => {
  test.each([
    ['offset=1', ['query /offset']],
    ['Limit=5', ['query /Limit']],
    ['limits=5', ['query /limits']],
    ['a~b/c=1', ['query /a~0b~1c']],
  ])('when it is %p, then it is a 400 that names the error', async (query, locations) => {
    expect(errorLocations(await server.call(`/pets?${query}`))).toEqual(locations);
  });

  test.each([
    ['limit=1&limit=2', '/limit'],
    ['limit=1&limit=1', '/limit'],
    ['status=sold&status=pending', '/status'],
    ['status=sold&statu%73=sold', '/status'],
  ])('when it has a parameter twice, as in %p, then it is a 400', async (query, path) => {
    const reply = await server.call(`/pets?${query}`);
    expect(reply.status).toBe(400);
    expect(reply.json.details).toEqual([
      { in: 'query', path, code: 'duplicate', message: 'is given more than once' },
    ]);
  });

  test('when it has several errors, then all are named', async () => {
    const reply = await server.call('/pets?limit=0&status=lost&offset=3&cursor=');
    expect(errorLocations(reply).sort()).toEqual([
      'query /cursor',
      'query /limit',
      'query /offset',
      'query /status',
    ]);
  });
});
