// Keys of the real server: secret ones, and those for pages.
import { type Case, connect, rejection } from './case.ts';

export const KEYS: Readonly<Record<string, Case>> = {
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
};
