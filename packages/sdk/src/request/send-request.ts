// One attempt of a call: the API key, the hook before it, and the HTTP request with a time limit, which includes reading
// the body.
import { elapsedMs } from '../clock.js';
import { ConnectionError, TimeoutError } from '../errors.js';
import type { IncomingResponse, ResolvedOptions } from '../options.js';
import { askApiKey } from './api-key.js';
import { rejectOnAbort } from './reject-on-abort.js';
import type { TransportRequest } from './transport.js';

/** An error may be its own cause. */
const MAX_CAUSES = 9;

export interface Received {
  response: Response;
  /** The whole body. */
  text: string;
  /** What the hook after the attempt is told, if there is one. */
  notice: IncomingResponse | undefined;
}

/** @throws ConnectionError, TimeoutError, the signal's reason, or what the key function or the hook throws. */
export async function sendRequest(
  request: TransportRequest,
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
  const startMs = onResponse && elapsedMs(clock);
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort);
  const timer = setTimeout(
    () =>
      controller.abort(
        new TimeoutError(`${method} ${url} exceeded ${timeoutMs} ms`, { operation: id }),
      ),
    timeoutMs,
  );
  try {
    const response = await fetch(url, {
      ...request.init,
      method,
      headers: { ...headers, Authorization: `Bearer ${apiKey}` },
      body,
      redirect: 'manual', // Cloudflare Workers have no mode `error`: the client refuses redirects itself
      signal: controller.signal,
    });
    const text = await response.text();
    const durationMs = startMs === undefined ? 0 : elapsedMs(clock) - startMs;
    return { response, text, notice: onResponse && { ...outgoing, response, durationMs } };
  } catch (cause) {
    if (controller.signal.aborted) throw controller.signal.reason;
    throw new ConnectionError(`${method} ${url}: ${String(reasonOf(cause))}`, {
      operation: id,
      cause,
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** The innermost cause, which platforms hide below a `fetch failed`: `getaddrinfo ENOTFOUND api.example`. */
function reasonOf(thrown: unknown, depth = 0): unknown {
  if (typeof thrown !== 'object' || thrown === null) return thrown;
  const { cause, errors, message, code }: Partial<AggregateError & { code: unknown }> = thrown;
  const inner: unknown = cause ?? errors?.[0]; // an AggregateError has one for each address
  return (depth < MAX_CAUSES && inner && reasonOf(inner, depth + 1)) || message || code;
}
