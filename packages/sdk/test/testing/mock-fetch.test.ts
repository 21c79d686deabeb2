// The mock as front-end teams use it: as the client's fetch, with requests of its own, and with data that tests change.
import { AnimalStore } from '../../src/index.js';
import { createMockFetch, type MockFetch, pageOf, TEST_KEY } from '../../src/testing.js';
import { connectMock } from '../support/connect-mock.js';

const KEY = 'as_live_test';
const PETS_URL = 'https://mock.example/v1/pets';
const withKey = { headers: { Authorization: `Bearer ${KEY}` } };

async function namesOf(mock: MockFetch): Promise<unknown> {
  const items: unknown = await (await mock(PETS_URL, withKey)).json();
  return Array.isArray(items) ? items.map(({ name }) => name) : items;
}

test.each([
  'http://localhost:3000/api/v1',
  'https://mock.example/v1',
  'https://gateway.example/animals/v1/',
])('when the base URL is %s, then the mock answers', async (baseUrl) => {
  const { store } = connectMock({ pets: [{ name: 'Rex', categoryId: 1 }] }, { baseUrl });
  await expect(store.listPets()).resolves.toMatchObject({ items: [{ id: 1, name: 'Rex' }] });
});

test('when a URL is not below the base path, then the reply is 404 without quota headers', async () => {
  const mock = createMockFetch();
  const reply = await mock('https://mock.example/v2/pets', withKey);
  expect(reply.status).toBe(404);
  expect(reply.headers.get('x-ratelimit-limit')).toBeNull();
});

const REX = '{"name":"Rex","categoryId":1}';
const JSON_HEADERS = { ...withKey.headers, 'Content-Type': 'application/json' };
const POST = { method: 'POST', headers: JSON_HEADERS, body: REX };
const POSTED = new Request(PETS_URL, POST);

test.each<[string, Parameters<MockFetch>, string]>([
  ['a URL', [new URL(PETS_URL), POST], 'Rex'],
  ['a Request, as by an MSW handler', [POSTED.clone()], 'Rex'],
  ['a Request and another body', [POSTED, { body: REX.replace('Rex', 'Tom') }], 'Tom'],
  ['bytes', [PETS_URL, { ...POST, body: new TextEncoder().encode(REX) }], 'Rex'],
  ['half a character', [PETS_URL, { ...POST, body: REX.replace('x', '\ud83d') }], 'Re\ufffd'],
])('when %s is passed, then it is read as fetch reads it', async (_, sent, name) => {
  const mock = createMockFetch();
  expect((await mock(...sent)).status).toBe(201);
  expect(mock.data.pets).toEqual([{ id: 1, name, categoryId: 1 }]);
});

test('when the platform has no Response, as jsdom, then the mock has one of its own', async () => {
  const { Request, Response, TextEncoder, TextDecoder } = globalThis;
  for (const name of ['Request', 'Response', 'TextEncoder', 'TextDecoder'])
    Reflect.deleteProperty(globalThis, name);
  try {
    const { mock, store } = connectMock();
    await store.createPet({ name: 'Rexü', categoryId: 2n ** 60n });
    const reply = await mock(PETS_URL, withKey);
    expect(reply).toMatchObject({ status: 200, ok: true, statusText: '', redirected: false });
    expect([...reply.headers.keys()]).toContain('x-ratelimit-limit');
    const [copy, text] = [reply.clone(), await reply.text()];
    expect(text).toBe('[{"id":1,"name":"Rexü","categoryId":1152921504606846976}]');
    expect(reply.headers.get('content-length')).toBe(`${text.length + 1}`);
    await expect(copy.json()).resolves.toMatchObject([{ categoryId: 2n ** 60n }]);
    expect(await mock(PETS_URL)).toMatchObject({ status: 401, ok: false });
  } finally {
    Object.assign(globalThis, { Request, Response, TextEncoder, TextDecoder });
  }
});

test('when TEST_KEY is used in a window, then it may write without the browser option', async () => {
  Object.assign(globalThis, { window: { document: {} } });
  try {
    const fetch = createMockFetch();
    const store = new AnimalStore({ environment: 'production', apiKey: TEST_KEY, fetch });
    await expect(store.createPet({ name: 'Rex', categoryId: 1 })).resolves.toMatchObject({ id: 1 });
  } finally {
    Reflect.deleteProperty(globalThis, 'window');
  }
});

test('when requests were received, then a test sees them without the key', async () => {
  const { mock, store } = connectMock();
  await store.createPet({ name: 'Rex', categoryId: 2n ** 60n });
  await mock('https://mock.example/v1/nope', { ...withKey, method: 'PUT', body: 'text' });
  expect(mock.requests).toMatchObject([
    {
      operation: 'createPet',
      method: 'POST',
      url: PETS_URL,
      headers: { 'content-type': 'application/json' },
      body: { name: 'Rex', categoryId: 2n ** 60n },
    },
    { operation: undefined, method: 'PUT', body: 'text' },
  ]);
  expect(JSON.stringify(mock.requests.map(({ headers }) => headers))).not.toContain(KEY);
});

test('when a test changes the data, then the next request sees it', async () => {
  const pets = [{ name: 'Rex', categoryId: 1 }];
  const mock = createMockFetch({ pets });
  Object.assign(pets[0] ?? {}, { name: 'Max' }); // the mock has its own
  mock.data.pets.push({ id: 9, name: 'Tom', categoryId: 1 });
  mock.data.pets.unshift({ id: 5, name: 'Kit', categoryId: 1 });
  await expect(namesOf(mock)).resolves.toEqual(['Rex', 'Kit', 'Tom']);
  mock.data.pets.length = 0;
  await expect(namesOf(mock)).resolves.toEqual([]);
  const { store } = connectMock();
  await expect(store.createPet({ name: 'Neo', categoryId: 1 })).resolves.toMatchObject({ id: 1 });
});

test('when an item is removed, then its id is not assigned again', async () => {
  const { mock, store } = connectMock();
  await store.createPet({ name: 'Rex', categoryId: 1 });
  mock.data.pets.pop();
  await expect(store.createPet({ name: 'Tom', categoryId: 1 })).resolves.toMatchObject({ id: 2 });
});

test('when the mock is reset, then it is as it was created', async () => {
  const { mock, store } = connectMock({ pets: [{ name: 'Rex', categoryId: 1 }] });
  await store.createPet({ name: 'Tom', categoryId: 1 });
  mock.failNext({ status: 500 });
  mock.reset();
  expect(mock.requests).toEqual([]);
  await expect(namesOf(mock)).resolves.toEqual(['Rex']);
});

test.each<[string, object, string]>([
  ['a resource that is none', { cats: [] }, 'cats must be one of quota, handlers, '],
  ['a handler of no operation', { handlers: { sell() {} } }, 'handlers.sell must be a function, '],
  ['a quota that is no integer', { quota: { perMinute: 1.5, perDay: 2 } }, 'quota.perMinute'],
  ['items that are no array', { pets: {} }, 'pets must be an array'],
  ['an item that is none', { pets: ['Rex'] }, 'pets[0] must be an object'],
  ['an id that is none', { pets: [{ id: '1' }] }, 'pets[0].id must be an integer'],
  ['an id that comes twice', { pets: [{ id: 1 }, { id: 1n }] }, 'pets[1].id must be unique'],
])('when the options have %s, then a TypeError names it', (_, options, message) => {
  expect(() => createMockFetch(options)).toThrow(TypeError);
  expect(() => createMockFetch(options)).toThrow(message);
});

test('when the call is aborted before it starts, then it rejects with the reason, and nothing is received', async () => {
  const mock = createMockFetch();
  const signal = AbortSignal.abort('stop');
  await expect(mock(PETS_URL, { ...withKey, signal })).rejects.toBe('stop');
  expect(mock.requests).toEqual([]);
});

test('when a test builds a page, then it is as a list method resolves with it', async () => {
  const pets = [1, 2].map((id) => ({ id, name: 'Rex', categoryId: 1 }));
  const { store } = connectMock({ pets });
  const whole = pageOf(pets);
  expect(whole).toBeInstanceOf((await store.listPets()).constructor);
  expect({ ...whole }).toEqual({ ...(await store.listPets()) });
  expect([[...whole], whole.next, whole.rateLimit]).toEqual([pets, undefined, undefined]);
  const first = pageOf(pets.slice(0, 1), 'abc');
  expect({ ...first }).toEqual({ items: pets.slice(0, 1), nextCursor: 'abc' });
  await expect(first.next?.()).rejects.toThrow('pageOf builds no page after "abc"');
});
