// A single HTTP attempt with a time limit, which includes reading the body.
import { ConnectionError, TimeoutError } from '../errors.js';

export interface FetchResult {
  response: Response;
  /** The whole body. */
  text: string;
}

/** @throws ConnectionError, TimeoutError, or the signal's reason. */
export async function fetchWithTimeout(
  fetch: typeof globalThis.fetch,
  url: string,
  init: { method: string; headers: Record<string, string>; body: string | null },
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<FetchResult> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(
    () => controller.abort(new TimeoutError(`${init.method} ${url} exceeded ${timeoutMs} ms`)),
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
    signal?.removeEventListener('abort', abort);
  }
}
