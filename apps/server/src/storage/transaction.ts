// Transaction scope: the resources that a handler with an Idempotency-Key uses. They end with its transaction.
import type { Resources } from './store.js';

/** How long a handler may hold a transaction. Its reads and writes take a few milliseconds. */
export const TRANSACTION_TIMEOUT_MS = 1_000;

type Method = (...values: never[]) => Promise<unknown>;

/**
 * Runs `work` with resources that throw once it has ended.
 * @throws an Error if `work` does not end in time, or ends before a call that it has not awaited.
 */
export async function runInScope<T>(
  resources: Resources,
  work: (resources: Resources) => Promise<T>,
): Promise<T> {
  let hasEnded = false;
  let pending = 0;
  const guard =
    (method: Method): Method =>
    async (...values) => {
      if (hasEnded) throw new Error('the transaction of this handler has ended');
      pending += 1;
      try {
        return await method(...values);
      } finally {
        pending -= 1;
      }
    };
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const message = `a handler with an Idempotency-Key did not end within ${TRANSACTION_TIMEOUT_MS} ms: it may await nothing but its store`;
    timer = setTimeout(() => reject(new Error(message)), TRANSACTION_TIMEOUT_MS);
  });
  try {
    const result = await Promise.race([work(mapMethods(resources, guard)), timeout]);
    if (pending > 0) throw new Error('a handler ended before its calls of the store: await them');
    return result;
  } finally {
    hasEnded = true;
    clearTimeout(timer);
  }
}

/** The same resources, with each method wrapped. */
function mapMethods(resources: Resources, wrap: (method: Method) => Method): Resources {
  const entries = Object.entries(resources).map(([name, resource]) => {
    const methods = Object.entries(resource).map(([method, call]) => [method, wrap(call)]);
    return [name, Object.fromEntries(methods)];
  });
  return Object.fromEntries(entries); // wrapping keeps the signatures
}
