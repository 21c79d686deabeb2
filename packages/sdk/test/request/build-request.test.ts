import { AnimalStore } from '../../src/index.js';
import { connect, REX } from '../support/connect.js';
import { json } from '../support/scripted-server.js';

describe('when a call has parameters, then they are sent where the contract declares them', () => {
  test('query parameters are encoded, and undefined ones are omitted', async () => {
    const { store, server } = await connect(json(200, []));
    await store.listPets({ limit: 5, status: undefined as never, cursor: 'a b&c' });
    expect(server.received[0]?.url).toBe('/v1/pets?limit=5&cursor=a%20b%26c');
  });

  test('path parameters are in the URL, and a request without a body has no Content-Type', async () => {
    const { store, server } = await connect(json(200, REX));
    await expect(store.getPet({ petId: 1 })).resolves.toEqual(REX);
    expect(server.received[0]).toMatchObject({
      method: 'GET',
      url: '/v1/pets/1',
      headers: { authorization: 'Bearer as_live_test', accept: 'application/json' },
    });
    expect(server.received[0]?.headers['content-type']).toBeUndefined();
  });

  test('all other parameters are the JSON body', async () => {
    const { store, server } = await connect(json(201, REX));
    await store.createPet({ name: 'Rex', categoryId: 1 });
    expect(server.received[0]).toMatchObject({
      body: '{"name":"Rex","categoryId":1}',
      headers: { 'content-type': 'application/json' },
    });
  });
});

test('when baseUrl ends in a slash, then the slash is not doubled', async () => {
  const { server } = await connect(json(200, []));
  await new AnimalStore({ baseUrl: `${server.baseUrl}/`, apiKey: 'k' }).listPets();
  expect(server.received[0]?.url).toBe('/v1/pets');
});

test('when a call has no parameters for the body, then an empty object is sent for the service to validate', async () => {
  const { store, server } = await connect(json(201, REX));
  await store.createPet({} as never);
  expect(server.received[0]).toMatchObject({
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
});

describe('when a parameter is invalid, then the call rejects with its name and nothing is sent', () => {
  test('unknown or null', async () => {
    const { store, server } = await connect(json(200, []));
    const filters = { limit: 1, noSuchParameter: 2 };
    await expect(store.listPets(filters)).rejects.toThrow(/^noSuchParameter /);
    await expect(store.listPets({ status: null as never })).rejects.toThrow(/^status .*null/);
    expect(server.received).toHaveLength(0);
  });

  test.each([
    [{ limit: 1.5 }, /^limit must be an integer \(got 1\.5\)/],
    [{ limit: Number.NaN }, /^limit/],
    [{ limit: '5' }, /^limit/],
  ])('not an integer: %j', async (params, message) => {
    const { store, server } = await connect(json(200, []));
    await expect(store.listPets(params as never)).rejects.toThrow(message);
    expect(server.received).toHaveLength(0);
  });

  test.each([
    [7, /^the parameters must be in an object \(got 7\)/],
    ['7', /^the parameters must be in an object \(got 7\)/],
    [null, /^the parameters must be in an object \(got null\)/],
  ])('not in an object: %j', async (params, message) => {
    const { store, server } = await connect(json(200, REX));
    await expect(store.getPet(params as never)).rejects.toThrow(message);
    expect(server.received).toHaveLength(0);
  });

  test('missing from the path', async () => {
    const { store, server } = await connect(json(200, REX));
    await expect(store.getPet({} as never)).rejects.toThrow(/^petId is required/);
    await expect(store.getPet({ petID: 1 } as never)).rejects.toThrow(/^petID is not a parameter/);
    expect(server.received).toHaveLength(0);
  });
});
