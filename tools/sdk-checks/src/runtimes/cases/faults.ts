// Calls to the scripted server: refusals, timeouts, aborts, redirects, broken connections.
import { type Case, connect, connectTo, rejection, takes } from './case.ts';

export const FAULTS: Readonly<Record<string, Case>> = {
  'wait for Retry-After': {
    async run(context) {
      const seen: unknown[] = [];
      const store = connectTo('busy', context, {
        onResponse: ({ response }) => seen.push(response.status),
        onWait: ({ operation, retryAt }) => seen.push(operation, retryAt.getTime() > Date.now()),
      });
      return [await takes(1000, 20_000, () => store.listPets()), ...seen];
    },
    expected: ['in time', 429, 'listPets', true, 200],
  },
  timeout: {
    async run(context) {
      const store = connectTo('stalled', context, { timeoutMs: 200, maxRetries: 0 });
      let error = new Error();
      const duration = await takes(190, 20_000, async () => {
        error = await rejection(store.listPets());
      });
      return [error.name, error instanceof context.sdk.TimeoutError, duration];
    },
    expected: ['TimeoutError', true, 'in time'],
  },
  'abort before the call': {
    async run(context) {
      const signal = AbortSignal.abort();
      return (await rejection(connect(context).listPets({}, { signal }))).name;
    },
    expected: 'AbortError',
  },
  'abort of a call in flight': {
    async run(context) {
      const controller = new AbortController();
      const call = connectTo('stalled', context).listPets({}, { signal: controller.signal });
      setTimeout(() => controller.abort(), 100);
      return (await rejection(call)).name;
    },
    expected: 'AbortError',
  },
  'broken connection': {
    async run(context) {
      const store = connectTo('broken', context, { maxRetries: 0 });
      const error = await rejection(store.listPets());
      return [error.name, error instanceof context.sdk.ConnectionError];
    },
    expected: ['ConnectionError', true],
  },
  'redirect refused without a retry': {
    async run(context) {
      let attempts = 0;
      const store = connectTo('redirecting', context, {
        onRequest: () => {
          attempts += 1;
        },
      });
      const error = await rejection(store.listPets());
      return [error.name, error instanceof context.sdk.ConnectionError, attempts];
    },
    expected: ['ConnectionError', true, 1],
  },
  'ban that another client has met, told in browsers': {
    async run(context) {
      const attempts: number[] = [];
      const onRequest = ({ attempt }: { attempt: number }) => attempts.push(attempt);
      const other = connectTo('banned', context);
      const store = connectTo('banned', context, { onRequest });
      await store.listPets();
      await rejection(other.listPets());
      await new Promise((resolve) => setTimeout(resolve, 200)); // for the message
      const error = await rejection(store.listPets());
      if (!(error instanceof context.sdk.RateLimitError)) throw error;
      const isBrowser = Boolean(globalThis.navigator?.userAgent.startsWith('Mozilla/'));
      return [error.code, (attempts.length === 1) === isBrowser];
    },
    expected: ['key_banned', true],
  },
};
