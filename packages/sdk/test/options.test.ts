import { document } from '@animal-store/contract';
import { AnimalStore, type AnimalStoreOptions } from '../src/index.js';

type Environment = NonNullable<AnimalStoreOptions['environment']>;

const VALID = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'as_live_x' };
const KEY = 'as_live_secret';

describe('when an option is invalid, then the constructor throws a TypeError that names it and never the key', () => {
  test.each<[string, Record<string, unknown>]>([
    ['baseUrl', { baseUrl: undefined }],
    ['baseUrl', { baseUrl: '' }],
    ['baseUrl', { baseUrl: '/v1' }],
    ['baseUrl', { baseUrl: 'ftp://x.example/v1' }],
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

test.each([
  ['localhost:3000/v1', 'localhost:3000/v1'],
  ['ftp://ann:secret@x.example/v1', 'ftp://…x.example/v1'],
  [KEY, '…'],
])(
  'when baseUrl is %s, which is none, then the message has it without a secret',
  (baseUrl, got) => {
    const create = () => new AnimalStore({ ...VALID, baseUrl });
    expect(create).toThrow(new RegExp(`^baseUrl must be .* \\(got ${got}\\)$`));
  },
);

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
    const create = () => new AnimalStore({ ...VALID, baseUrl });
    expect(create).toThrow(`baseUrl must end in ${SEGMENT}, as in ${expected}${SEGMENT} (got `);
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
  const NAMES = document.servers.map(({ description }) => description.toLowerCase());

  test.each(document.servers)(
    'when it is that of $url, then calls go there',
    async ({ url, description }) => {
      const environment = description.toLowerCase() as Environment;
      const urls: unknown[] = [];
      const fetch: typeof globalThis.fetch = async (input) => {
        urls.push(input);
        return new Response('[]');
      };
      await new AnimalStore({ environment, apiKey: KEY, fetch }).listPets();
      expect(urls).toEqual([`${url}/pets`]);
    },
  );

  test.each(['Production', 'toString', '', null])(
    'when it is %j, then the message lists the known ones',
    (environment) => {
      const create = () =>
        new AnimalStore({ environment: environment as Environment, apiKey: KEY });
      expect(create).toThrow(TypeError);
      expect(create).toThrow(
        `environment must be ${NAMES.join(' or ')} (got ${JSON.stringify(environment)})`,
      );
    },
  );

  test('when there is a baseUrl too, then the constructor throws', () => {
    const environment = NAMES[0] as Environment;
    expect(() => new AnimalStore({ ...VALID, environment })).toThrow(
      new TypeError('environment and baseUrl must not both be set'),
    );
  });

  test('when there is neither, then the message names both', () => {
    expect(() => new AnimalStore({ apiKey: KEY })).toThrow(
      new RegExp(`^baseUrl .* environment is ${NAMES.join(' or ')}$`),
    );
  });
});

test.each([
  ['', 'apiKey must be a string that is not empty'],
  [undefined, 'apiKey must be a string that is not empty'],
  [`${KEY}\n`, 'apiKey must be a string without white space'],
  [` ${KEY}`, 'apiKey must be a string without white space'],
  [`${KEY}é`, 'apiKey must be a string of visible ASCII characters'],
])('when apiKey is %j, then the message says what is wrong with it', (apiKey, message) => {
  expect(() => new AnimalStore({ ...VALID, apiKey: apiKey as string })).toThrow(
    new TypeError(message),
  );
});

test('when an option of a call is invalid, then the call rejects with its name', async () => {
  await expect(new AnimalStore(VALID).listPets({}, { maxRetries: 0.5 })).rejects.toThrow(
    /^maxRetries/,
  );
});

describe('when an option is unknown, then a TypeError names it, and one that is meant', () => {
  test.each([
    [{ timeout: 5 }, 'timeout is not an option: did you mean timeoutMs?'],
    [{ retries: 0 }, 'retries is not an option: did you mean maxRetries?'],
    [{ querry: {} }, /^querry is not an option: use one of signal, timeoutMs, .*, next$/],
  ])('of a call: %j', async (options, message) => {
    const store = new AnimalStore(VALID);
    await expect(store.listPets({}, options as object)).rejects.toThrow(message);
    await expect(store.listPets.all({}, options as object).next()).rejects.toThrow(TypeError);
  });

  test.each([
    [{ timeout: 5 }, 'timeout is not an option: did you mean timeoutMs?'],
    [{ baseURL: KEY }, 'baseURL is not an option: did you mean baseUrl?'],
    [{ token: KEY }, /^token is not an option: use one of environment, .*, clock$/],
  ])('of the client: %j', (options, message) => {
    const create = () => new AnimalStore({ ...VALID, ...options });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
    expect(create).not.toThrow(KEY);
  });
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
  expect(
    () => new AnimalStore({ ...VALID, timeoutMs: undefined as never, fetch: undefined as never }),
  ).not.toThrow();
});
