// API client: runs a call through validation, the rate-limit queue, its attempts and its retries.
import { ConnectionError, RateLimitError, toApiError, UnauthorizedError } from './errors.js';
import type { Int64Mode } from './int64-types.js';
import { parseJson } from './json.js';
import type { OperationSpec } from './operation-spec.js';
import type { ResolvedOptions } from './options.js';
import { askApiKey } from './request/api-key.js';
import { type PreparedRequest, prepareRequest } from './request/prepare-request.js';
import { RateLimitQueue } from './request/rate-limit-queue.js';
import { rejectOnAbort } from './request/reject-on-abort.js';
import { backoffMs, isRetryable, isTransient } from './request/retry.js';
import { type Received, sendRequest } from './request/send-request.js';
import { createApiPromise, createApiResponse } from './response/api-promise.js';
import { findLink } from './response/link-header.js';
import { createPagedMethod } from './response/pagination.js';
import {
  type RateLimit,
  readRateLimit,
  readRemaining,
  readRetryAfter,
} from './response/rate-limit.js';
import { toRedirectError } from './response/redirect.js';
import type {
  ApiResponse,
  IdempotentCallOptions,
  Method,
  OperationId,
  PagedMethod,
} from './types.js';

/** A failed attempt. `retryInMs` is undefined if it must not be retried. */
interface Failure {
  error: unknown;
  retryInMs: number | undefined;
  /** When a `Retry-After` ends that the call itself waits for. */
  retryAtMs?: number | undefined;
}

export class Client {
  readonly #options: ResolvedOptions;
  readonly #queue: RateLimitQueue;
  /** Deprecated operations that have been reported. */
  readonly #deprecated = new Set<OperationId>();
  /** Of the latest response that reported a quota. */
  #headers: Headers | undefined;
  #callCount = 0;

  constructor(options: ResolvedOptions) {
    const { clock, pace, maxWaitSeconds } = options;
    this.#options = options;
    this.#queue = new RateLimitQueue({ clock, pace, maxWaitMs: maxWaitSeconds * 1000 });
  }

  get baseUrl(): string {
    return this.#options.baseUrl;
  }

  get int64(): Int64Mode {
    return this.#options.int64;
  }

  get rateLimit(): RateLimit | undefined {
    return this.#headers && readRateLimit(this.#headers);
  }

  /** Gives the untyped call the types of the contract. They are not checked at run time. */
  method<Id extends OperationId, Mode extends Int64Mode>(
    id: Id,
    spec: OperationSpec,
  ): Method<Id, Mode> {
    return ((params = {}, options = {}) =>
      createApiPromise(this.#call(id, spec, params, options))) as Method<Id, Mode>;
  }

  pagedMethod<Id extends OperationId, Mode extends Int64Mode>(
    id: Id,
    spec: OperationSpec,
  ): PagedMethod<Id, Mode> {
    return createPagedMethod(id, spec, (params, options) => this.#call(id, spec, params, options));
  }

  async #call(
    id: OperationId,
    spec: OperationSpec,
    params: Readonly<Record<string, unknown>>,
    options: IdempotentCallOptions,
  ): Promise<ApiResponse<unknown>> {
    // Loaded only by clients that want strings.
    const strings =
      this.#options.int64 === 'string' ? await import('./int64-strings.js') : undefined;
    const argument = strings ? strings.parseArgument(id, spec, params) : params;
    const request = await prepareRequest(id, spec, argument, options, this.#options);
    const reply = await this.#run(request);
    if (!strings) return reply;
    const data = strings.stringifyResult(id, reply.status, reply.data);
    return createApiResponse(data, reply.response);
  }

  async #run(request: PreparedRequest): Promise<ApiResponse<unknown>> {
    const sequence = this.#callCount++;
    let { maxRetries } = request;
    let canRenewKey = typeof this.#options.apiKey === 'function';
    for (let retryCount = 0; ; retryCount += 1) {
      const outcome = await this.#attempt(request, sequence, retryCount);
      if ('data' in outcome) return outcome;
      if (canRenewKey && outcome.error instanceof UnauthorizedError) {
        canRenewKey = false;
        request.nextKey = await rejectOnAbort(askApiKey(this.#options), request.signal);
        if (request.nextKey !== request.sentKey) {
          maxRetries += 1;
          continue;
        }
      }
      const { error, retryInMs, retryAtMs } = outcome;
      if (retryInMs === undefined || retryCount >= maxRetries) throw error;
      if (retryAtMs) await rejectOnAbort(this.#notifyWait(request.id, retryAtMs), request.signal);
      await this.#options.clock.sleep(retryInMs, request.signal);
    }
  }

  async #attempt(
    request: PreparedRequest,
    sequence: number,
    retryCount: number,
  ): Promise<ApiResponse<unknown> | Failure> {
    const acquired = this.#queue.acquire(sequence, request.signal, (retryAtMs) =>
      this.#notifyWait(request.id, retryAtMs),
    );
    const ticket = typeof acquired === 'number' ? acquired : await acquired;
    let received: Received | undefined;
    let outcome: ApiResponse<unknown> | Failure;
    try {
      received = await sendRequest(request, retryCount, this.#options);
      const parsed = parseJson(received.text);
      const body = parsed instanceof Promise ? await parsed : parsed;
      outcome = this.#read(request, retryCount, received.response, body);
    } catch (error) {
      const isRetried = error instanceof ConnectionError && isRetryable(request.spec);
      outcome = { error, retryInMs: isRetried ? backoffMs(retryCount) : undefined };
    } finally {
      const headers = received?.response.headers;
      const remaining = headers && readRemaining(headers);
      if (remaining) this.#headers = headers;
      this.#queue.release(ticket, remaining);
    }
    if (received) await this.#notifyReceived(received, request);
    return outcome;
  }

  #read(
    request: PreparedRequest,
    retryCount: number,
    response: Response,
    body: unknown,
  ): ApiResponse<unknown> | Failure {
    const { spec, url } = request;
    const redirect = toRedirectError(spec.method, url, response);
    if (redirect) return { error: redirect, retryInMs: undefined };
    if (!response.ok) return this.#toFailure(request, retryCount, response, body);
    if (spec.emptyStatuses?.includes(response.status))
      return createApiResponse(undefined, response);
    if (body === undefined) throw new ConnectionError(`${spec.method} ${url}: body is not JSON`);
    return createApiResponse(body, response);
  }

  /** Runs after the slot is released, so that a slow hook does not hold up other calls. */
  async #notifyReceived({ response, notice }: Received, { id, signal }: PreparedRequest) {
    const { onResponse, onDeprecated } = this.#options;
    const { headers } = response;
    if (notice) await rejectOnAbort(onResponse?.(notice), signal);
    if (!headers.has('deprecation') || this.#deprecated.has(id)) return;
    this.#deprecated.add(id);
    const notices = await import('./response/deprecation.js').catch(() => undefined); // the call has succeeded
    const successor = findLink(headers, 'successor-version'); // RFC 5829
    await rejectOnAbort(notices?.reportDeprecation(id, headers, successor, onDeprecated), signal);
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
    return {
      error,
      retryInMs: isRetried ? waitMs : undefined,
      retryAtMs: retryAfterMs && nowMs + retryAfterMs,
    };
  }

  #notifyWait(operation: OperationId, retryAtMs: number): unknown {
    return this.#options.onWait?.({ operation, retryAt: new Date(retryAtMs) });
  }
}
