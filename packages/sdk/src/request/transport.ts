// Transport: sends a request through the rate-limit queue, with its retries, and tells the hooks.
import { ConnectionError, RateLimitError, UnauthorizedError } from '../client/errors.js';
import type { ResolvedOptions } from '../client/options.js';
import type { OperationId } from '../client/types.js';
import type { WireOperation } from '../client/wire-operation.js';
import { parseJson } from '../int64/json.js';
import { rejectOnAbort } from '../platform/abort.js';
import { elapsedMs } from '../platform/clock.js';
import { readDeprecation } from '../response/deprecation.js';
import { readHeader } from '../response/headers.js';
import { type RateLimit, readRateLimit, readRetryAfter } from '../response/rate-limit.js';
import { toApiError } from '../response/to-api-error.js';
import { askApiKey } from './api-key.js';
import { RateLimitQueue } from './rate-limit-queue.js';
import { backoffMs, isRetryable, isTransient } from './retry.js';
import { type CompleteResponse, sendRequest, type TransportRequest } from './send-request.js';

/** A call gives up after as many windows which others have used up: ten minutes, or less with `maxWaitSeconds`. */
const MAX_QUOTA_WAITS = 10;

/** A failed attempt. `retryInMs` is undefined if it must not be retried. */
interface Failure {
  error: unknown;
  retryInMs?: number | undefined;
  /** A `Retry-After` that the request itself waits for. */
  retryAfterMs?: number | undefined;
  /** Whether the quota is used up. The queue waits for it, and that is no retry, up to `MAX_QUOTA_WAITS`. */
  isQuotaUsedUp?: boolean | undefined;
  /** Of a raw request, which resolves with any response. */
  complete?: CompleteResponse | undefined;
}

export class Transport {
  readonly #options: ResolvedOptions;
  readonly #queue: RateLimitQueue;
  /** Deprecated operations that have been reported. */
  readonly #deprecated = new Set<OperationId>();
  /** Of the latest response that reported a quota. */
  #headers: Headers | undefined;
  #requestCount = 0;

  constructor(options: ResolvedOptions) {
    const { clock, pace, maxWaitSeconds } = options;
    this.#options = options;
    this.#queue = new RateLimitQueue({ clock, pace, maxWaitMs: maxWaitSeconds * 1000 });
  }

  get rateLimit(): RateLimit | undefined {
    return this.#headers && readRateLimit(this.#headers);
  }

  /** A successful response; of a raw request any. */
  async send(request: TransportRequest): Promise<CompleteResponse> {
    const sequence = this.#requestCount++;
    const { id } = request;
    let { maxRetries = this.#options.maxRetries } = request.options;
    const { signal } = request.options;
    let quotaWaits = MAX_QUOTA_WAITS;
    let canRenewKey = typeof this.#options.apiKey === 'function';
    for (let retryCount = 0; ; retryCount += 1) {
      const outcome = await this.#attempt(request, sequence, retryCount);
      if (!('error' in outcome)) return outcome;
      if (canRenewKey && outcome.error instanceof UnauthorizedError) {
        canRenewKey = false;
        request.nextKey = await rejectOnAbort(askApiKey(this.#options), signal);
        if (request.nextKey !== request.sentKey) {
          maxRetries += 1;
          continue;
        }
      }
      const { error, retryInMs, retryAfterMs, isQuotaUsedUp, complete } = outcome;
      if (isQuotaUsedUp && maxRetries > 0 && quotaWaits > 0) {
        quotaWaits -= 1;
        maxRetries += 1;
      }
      if (retryInMs === undefined || retryCount >= maxRetries) {
        if (complete) return complete;
        throw error;
      }
      if (retryAfterMs) await rejectOnAbort(this.#notifyWait(id, retryAfterMs), signal);
      await this.#options.clock.sleep(retryInMs, signal);
    }
  }

  async #attempt(
    request: TransportRequest,
    sequence: number,
    retryCount: number,
  ): Promise<CompleteResponse | Failure> {
    const { id } = request;
    let ticket: number;
    try {
      const acquired = this.#queue.acquire(sequence, request.options.signal, (retryAtMs) =>
        this.#notifyWait(id, retryAtMs - elapsedMs(this.#options.clock)),
      );
      ticket = typeof acquired === 'number' ? acquired : await acquired;
    } catch (error) {
      if (!(error instanceof RateLimitError)) throw error;
      // the refusal of another call
      const message = id + error.message.slice(error.operation.length);
      throw new RateLimitError({ ...error, operation: id, message }, this.#queue.retryAt);
    }
    let complete: CompleteResponse | undefined;
    let outcome: CompleteResponse | Failure;
    try {
      complete = await sendRequest(request, retryCount, this.#options);
      if (complete.remaining) this.#headers = complete.headers;
      outcome = this.#read(request, retryCount, complete);
    } catch (error) {
      // A browser without a network may still reach a service on its own machine: the request is tried, once.
      const isOnline = globalThis.navigator?.onLine !== false;
      const isRetried = error instanceof ConnectionError && isOnline && isRetryable(request.spec);
      outcome = { error, retryInMs: isRetried ? backoffMs(retryCount) : undefined };
    } finally {
      this.#queue.release(ticket, complete?.remaining, complete?.status !== 429);
    }
    if (complete) await this.#notifyReceived(complete, request);
    return outcome;
  }

  /** @throws ConnectionError */
  #read(
    request: TransportRequest,
    retryCount: number,
    complete: CompleteResponse,
  ): CompleteResponse | Failure {
    const { id: operation, spec, url, isRaw } = request;
    const { ok, status, headers, text, isRedirect } = complete;
    const address = `${spec.method} ${url}`;
    // It is not followed, because a POST would become a GET, and another service would get the key.
    if (isRedirect) {
      const target = readHeader(headers, 'location') ?? 'another URL';
      const message = `${address} redirects to ${target}: check baseUrl`;
      return { error: new ConnectionError(message, { operation }) };
    }
    if (!ok) return this.#toFailure(request, address, retryCount, complete);
    if (isRaw || spec.emptyStatuses?.includes(status)) return complete;
    complete.body = tryToParse(text);
    const expected = expectedBody(spec, complete.body);
    if (expected) throw new ConnectionError(`${address}: body is not ${expected}`, { operation });
    return complete;
  }

  #toFailure(
    { id, spec, isRaw }: TransportRequest,
    address: string,
    retryCount: number,
    complete: CompleteResponse,
  ): Failure {
    const nowMs = this.#options.clock.now();
    const retryAfterMs = readRetryAfter(complete.headers, nowMs);
    const waitMs = Math.max(retryAfterMs ?? 0, backoffMs(retryCount));
    const retryAt = new Date(nowMs + (retryAfterMs ?? waitMs));
    const error = toApiError(id, address, complete, tryToParse(complete.text), retryAt);
    const failure = { error, complete: isRaw ? complete : undefined };
    const isWithinMaxWait = (retryAfterMs ?? 0) <= this.#options.maxWaitSeconds * 1000;
    if (error instanceof RateLimitError) {
      this.#queue.pause(retryAfterMs ?? waitMs, error);
      const isQuotaUsedUp = complete.remaining?.some(({ remaining }) => remaining === 0);
      return { ...failure, isQuotaUsedUp, retryInMs: isWithinMaxWait ? 0 : undefined }; // the wait is in the queue
    }
    const isRetried = isWithinMaxWait && isTransient(error, spec) && isRetryable(spec);
    return { ...failure, retryAfterMs, retryInMs: isRetried ? waitMs : undefined };
  }

  /** Runs after the slot is released, so that a slow hook does not hold up other requests. */
  async #notifyReceived(
    { response, headers, outgoing, durationMs }: CompleteResponse,
    { id, options: { signal } }: TransportRequest,
  ) {
    const { onResponse, onDeprecated } = this.#options;
    if (onResponse) await rejectOnAbort(onResponse({ ...outgoing, response, durationMs }), signal);
    if (!readHeader(headers, 'deprecation') || this.#deprecated.has(id)) return;
    this.#deprecated.add(id);
    await rejectOnAbort(onDeprecated(readDeprecation(id, headers)), signal);
  }

  #notifyWait(operation: OperationId, waitMs: number): unknown {
    const retryAt = new Date(this.#options.clock.now() + waitMs);
    return this.#options.onWait?.({ operation, retryAt });
  }
}

/** What the body should be at its top; undefined if it is that. */
function expectedBody({ result = 'object' }: WireOperation, body: unknown): string | undefined {
  if (body === undefined) return 'JSON';
  if (result === 'any') return undefined;
  const type = Array.isArray(body) ? 'list' : body !== null && typeof body;
  return type === result ? undefined : `${result === 'list' ? 'a' : 'an'} ${result}`;
}

/** Undefined for a text that is not JSON, or is nested too deep. */
function tryToParse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
