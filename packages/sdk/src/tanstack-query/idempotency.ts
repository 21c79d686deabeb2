// Idempotency keys of mutations: the same variables keep their key until they succeed, so that they take effect once.
import { createIdempotencyKey } from '../request/retry.js';

interface Attempt {
  idempotencyKey: string;
  /** What was sent, as text. With another content, the service would refuse the key. */
  content: string;
}

/** Failed attempts, by the variables that TanStack Query passes again when it retries. */
const failures = new WeakMap<object, Attempt[]>();

/**
 * Calls that run at the same time are different mutations, even with the same variables.
 * @param content Names the service, the operation and the values of the variables.
 */
export async function withIdempotencyKey<Data>(
  variables: object,
  content: string,
  call: (options: { idempotencyKey: string }) => Promise<Data>,
): Promise<Data> {
  const failed = failures.get(variables) ?? [];
  failures.set(variables, failed);
  const index = failed.findIndex((attempt) => attempt.content === content);
  const idempotencyKey =
    failed.splice(index, index < 0 ? 0 : 1)[0]?.idempotencyKey ?? createIdempotencyKey();
  try {
    return await call({ idempotencyKey });
  } catch (error) {
    failed.push({ idempotencyKey, content });
    throw error;
  }
}
