// Transaction scope: the resources that a handler with an Idempotency-Key uses. They end with its transaction.

/** How long a handler may await anything but its store. */
const IDLE_TIMEOUT_MS = 1_000;
const IDLE = `a handler with an Idempotency-Key awaited something else for ${IDLE_TIMEOUT_MS} ms: it may await nothing but its store`;

type Method = (...values: never[]) => Promise<unknown>;

/**
 * Runs `work` with resources that throw once it has ended.
 * @throws an Error if `work` awaits anything but the resources, or ends before a call that it has not awaited.
 */
export async function runInScope<Resources extends object, T>(
  resources: Resources,
  work: (resources: Resources) => Promise<T>,
): Promise<T> {
  let hasEnded = false;
  let pending = 0;
  let timer: NodeJS.Timeout | undefined;
  const guard =
    (method: Method): Method =>
    async (...values) => {
      if (hasEnded) throw new Error('the transaction of this handler has ended');
      pending += 1;
      try {
        return await method(...values);
      } finally {
        pending -= 1;
        timer?.refresh();
      }
    };
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      if (pending > 0) timer?.refresh();
      else reject(new Error(IDLE));
    }, IDLE_TIMEOUT_MS);
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
function mapMethods<Resources extends object>(
  resources: Resources,
  wrap: (method: Method) => Method,
): Resources {
  const entries = Object.entries(resources).map(([name, resource]) => {
    const methods = Object.entries<Method>(resource).map(([method, call]) => [method, wrap(call)]);
    return [name, Object.fromEntries(methods)];
  });
  return Object.fromEntries(entries) as Resources; // wrapping keeps the signatures
}
