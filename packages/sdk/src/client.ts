// API client: runs a call through validation, the rate-limit queue, its attempts and its retries.
import { ConnectionError, RateLimitError, toApiError } from './errors.js';
import { parseJson } from './json.js';
import type { OperationSpec } from './operation-spec.js';
import { type ResolvedOptions, validateCallOptions } from './options.js';
import { buildRequest } from './request/build-request.js';
import { type FetchResult, fetchWithTimeout } from './request/fetch-with-timeout.js';
import { RateLimitQueue } from './request/rate-limit-queue.js';
import { backoffMs, createIdempotencyKey, isRetryable, isTransient } from './request/retry.js';
import { createApiPromise, createApiResponse } from './response/api-promise.js';
import { createDeprecationReporter } from './response/deprecation.js';
import { createPagedMethod } from './response/pagination.js';
import {
  type RateLimit,
  type Remaining,
  readRateLimit,
  readRemaining,
  readRetryAfter,
} from './response/rate-limit.js';
import type { ApiResponse, CallOptions, Method, OperationId, PagedMethod } from './types.js';

/** A call's request, the same for all of its attempts. */
interface PreparedRequest {
  id: OperationId;
  spec: OperationSpec;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  timeoutMs: number;
  maxRetries: number;
  signal: AbortSignal | undefined;
}

/** A failed attempt. `retryInMs` is undefined if it must not be retried. */
interface Failure {
  error: unknown;
  retryInMs: number | undefined;
}

export class Client {
  readonly #options: ResolvedOptions;
  readonly #queue: RateLimitQueue;
  readonly #reportDeprecation: ReturnType<typeof createDeprecationReporter>;
  readonly #authorization: string;
  /** Of the latest response that reported a quota. */
  #headers: Headers | undefined;
  #callCount = 0;

  constructor(options: ResolvedOptions) {
    const { clock, pace, maxWaitSeconds } = options;
    this.#options = options;
    this.#queue = new RateLimitQueue({ clock, pace, maxWaitMs: maxWaitSeconds * 1000 });
    this.#reportDeprecation = createDeprecationReporter(options);
    this.#authorization = `Bearer ${options.apiKey}`;
  }

  get rateLimit(): RateLimit | undefined {
    return this.#headers && readRateLimit(this.#headers);
  }

  /** Gives the untyped call the types of the contract. They are not checked at run time. */
  method<Id extends OperationId>(id: Id, spec: OperationSpec): Method<Id> {
    return ((params = {}, options = {}) =>
      createApiPromise(this.#call(id, spec, params, options))) as Method<Id>;
  }

  pagedMethod<Id extends OperationId>(id: Id, spec: OperationSpec): PagedMethod<Id> {
    return createPagedMethod(spec, (params, options) => this.#call(id, spec, params, options));
  }

  async #call(
    id: OperationId,
    spec: OperationSpec,
    params: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<ApiResponse<unknown>> {
    validateCallOptions(options);
    const { baseUrl, timeoutMs, maxRetries } = this.#options;
    const { url, headers, body } = buildRequest(baseUrl, spec, params);
    const request: PreparedRequest = {
      id,
      spec,
      url,
      headers: spec.isIdempotent
        ? { ...headers, 'Idempotency-Key': createIdempotencyKey() }
        : headers,
      body: await body,
      timeoutMs: options.timeoutMs ?? timeoutMs,
      maxRetries: options.maxRetries ?? maxRetries,
      signal: options.signal,
    };
    const sequence = this.#callCount++;
    for (let retryCount = 0; ; retryCount += 1) {
      const outcome = await this.#attempt(request, sequence, retryCount);
      if ('data' in outcome) return outcome;
      if (outcome.retryInMs === undefined || retryCount >= request.maxRetries) throw outcome.error;
      await this.#options.clock.sleep(outcome.retryInMs, options.signal);
    }
  }

  async #attempt(
    request: PreparedRequest,
    sequence: number,
    retryCount: number,
  ): Promise<ApiResponse<unknown> | Failure> {
    await this.#queue.acquire(sequence, request.signal);
    let remaining: Remaining | undefined;
    try {
      const { response, text } = await this.#send(request, retryCount);
      remaining = readRemaining(response.headers);
      if (remaining) this.#headers = response.headers;
      this.#reportDeprecation(request.id, response.headers);
      const body = await parseBody(text);
      if (!response.ok) return this.#toFailure(request, retryCount, response, body);
      if (request.spec.emptyStatuses?.includes(response.status))
        return createApiResponse(undefined, response);
      if (body === undefined)
        throw new ConnectionError(`${request.spec.method} ${request.url}: body is not JSON`);
      return createApiResponse(body, response);
    } catch (error) {
      const isRetried = error instanceof ConnectionError && isRetryable(request.spec);
      return { error, retryInMs: isRetried ? backoffMs(retryCount) : undefined };
    } finally {
      this.#queue.release(remaining);
    }
  }

  async #send(request: PreparedRequest, retryCount: number): Promise<FetchResult> {
    const { id, spec, url, body } = request;
    const { method } = spec;
    const { fetch, clock, onRequest, onResponse } = this.#options;
    const headers = { ...request.headers };
    const outgoing = { operation: id, method, url, headers, attempt: retryCount };
    onRequest?.(outgoing);
    const startMs = clock.now();
    // Throws here for an invalid header, which fetch would report like a failed connection.
    if (onRequest) new Headers(headers);
    const init = {
      method,
      headers: { ...headers, Authorization: this.#authorization },
      body: body ?? null,
    };
    const result = await fetchWithTimeout(fetch, url, init, request.timeoutMs, request.signal);
    onResponse?.({ ...outgoing, response: result.response, durationMs: clock.now() - startMs });
    return result;
  }

  #toFailure(
    { spec }: PreparedRequest,
    retryCount: number,
    response: Response,
    body: unknown,
  ): Failure {
    const nowMs = this.#options.clock.now();
    const retryAfterMs = readRetryAfter(response.headers, nowMs);
    const waitMs = Math.max(retryAfterMs ?? 0, backoffMs(retryCount));
    const error = toApiError(response, body, new Date(nowMs + (retryAfterMs ?? waitMs)));
    const isWithinMaxWait = (retryAfterMs ?? 0) <= this.#options.maxWaitSeconds * 1000;
    if (error instanceof RateLimitError) {
      this.#queue.pause(retryAfterMs ?? waitMs, error);
      return { error, retryInMs: isWithinMaxWait ? 0 : undefined }; // the wait is in the queue
    }
    const isRetried = isWithinMaxWait && isTransient(error, spec) && isRetryable(spec);
    return { error, retryInMs: isRetried ? waitMs : undefined };
  }
}

/** Undefined for a text that is not JSON. */
async function parseBody(text: string): Promise<unknown> {
  try {
    return await parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error; // the bigint parser could not be loaded
  }
}
