// Options of a client and of a call: validation, defaults and what `fetch` gets.
import { document } from '@animal-store/contract/document';
import { AnimalStore, type AnimalStoreOptions } from '../src/index.js';

type Environment = NonNullable<AnimalStoreOptions['environment']>;

const VALID = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'as_live_x' };
const KEY = 'as_live_secret';
const NAMES = document.servers.map(({ description }) => description.toLowerCase());
const NO_KEY = /^apiKey must be or return visible ASCII characters, without white space$/;

const creating = (options: object) => () =>
  new AnimalStore({ ...VALID, ...options } as AnimalStoreOptions);

test.each<[object, RegExp]>([
  [{ baseUrl: undefined }, new RegExp(`^baseUrl .* environment is ${NAMES.join(' or ')} `)],
  [{ baseUrl: '' }, /^baseUrl /],
  [{ baseUrl: '/v1' }, /^baseUrl /],
  [{ baseUrl: 'ftp://x.example/v1' }, /^baseUrl /],
  [{ baseUrl: 'localhost:3000/v1' }, /^baseUrl must be .* \(got "localhost:3000\/v1"\)$/],
  [
    { baseUrl: 'ftp://ann:secret@x.example/v1' },
    /^baseUrl must be .* \(got "ftp:\/\/…x\.example\/v1"\)$/,
  ],
  [{ baseUrl: KEY }, /^baseUrl must be .* \(got "…"\)$/],
  [{ environment: NAMES[0] }, /^environment and baseUrl must not both be set$/],
  [{ timeoutMs: 0 }, /^timeoutMs /],
  [{ timeoutMs: Number.NaN }, /^timeoutMs /],
  [{ timeoutMs: '5' }, /^timeoutMs /],
  [{ timeoutMs: {} }, /^timeoutMs .* \(got an object\)$/],
  [{ maxRetries: -1 }, /^maxRetries /],
  [{ maxRetries: 1.5 }, /^maxRetries /],
  [{ maxWaitSeconds: -1 }, /^maxWaitSeconds /],
  [{ fetch: 'no' }, /^fetch /],
  [{ int64: 'bigint' }, /^int64 must be "number" or "string" \(got "bigint"\)$/],
  [{ apiKey: '' }, NO_KEY],
  [{ apiKey: undefined }, NO_KEY],
  [{ apiKey: `${KEY}\n` }, NO_KEY],
  [{ apiKey: ` ${KEY}` }, NO_KEY],
  [{ apiKey: `${KEY}é` }, NO_KEY],
  [{ timeout: 5 }, /^timeout is not an option: did you mean timeoutMs\?$/],
  [{ baseURL: KEY }, /^baseURL is not an option: did you mean baseUrl\?$/],
  [{ token: KEY }, /^token is not an option: use one of environment, .*, clock$/],
])('when options are %j, then a TypeError has the name, and no secret', (options, message) => {
  expect(creating(options)).toThrow(TypeError);
  expect(creating(options)).toThrow(message);
  expect(creating(options)).not.toThrow('secret');
});

describe('when baseUrl has no version segment, then the message shows what it should look like', () => {
  const SEGMENT = new URL(document.servers[0].url).pathname;

  test.each([
    ['https://x.example', 'https://x.example'],
    ['https://x.example/', 'https://x.example'],
    ['https://x.example/api', 'https://x.example/api'],
    ['https://x.example/v99', 'https://x.example'],
    [`https://x.example${SEGMENT}/pets`, 'https://x.example'],
    ['https://user:secret@x.example?key=secret', 'https://x.example'],
  ])('%s', (baseUrl, expected) => {
    const create = creating({ baseUrl });
    expect(create).toThrow(`${SEGMENT} at its end, as in ${expected}${SEGMENT} (got `);
    expect(create).not.toThrow('secret');
  });

  test.each([`https://x.example${SEGMENT}`, `https://x.example/proxy/${SEGMENT}//`])(
    'but not for %s, whose slashes at the end are removed',
    (baseUrl) => {
      const store = new AnimalStore({ ...VALID, baseUrl });
      expect(store.baseUrl).toBe(baseUrl.replace(/\/+$/, ''));
    },
  );
});

describe('environment', () => {
  test.each(document.servers)(
    'when it is that of $url, then calls go there',
    async ({ url, description }) => {
      const environment = description.toLowerCase() as Environment;
      const fetch = jest.fn(async (_url: unknown) => new Response('[]'));
      await new AnimalStore({ environment, apiKey: KEY, fetch }).listPets();
      expect(fetch.mock.calls.map(([called]) => called)).toEqual([`${url}/pets`]);
    },
  );

  test.each(['Production', 'toString', '', null])(
    'when it is %j, then the message lists the known ones',
    (environment) => {
      const create = creating({ baseUrl: undefined, environment });
      expect(create).toThrow(TypeError);
      expect(create).toThrow(
        `environment must be ${NAMES.join(' or ')} (got ${JSON.stringify(environment)})`,
      );
    },
  );
});

test.each([
  [{ maxRetries: 0.5 }, /^maxRetries/],
  [{ timeout: 5 }, /^timeout is not an option: did you mean timeoutMs\?$/],
  [{ retries: 0 }, /^retries is not an option: did you mean maxRetries\?$/],
  [{ querry: {} }, /^querry is not an option: use one of signal, timeoutMs, .*, next$/],
])('when the options of a call are %j, then it rejects with the name', async (options, message) => {
  const store = new AnimalStore(VALID);
  await expect(store.listPets({}, options as object)).rejects.toThrow(message);
  await expect(store.listPets.all({}, options as object).next()).rejects.toThrow(TypeError);
});

test('when an option is for fetch, then it is passed on with each attempt, and nothing else is', async () => {
  const init = { cache: 'no-store', credentials: 'omit', keepalive: true } as const;
  const next = { revalidate: 60 };
  const fetch = jest.fn<Promise<Response>, Parameters<typeof globalThis.fetch>>();
  fetch.mockRejectedValueOnce(new Error('broken'));
  fetch.mockResolvedValue(new Response('[]'));
  const store = new AnimalStore({ ...VALID, fetch });
  await store.listPets({}, { ...init, next, timeoutMs: 5_000, maxRetries: 1 });
  const sent = { ...init, next, method: 'GET', redirect: 'manual' }; // the mode that Cloudflare Workers accept
  for (const [, received] of fetch.mock.calls) expect(received).toMatchObject(sent);
  expect(fetch.mock.calls).toHaveLength(2);
  expect(Object.keys(fetch.mock.calls[0]?.[1] ?? {})).toHaveLength(9);
});

test('when an option is undefined, then it takes its default', () => {
  expect(creating({ timeoutMs: undefined, fetch: undefined })).not.toThrow();
});
