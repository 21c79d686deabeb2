import { AnimalStore, type AnimalStoreOptions } from '../src/index.js';

const GOOD = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'as_live_x' };
const KEY = 'as_live_secret';

describe('an option that cannot work is refused at once, by name', () => {
  test.each<[string, Record<string, unknown>]>([
    ['baseUrl', { baseUrl: undefined }],
    ['baseUrl', { baseUrl: '' }],
    ['baseUrl', { baseUrl: '/v1' }],
    ['baseUrl', { baseUrl: 'ftp://x.example/v1' }],
    ['apiKey', { apiKey: undefined }],
    ['apiKey', { apiKey: '' }],
    ['apiKey', { apiKey: `${KEY}\n` }],
    ['apiKey', { apiKey: `${KEY} ` }],
    ['apiKey', { apiKey: `${KEY}é` }],
    ['timeoutMs', { timeoutMs: 0 }],
    ['timeoutMs', { timeoutMs: Number.NaN }],
    ['timeoutMs', { timeoutMs: '5' }],
    ['maxRetries', { maxRetries: -1 }],
    ['maxRetries', { maxRetries: 1.5 }],
    ['maxWaitSeconds', { maxWaitSeconds: -1 }],
    ['fetch', { fetch: 'no' }],
  ])('%s: %j', (name, options) => {
    const create = () => new AnimalStore({ ...GOOD, ...options } as unknown as AnimalStoreOptions);
    expect(create).toThrow(TypeError);
    expect(create).toThrow(new RegExp(`^${name} `));
    expect(create).not.toThrow(KEY);
  });

  test.each([
    [{ limit: 1.5 }, /^limit is 1.5/],
    [{ limit: Number.NaN }, /^limit/],
    [{ limit: '5' }, /^limit/],
  ])('and so is a parameter: %j', async (params, message) => {
    const store = new AnimalStore(GOOD);
    await expect(store.listPets(params as never)).rejects.toThrow(message);
  });

  test('a path parameter that is missing is named', async () => {
    await expect(new AnimalStore(GOOD).getPet({} as never)).rejects.toThrow(/^petId is missing/);
  });

  test('options of a call are checked as well', async () => {
    await expect(new AnimalStore(GOOD).listPets({}, { maxRetries: 0.5 })).rejects.toThrow(
      /^maxRetries/,
    );
  });
});

test('an option that is given as undefined has its default', () => {
  expect(
    () => new AnimalStore({ ...GOOD, timeoutMs: undefined as never, fetch: undefined as never }),
  ).not.toThrow();
});
