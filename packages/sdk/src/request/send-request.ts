// One attempt of a call: the API key, the hook before it, and the HTTP request with a time limit, which includes reading
// the body.
import { ConnectionError, TimeoutError } from '../errors.js';
import type { IncomingResponse, ResolvedOptions } from '../options.js';
import { askApiKey } from './api-key.js';
import type { PreparedRequest } from './prepare-request.js';
import { rejectOnAbort } from './reject-on-abort.js';

export interface Received {
  response: Response;
  /** The whole body. */
  text: string;
  /** What the hook after the attempt is told, if there is one. */
  notice: IncomingResponse | undefined;
}

/** @throws ConnectionError, TimeoutError, the signal's reason, or what the key function or the hook throws. */
export async function sendRequest(
  request: PreparedRequest,
  attempt: number,
  options: ResolvedOptions,
): Promise<Received> {
  const { id, spec, url, body = null, timeoutMs, signal } = request;
  const { fetch, clock, onRequest, onResponse } = options;
  const { method } = spec;
  const key = request.nextKey ?? askApiKey(options);
  const apiKey = typeof key === 'string' ? key : await rejectOnAbort(key, signal);
  request.sentKey = apiKey;
  request.nextKey = undefined;
  const headers = { ...request.headers };
  const outgoing = { operation: id, method, url, headers, attempt };
  if (onRequest) {
    await rejectOnAbort(onRequest(outgoing), signal);
    new Headers(headers); // throws for an invalid one, which fetch would report like a failed connection
  }
  signal?.throwIfAborted();
  const startMs = onResponse && clock.now();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort);
  const timer = setTimeout(
    () => controller.abort(new TimeoutError(`${method} ${url} exceeded ${timeoutMs} ms`)),
    timeoutMs,
  );
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, Authorization: `Bearer ${apiKey}` },
      body,
      redirect: 'manual', // Cloudflare Workers have no mode `error`: the client refuses redirects itself
      signal: controller.signal,
    });
    const text = await response.text();
    const durationMs = startMs === undefined ? 0 : clock.now() - startMs;
    return { response, text, notice: onResponse && { ...outgoing, response, durationMs } };
  } catch (cause) {
    if (controller.signal.aborted) throw controller.signal.reason;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConnectionError(`${method} ${url}: ${reason}`, { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
