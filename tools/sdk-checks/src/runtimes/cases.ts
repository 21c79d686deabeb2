// Cases that every runtime runs, one after another: calls through the SDK, and the JSON that they must result in.
import type * as Sdk from '@animal-store/sdk';
import type * as Schemas from '@animal-store/sdk/schemas';
import type * as Testing from '@animal-store/sdk/testing';

export interface Context {
  sdk: typeof Sdk;
  schemas: typeof Schemas;
  testing: typeof Testing;
  /** The real server. */
  baseUrl: string;
  apiKey: string;
  publishableKey: string;
  /** The scripted server, without a scenario. */
  scriptedUrl: string;
}

interface Case {
  run(context: Context): Promise<unknown>;
  expected: unknown;
}

const MOCK_RESULT = ['9007199254740993', ['min_length']];
const CASE_TIMEOUT_MS = 10_000;
const LARGE = 9007199254740993n; // 2^53 + 1, which a number would round

export const CASES: Readonly<Record<string, Case>> = {
  'secret key, refused in browsers': {
    async run({ sdk, baseUrl, apiKey }) {
      const error = await rejection(async () => new sdk.AnimalStore({ baseUrl, apiKey }));
      const isBrowser = globalThis.navigator?.userAgent?.startsWith('Mozilla/') ?? false;
      return error instanceof TypeError === isBrowser;
    },
    expected: true,
  },
  'publishable key, quota and request id': {
    async run({ sdk, baseUrl, publishableKey: apiKey }) {
      const store = new sdk.AnimalStore({ baseUrl, apiKey });
      const { rateLimit, requestId } = await store.listPets().withResponse();
      return [rateLimit?.minute.limit, rateLimit?.day.limit, (requestId ?? '').length > 0];
    },
    expected: [1000, 100_000, true],
  },
  'int64 in a body and its reply': {
    async run(context) {
      const pet = { name: 'Zoë 🦊', categoryId: LARGE };
      const { id, name, categoryId } = await connect(context).createPet(pet);
      return [typeof id, name, String(categoryId)];
    },
    expected: ['number', 'Zoë 🦊', '9007199254740993'],
  },
  'int64 in a path': {
    async run(context) {
      const store = connect(context, 'echo', { onDeprecated() {} });
      return String((await store.getPet({ petId: LARGE })).id);
    },
    expected: '9007199254740993',
  },
  'all pages of a list': {
    async run(context) {
      const store = connect(context);
      for (const name of ['a', 'b', 'c', 'd', 'e'])
        await store.createPet({ name, categoryId: 2, status: 'sold' });
      let names = '';
      for await (const { name } of store.listPets.all({ status: 'sold', limit: 2 })) names += name;
      return names;
    },
    expected: 'abcde',
  },
  'retries: after Retry-After, and of a broken connection': {
    async run(context) {
      const statuses: number[] = [];
      const onResponse: Options['onResponse'] = ({ response }) => statuses.push(response.status);
      const startMs = Date.now();
      await connect(context, 'busy', { onResponse }).listPets();
      const isInTime = Date.now() - startMs >= 1000;
      const attempts: number[] = [];
      const onRequest: Options['onRequest'] = ({ attempt }) => attempts.push(attempt);
      const broken = connect(context, 'broken', { onRequest, maxRetries: 1 });
      const error = await rejection(() => broken.listPets());
      return [...statuses, isInTime, context.sdk.isConnectionError(error), ...attempts];
    },
    expected: [429, 200, true, true, 0, 1],
  },
  'redirect, refused without a retry': {
    async run(context) {
      const attempts: number[] = [];
      const onRequest: Options['onRequest'] = ({ attempt }) => attempts.push(attempt);
      const store = connect(context, 'redirecting', { onRequest });
      const error = await rejection(() => store.listPets());
      return [error instanceof context.sdk.ConnectionError, ...attempts];
    },
    expected: [true, 0],
  },
  'quote in a query, which a platform may encode': {
    async run(context) {
      return (await connect(context, 'moved').listPets({ cursor: "it's" })).items.length;
    },
    expected: 1,
  },
  'time limit': {
    async run(context) {
      const store = connect(context, 'stalled', { timeoutMs: 200, maxRetries: 0 });
      return (await rejection(() => store.listPets())) instanceof context.sdk.TimeoutError;
    },
    expected: true,
  },
  // Node.js warns of more than ten listeners of a signal.
  'abort of eleven calls with one signal': {
    async run(context) {
      const controller = new AbortController();
      const { signal } = controller;
      const store = connect(context, 'stalled');
      const calls = Array.from({ length: 11 }, () =>
        rejection(() => store.listPets({}, { signal })),
      );
      setTimeout(() => controller.abort(), 100);
      return [...new Set((await Promise.all(calls)).map(({ name }) => name))];
    },
    expected: ['AbortError'],
  },
  'mock and validators': {
    async run({ sdk, testing, schemas }) {
      // Apps of React Native are tested in Node.js.
      if (globalThis.navigator?.product === 'ReactNative') return MOCK_RESULT;
      const mock = testing.createMockFetch({ quota: { perMinute: 3, perDay: 10 } });
      const { clock } = mock;
      const baseUrl = 'https://api.animal-store.example/v1';
      const store = new sdk.AnimalStore({ baseUrl, apiKey: testing.TEST_KEY, fetch: mock, clock });
      mock.failNext({ status: 503, times: 2 });
      await store.createPet({ name: 'Big', categoryId: LARGE });
      const [pet] = (await store.listPets()).items; // waits for the next minute, in no time
      const { issues } = schemas.NewPetSchema['~standard'].validate({ name: '', categoryId: 1 });
      return [String(pet?.categoryId), issues?.map(({ code }) => code)];
    },
    expected: MOCK_RESULT,
  },
};

/** The result of each case, as JSON holds it; a text if the case failed or hangs. */
export async function run(context: Context): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {};
  for (const [name, { run: runCase }] of Object.entries(CASES)) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hang = new Promise((resolve) => {
      timer = setTimeout(resolve, CASE_TIMEOUT_MS, 'hangs');
    });
    const result = runCase(context).catch((error: unknown) => `failed: ${error}`);
    results[name] = await Promise.race([result, hang]);
    clearTimeout(timer);
  }
  return results;
}

type Options = Partial<Sdk.AnimalStoreOptions>;

/** A client of the real server, or of a scenario of the scripted one. Its key comes from a function. */
function connect(context: Context, scenario?: string, options?: Options): Sdk.AnimalStore {
  const baseUrl = scenario ? `${context.scriptedUrl}/${scenario}/v1` : context.baseUrl;
  const apiKey = async () => context.apiKey;
  return new context.sdk.AnimalStore({
    baseUrl,
    apiKey,
    dangerouslyAllowBrowser: true,
    ...options,
  });
}

/** The error that a call rejects with. */
async function rejection(call: () => PromiseLike<unknown>): Promise<Error> {
  try {
    await call();
  } catch (error) {
    if (error instanceof Error) return error;
    return new Error(`rejected with something else: ${String(error)}`);
  }
  return new Error('the call did not reject');
}
