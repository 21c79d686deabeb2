// One attempt of a call: the API key, the hook before it, and the HTTP request with a time limit, which includes reading
// the body.
import { ConnectionError, MOCK_ERROR, TimeoutError } from '../client/errors.js';
import { type OutgoingRequest, type ResolvedOptions, toFetchOptions } from '../client/options.js';
import { describeValue } from '../client/refuse.js';
import type { CallOptions, OperationId } from '../client/types.js';
import type { WireOperation } from '../client/wire-operation.js';
import { abortReason, addAbortListener, throwIfAborted } from '../platform/abort.js';
import { elapsedMs } from '../platform/clock.js';
import { type Remaining, readRemaining } from '../response/rate-limit.js';
import { askApiKey } from './api-key.js';

/** An error may be its own cause. */
const MAX_CAUSES = 9;
const REDIRECTS = [301, 302, 303, 307, 308];

/** A request with the keys of its attempts; the rest is the same for all of them. */
export interface TransportRequest {
  id: OperationId;
  spec: WireOperation;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  options: Omit<CallOptions, 'headers'>;
  /** Whether it resolves with any response, with its text as it is. */
  isRaw?: boolean;
  /** Of the latest attempt. */
  sentKey?: string;
  /** Of the next attempt, if it is known. */
  nextKey?: string | undefined;
}

/** What the client needs of a response, read once: the members of another `fetch`'s response may throw. */
export interface CompleteResponse {
  response: Response;
  status: number;
  ok: boolean;
  headers: Headers;
  isRedirect: boolean;
  /** The whole body. */
  text: string;
  /** Its JSON. The transport parses it, except for a raw request and a response that has none. */
  body: unknown;
  /** The quota, if the response reports it. */
  remaining: readonly Remaining[] | undefined;
  /** The request and its time, for the hook after the attempt. */
  outgoing: OutgoingRequest;
  durationMs: number;
}

/** @throws ConnectionError, TimeoutError, the signal's reason, or what the key function, the hook or a faulty `fetch` throws. */
export async function sendRequest(
  request: TransportRequest,
  attempt: number,
  options: ResolvedOptions,
): Promise<CompleteResponse> {
  const { id, spec, url } = request;
  const { timeoutMs = options.timeoutMs, signal } = request.options;
  const controller = new AbortController();
  let removeListener = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<CompleteResponse>((resolve, reject) => {
      // Rejects by itself, since a `fetch` may ignore the signal.
      const abort = (reason: unknown) => {
        reject(reason);
        controller.abort(reason);
      };
      const cancel = () => signal && abort(abortReason(signal));
      if (signal?.aborted) cancel();
      removeListener = addAbortListener(signal, cancel);
      const message = `${spec.method} ${url} exceeded ${timeoutMs} ms`;
      timer = setTimeout(() => abort(new TimeoutError(message, { operation: id })), timeoutMs);
      receive(request, attempt, options, controller.signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    removeListener();
  }
}

async function receive(
  request: TransportRequest,
  attempt: number,
  options: ResolvedOptions,
  signal: AbortSignal,
): Promise<CompleteResponse> {
  const { id, spec, url, body = null } = request;
  const { fetch, clock, onRequest } = options;
  const { method } = spec;
  const key = request.nextKey ?? askApiKey(options);
  const apiKey = typeof key === 'string' ? key : await key;
  request.sentKey = apiKey;
  request.nextKey = undefined;
  const headers = { ...request.headers };
  const outgoing = { operation: id, method, url, headers, attempt };
  if (onRequest) await onRequest(outgoing);
  throwIfAborted(signal); // nothing is sent any more
  const init = {
    ...toFetchOptions(request.options),
    method,
    headers: { ...headers, Authorization: `Bearer ${apiKey}` },
    body,
    redirect: 'manual' as const, // Cloudflare Workers have no mode `error`: the client refuses redirects itself
    signal,
  };
  try {
    const startMs = elapsedMs(clock);
    const response = await fetch(url, init);
    const text = await response.text();
    const { status, ok, headers, type, redirected } = response;
    // Browsers hide status and target of a redirect that they do not follow. React Native follows it, and does not say so.
    const isFollowed =
      redirected ?? (response.url ? normalize(response.url) !== normalize(url) : false);
    return {
      response,
      status,
      ok,
      headers,
      isRedirect: isFollowed || type === 'opaqueredirect' || REDIRECTS.includes(status),
      text,
      body: undefined,
      remaining: readRemaining(headers),
      outgoing,
      durationMs: elapsedMs(clock) - startMs,
    };
  } catch (cause) {
    if (isProgramError(cause, url, init)) throw cause;
    throw new ConnectionError(`${method} ${url}: ${describeValue(reasonOf(cause))}`, {
      operation: id,
      cause,
    });
  }
}

/** Platforms differ in the case of a host, and in which characters of an address they encode. */
function normalize(url: string): string {
  return url.toLowerCase().replace(/['!()*]/g, (text) => `%${text.charCodeAt(0).toString(16)}`);
}

/** A fault of the program, which a retry cannot repair: in the given `fetch`, or an option that the platform refuses. */
function isProgramError(thrown: unknown, url: string, init: RequestInit): boolean {
  if (thrown instanceof ReferenceError || thrown instanceof SyntaxError) return true;
  if (thrown instanceof Object && MOCK_ERROR in thrown) return true;
  try {
    if (globalThis.Request) new Request(url, { ...init, signal: null }); // jsdom's own signals are refused
    return false;
  } catch {
    return true; // `fetch` reports it like a failed connection
  }
}

/** The innermost cause, which platforms hide below a `fetch failed`: `getaddrinfo ENOTFOUND api.example`. */
function reasonOf(thrown: unknown, depth = 0): unknown {
  if (typeof thrown !== 'object' || thrown === null) return thrown;
  const { cause, errors, message, code }: Partial<AggregateError & { code: unknown }> = thrown;
  const inner: unknown = cause ?? errors?.[0]; // an AggregateError has one for each address
  return (depth < MAX_CAUSES && inner && reasonOf(inner, depth + 1)) || message || code;
}
