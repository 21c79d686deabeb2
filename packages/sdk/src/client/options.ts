// Client options: defaults and validation.
import type { Int64Mode } from '../int64/int64-types.js';
import { type Clock, systemClock } from '../platform/clock.js';
import { assertApiKey, type KeyOptions } from '../request/api-key.js';
import { type DeprecationNotice, warnOfDeprecation } from '../response/deprecation.js';
import { type ServiceOptions, toBaseUrl } from './base-url.js';
import { refuse } from './refuse.js';
import type {
  CallOptions,
  Fetch,
  FetchInit,
  FetchOptions,
  IdempotentCallOptions,
  OperationId,
} from './types.js';

export interface AnimalStoreOptions<Mode extends Int64Mode = 'number'>
  extends ServiceOptions,
    KeyOptions {
  /** Time limit of each attempt, in milliseconds. Default: 30,000. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries of a call. Default: 2. */
  maxRetries?: number | undefined;
  /**
   * Longest `Retry-After` that a call waits for, in seconds. A call that would have to wait longer throws its error at
   * once. Default: 60.
   */
  maxWaitSeconds?: number | undefined;
  /** Spreads calls evenly over the rest of the rate-limit window. Default: false. */
  pace?: boolean | undefined;
  /**
   * Called once for each operation that is deprecated, or of which a deprecated parameter or property was sent. Default:
   * logs a warning with `console.warn`.
   */
  onDeprecated?: Hook<DeprecationNotice> | undefined;
  /** Called before each attempt. May add to `headers`. */
  onRequest?: Hook<OutgoingRequest> | undefined;
  /** Called after each attempt that received a response. */
  onResponse?: Hook<IncomingResponse> | undefined;
  /** Called when a call begins to wait for the rate limit or for a `Retry-After`, and when that wait gets longer. */
  onWait?: Hook<WaitNotice> | undefined;
  /**
   * Type of 64-bit integers in results. With `string`, they survive `JSON.stringify` and can be keys, and strings of
   * digits are taken in parameters and bodies. Default: `number`, which is a `bigint` beyond 2^53.
   */
  int64?: Mode | undefined;
  /** Replaces the platform's `fetch`, which is otherwise looked up at each call. */
  fetch?: Fetch | undefined;
  /** Replaces the system clock in tests. */
  clock?: Clock | undefined;
}

/** A call waits for the promise that a hook returns, and fails if the hook throws or rejects. */
type Hook<Event> = (event: Event) => unknown;

export interface OutgoingRequest {
  operation: OperationId;
  /** HTTP method, in upper case. */
  method: string;
  url: string;
  /** Headers to send; hooks may add to them. `Authorization` is not included. */
  headers: Record<string, string>;
  /** 0 for the first attempt, 1 for the first retry. */
  attempt: number;
}

export interface IncomingResponse extends OutgoingRequest {
  /** Status and headers. The body has already been read. */
  response: Response;
  /** Time from sending the attempt to the end of its body. */
  durationMs: number;
}

export interface WaitNotice {
  operation: OperationId;
  /** When the service accepts requests again, by the local clock. With `pace`, when the request is sent. */
  retryAt: Date;
}

type Optional = 'onRequest' | 'onResponse' | 'onWait';
export type ResolvedOptions = Required<
  Defined<Omit<AnimalStoreOptions<Int64Mode>, Optional | 'environment' | 'fetch'>>
> &
  Pick<AnimalStoreOptions, Optional> & { fetch: PlatformFetch };

type PlatformFetch = (url: string, init: FetchInit) => Promise<Response>;

/** Timers of the platforms take no longer delay. */
const MAX_TIMER_MS = 2 ** 31 - 1;

type Names<Options> = Readonly<Record<keyof Options, 1>>;

/** The options that calls hand to `fetch` as they are. */
const FETCH_OPTIONS: Names<FetchOptions> = {
  cache: 1,
  credentials: 1,
  keepalive: 1,
  next: 1,
};

const CALL_OPTIONS: Names<IdempotentCallOptions> = {
  signal: 1,
  timeoutMs: 1,
  maxRetries: 1,
  headers: 1,
  idempotencyKey: 1,
  ...FETCH_OPTIONS,
};

/** Looked up at each call, so that a replacement that is installed later, such as a mock's, is seen. */
const platformFetch: PlatformFetch = (url, init) => {
  if (globalThis.fetch) return globalThis.fetch(url, init);
  throw new ReferenceError('the platform has no fetch: pass one to the client');
};

/** What a replacement resolves with is handed out as the platform's response. */
function isFetch(fetch: Fetch): fetch is PlatformFetch {
  return typeof fetch === 'function';
}

/** Has every option, so that others are refused. */
const DEFAULTS = {
  environment: undefined,
  baseUrl: undefined,
  apiKey: '',
  dangerouslyAllowBrowser: false,
  timeoutMs: 30_000,
  maxRetries: 2,
  maxWaitSeconds: 60,
  pace: false,
  onDeprecated: warnOfDeprecation,
  onRequest: undefined,
  onResponse: undefined,
  onWait: undefined,
  int64: 'number' as Int64Mode,
  fetch: platformFetch,
  clock: systemClock,
} satisfies Record<keyof AnimalStoreOptions, unknown>;

/** @throws TypeError naming the invalid option. The message never contains the API key. */
export function resolveOptions(
  given: Partial<AnimalStoreOptions<Int64Mode>> = {},
): ResolvedOptions {
  assertKnown(given, DEFAULTS);
  const resolved = { ...DEFAULTS, ...pickDefined(given, DEFAULTS) };
  const { apiKey, dangerouslyAllowBrowser, fetch, int64, maxWaitSeconds } = resolved;
  if (typeof apiKey !== 'function') assertApiKey(apiKey, dangerouslyAllowBrowser);
  if (!isFetch(fetch)) refuse('fetch', 'a function', fetch);
  if (int64 !== 'number' && int64 !== 'string') refuse('int64', '"number" or "string"', int64);
  assertNumber('maxWaitSeconds', maxWaitSeconds, 0, MAX_TIMER_MS / 1000);
  assertLimits(resolved);
  return { ...resolved, fetch, baseUrl: toBaseUrl(resolved) };
}

/** Of the options of a call, those that are for `fetch`. */
export function toFetchOptions(options: FetchOptions): Defined<FetchOptions> {
  return pickDefined(options, FETCH_OPTIONS);
}

/** @throws TypeError naming the invalid option. */
export function validateCallOptions(options: CallOptions): void {
  assertKnown(options, CALL_OPTIONS);
  assertLimits(options);
}

/** An option that is set to undefined is ignored. */
function assertKnown(options: object, known: object): void {
  const names = Object.keys(known);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || names.includes(name)) continue;
    const similar = names.find((other) => other.toLowerCase().includes(name.toLowerCase()));
    const hint = similar ? `: did you mean ${similar}?` : `: use one of ${names.join(', ')}`;
    throw new TypeError(`${name} is not an option${hint}`);
  }
}

function assertLimits({ timeoutMs = 1, maxRetries = 0 }: CallOptions): void {
  assertNumber('timeoutMs', timeoutMs, 1);
  assertNumber('maxRetries', maxRetries, 0);
  if (!Number.isInteger(maxRetries)) refuse('maxRetries', 'an integer', maxRetries);
}

function assertNumber(name: string, value: number, min: number, max = MAX_TIMER_MS): void {
  if (typeof value !== 'number' || !(value >= min && value <= max))
    refuse(name, `a number from ${min} to ${Math.floor(max)}`, value);
}

/** Options that are set to undefined are left out: they take their defaults. */
type Defined<Options> = { [Name in keyof Options]: Exclude<Options[Name], undefined> };

function pickDefined<Options extends object>(
  options: Options,
  known: object,
): Defined<Partial<Options>> {
  const entries = Object.entries(options).filter(
    ([name, value]) => name in known && value !== undefined,
  );
  return Object.fromEntries(entries) as Defined<Partial<Options>>;
}
