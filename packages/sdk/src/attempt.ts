// Owns one attempt on the wire: sent with a time limit, read to its end, or an error that says how it failed.
import { ConnectionError, TimeoutError } from './errors.js';

export interface WholeReply {
  response: Response;
  text: string;
}

/** @throws ConnectionError, TimeoutError, or the signal's reason. */
export async function attempt(
  fetch: typeof globalThis.fetch,
  url: string,
  init: { method: string; headers: Record<string, string>; body: string | null },
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<WholeReply> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const forward = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', forward, { once: true });
  const timer = setTimeout(
    () =>
      controller.abort(new TimeoutError(`${init.method} ${url} took longer than ${timeoutMs} ms`)),
    timeoutMs,
  );
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: controller.signal });
    return { response, text: await response.text() };
  } catch (cause) {
    if (controller.signal.aborted) throw controller.signal.reason;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConnectionError(`${init.method} ${url}: ${reason}`, { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', forward);
  }
}
