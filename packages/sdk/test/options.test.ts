import { AnimalStore, type AnimalStoreOptions } from '../src/index.js';

const VALID = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'as_live_x' };
const KEY = 'as_live_secret';

describe('when an option is invalid, then the constructor throws a TypeError that names it and never the key', () => {
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
    const create = () => new AnimalStore({ ...VALID, ...options } as unknown as AnimalStoreOptions);
    expect(create).toThrow(TypeError);
    expect(create).toThrow(new RegExp(`^${name} `));
    expect(create).not.toThrow(KEY);
  });
});

test('when an option of a call is invalid, then the call rejects with its name', async () => {
  await expect(new AnimalStore(VALID).listPets({}, { maxRetries: 0.5 })).rejects.toThrow(
    /^maxRetries/,
  );
});

test('when an option is undefined, then it takes its default', () => {
  expect(
    () => new AnimalStore({ ...VALID, timeoutMs: undefined as never, fetch: undefined as never }),
  ).not.toThrow();
});
