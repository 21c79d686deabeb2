// Options of a client and of a call, with the real server.
import { type Case, connect, rejection } from './case.ts';

export const OPTIONS: Readonly<Record<string, Case>> = {
  'idempotency key of the caller': {
    async run(context) {
      const store = connect(context);
      const add = () =>
        store
          .createPet({ name: 'Once', categoryId: 3 }, { idempotencyKey: 'checks-1' })
          .withResponse();
      const [first, second] = [await add(), await add()];
      const replayed = second.response.headers.get('idempotency-replayed');
      return [first.data.id === second.data.id, replayed];
    },
    expected: [true, 'true'],
  },
  'headers of a call': {
    async run(context) {
      const headers = { 'X-Request-Id': 'checks-2' };
      const { requestId } = await connect(context).listPets({}, { headers }).withResponse();
      return requestId;
    },
    expected: 'checks-2',
  },
  'secret key, refused in browsers': {
    async run(context) {
      const construct = async () => connect(context, { dangerouslyAllowBrowser: false });
      const isRefused = (await rejection(construct())) instanceof TypeError;
      return isRefused === Boolean(globalThis.navigator?.userAgent.startsWith('Mozilla/'));
    },
    expected: true,
  },
  'publishable key, which may only read': {
    async run(context) {
      const { publishableKey: apiKey } = context;
      const store = connect(context, { apiKey, dangerouslyAllowBrowser: false });
      const { status } = await store.listPets().withResponse();
      const error = await rejection(store.createPet({ name: 'Rex', categoryId: 1 }));
      if (!(error instanceof context.sdk.ApiError)) throw error;
      return [status, error.status, error.code];
    },
    expected: [200, 403, 'forbidden'],
  },
  'int64 as strings': {
    async run(context) {
      const { sdk, baseUrl, apiKey } = context;
      const options = { baseUrl, apiKey, dangerouslyAllowBrowser: true };
      const store = new sdk.AnimalStore({ ...options, int64: 'string' });
      const { categoryId } = await store.createPet({
        name: 'Text',
        categoryId: '9007199254740993',
      });
      const { items } = await store.listPets({ limit: 1 });
      return [categoryId, typeof items[0]?.id];
    },
    expected: ['9007199254740993', 'string'],
  },
  'key that changes after a 401': {
    async run(context) {
      const keys = ['as_live_expired', context.apiKey];
      const apiKey = async () => keys.shift() ?? 'as_live_none';
      const { status } = await connect(context, { apiKey }).listPets().withResponse();
      return [status, keys.length];
    },
    expected: [200, 0],
  },
};
