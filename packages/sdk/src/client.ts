// Owns a call from end to end: the gate, the attempts, what a reply means, and what is tried again.
import { attempt, type WholeReply } from './attempt.js';
import { buildRequest } from './build-request.js';
import { deprecationTeller } from './deprecation.js';
import { ConnectionError, RateLimitError, toApiError } from './errors.js';
import { Gate } from './gate.js';
import { parseJson } from './json.js';
import type { ApiResponse, CallOptions, Method, OperationId, PagedMethod } from './method.js';
import { makeMethod, makePagedMethod, makeReply } from './methods.js';
import type { OperationRow } from './operation-row.js';
import { checkCallOptions, type Settings } from './options.js';
import {
  type Left,
  type RateLimit,
  readLeft,
  readRateLimit,
  readRetryAfter,
} from './rate-limit.js';

const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;
/** Failures of what stands before the service, or of the service for a moment. */
const TRANSIENT = [502, 503, 504];

/** A request, and how it is to be sent. */
interface Sending {
  id: OperationId;
  row: OperationRow;
  url: string;
  body: string | undefined;
  idempotencyKey: string | undefined;
  repeatable: boolean;
  timeoutMs: number;
  maxRetries: number;
  signal: AbortSignal | undefined;
}

export class Client {
  /** Of the latest reply that came from the service itself. */
  #headers: Headers | undefined;
  readonly #settings: Settings;
  readonly #gate: Gate;
  readonly #tellDeprecation: ReturnType<typeof deprecationTeller>;
  readonly #authorization: string;
  #tickets = 0;

  constructor(settings: Settings) {
    const { clock, pace, maxWaitSeconds } = settings;
    this.#settings = settings;
    this.#gate = new Gate({ clock, pace, maxWaitMs: maxWaitSeconds * 1000 });
    this.#tellDeprecation = deprecationTeller(settings);
    this.#authorization = `Bearer ${settings.apiKey}`;
  }

  get rateLimit(): RateLimit | undefined {
    return this.#headers && readRateLimit(this.#headers);
  }

  method<Id extends OperationId>(id: Id, row: OperationRow): Method<Id> {
    return makeMethod((params, options) => this.#call(id, row, params, options));
  }

  pagedMethod<Id extends OperationId>(id: Id, row: OperationRow): PagedMethod<Id> {
    return makePagedMethod((params, options) => this.#call(id, row, params, options));
  }

  async #call(
    id: OperationId,
    row: OperationRow,
    params: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<ApiResponse<unknown>> {
    checkCallOptions(options);
    const { baseUrl, timeoutMs, maxRetries } = this.#settings;
    const { url, body } = buildRequest(baseUrl, row, params);
    const sending: Sending = {
      id,
      row,
      url,
      body: await body,
      idempotencyKey: row.idempotent ? newIdempotencyKey() : undefined,
      repeatable: row.idempotent === true || (row.method !== 'POST' && row.method !== 'PATCH'),
      timeoutMs: options.timeoutMs ?? timeoutMs,
      maxRetries: options.maxRetries ?? maxRetries,
      signal: options.signal,
    };
    const ticket = this.#tickets++;
    for (let count = 0; ; count += 1) {
      const outcome = await this.#try(sending, ticket, count);
      if ('data' in outcome) return outcome;
      if (outcome.retryInMs === undefined || count >= sending.maxRetries) throw outcome.error;
      await this.#settings.clock.sleep(outcome.retryInMs, options.signal);
    }
  }

  async #try(
    sending: Sending,
    ticket: number,
    count: number,
  ): Promise<ApiResponse<unknown> | { error: unknown; retryInMs: number | undefined }> {
    await this.#gate.enter(ticket, sending.signal);
    let left: Left | undefined;
    try {
      const { response, text } = await this.#send(sending, count);
      left = readLeft(response.headers);
      if (left) this.#headers = response.headers;
      this.#tellDeprecation(sending.id, response.headers);
      const body = await parseBody(text);
      if (!response.ok) return this.#judge(sending, count, response, body);
      if (body === undefined && response.status !== 204) {
        throw new ConnectionError(`${sending.row.method} ${sending.url}: no JSON`);
      }
      return makeReply(body, response);
    } catch (error) {
      const again = error instanceof ConnectionError && sending.repeatable;
      return { error, retryInMs: again ? backoffMs(count) : undefined };
    } finally {
      this.#gate.leave(left);
    }
  }

  async #send(sending: Sending, count: number): Promise<WholeReply> {
    const { id, row, url, body } = sending;
    const { fetch, clock, onRequest, onResponse } = this.#settings;
    const headers: Record<string, string> = { Accept: 'application/json' };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (sending.idempotencyKey) headers['Idempotency-Key'] = sending.idempotencyKey;
    const outgoing = { operation: id, method: row.method, url, headers, attempt: count };
    onRequest?.(outgoing);
    const startMs = clock.now();
    // Checked here, so that a header that cannot be sent is not taken for a failing connection.
    if (onRequest) new Headers(headers);
    const init = {
      method: row.method,
      headers: { ...headers, Authorization: this.#authorization },
      body: body ?? null,
    };
    const reply = await attempt(fetch, url, init, sending.timeoutMs, sending.signal);
    onResponse?.({ ...outgoing, response: reply.response, durationMs: clock.now() - startMs });
    return reply;
  }

  /** What a refusal is, and whether it is worth another attempt, and when. */
  #judge(sending: Sending, count: number, response: Response, body: unknown) {
    const nowMs = this.#settings.clock.now();
    const toldMs = readRetryAfter(response.headers, nowMs);
    const waitMs = Math.max(toldMs ?? 0, backoffMs(count));
    const error = toApiError(response, body, new Date(nowMs + (toldMs ?? waitMs)));
    const bearable = (toldMs ?? 0) <= this.#settings.maxWaitSeconds * 1000;
    if (error instanceof RateLimitError) {
      this.#gate.pause(toldMs ?? waitMs, error);
      return { error, retryInMs: bearable ? 0 : undefined }; // the gate waits, for all calls
    }
    const stillRunning = sending.idempotencyKey && error.code === 'idempotency_in_progress';
    const transient = TRANSIENT.includes(error.status) || stillRunning;
    return { error, retryInMs: transient && bearable && sending.repeatable ? waitMs : undefined };
  }
}

/** Undefined for anything that is not JSON. */
async function parseBody(text: string): Promise<unknown> {
  try {
    return await parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error; // the parser of large numbers could not be loaded
  }
}

/** Twice as long each time; chance adds up to half of it. */
function backoffMs(count: number): number {
  return Math.min(FIRST_BACKOFF_MS * 2 ** count, LONGEST_BACKOFF_MS) * (1 + Math.random() / 2);
}

/** 128 random bits. Not randomUUID, which pages without https lack. */
function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
