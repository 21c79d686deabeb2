// Client options: defaults and validation.
import { type Clock, systemClock } from './clock.js';
import type { CallOptions, OperationId } from './types.js';

export interface AnimalStoreOptions {
  /** URL of the service with its version segment: `https://api.animal-store.example/v1`. */
  baseUrl: string;
  /** API key, sent as a bearer token. Do not ship a secret key in a web page. */
  apiKey: string;
  /** Time limit of each attempt, in milliseconds. Default: 30,000. */
  timeoutMs?: number;
  /** Maximum number of retries of a call. Default: 2. */
  maxRetries?: number;
  /**
   * Longest `Retry-After` that a call waits for, in seconds. A call that would have to wait longer throws its error at
   * once. Default: 60.
   */
  maxWaitSeconds?: number;
  /** Spreads calls evenly over the rest of the rate-limit window. Default: false. */
  pace?: boolean;
  /** Called once for each deprecated operation in use. Default: logs a warning with `console.warn`. */
  onDeprecated?: (notice: DeprecationNotice) => void;
  /** Called before each attempt. May add to `headers`. If it throws, the call fails. */
  onRequest?: (request: OutgoingRequest) => void;
  /** Called after each attempt that received a response. */
  onResponse?: (response: IncomingResponse) => void;
  /** Replaces the platform's `fetch`. It must honor `init.signal`, which enforces `timeoutMs`. */
  fetch?: typeof globalThis.fetch;
  /** Replaces the system clock in tests. */
  clock?: Clock;
}

export interface DeprecationNotice {
  operation: OperationId;
  /** When the operation was deprecated: the `Deprecation` header (RFC 9745). */
  since: Date | undefined;
  /** When the operation may be removed: the `Sunset` header (RFC 8594). */
  sunset: Date | undefined;
  /** Path of the replacement: the `successor-version` link (RFC 5829). */
  successor: string | undefined;
}

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

type Optional = 'onDeprecated' | 'onRequest' | 'onResponse';
export type ResolvedOptions = Required<Omit<AnimalStoreOptions, Optional>> &
  Pick<AnimalStoreOptions, Optional>;

/** @throws TypeError naming the invalid option. The message never contains the API key. */
export function resolveOptions(options: AnimalStoreOptions): ResolvedOptions {
  const { fetch = globalThis.fetch, apiKey } = options ?? {};
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('apiKey must be a string of visible ASCII characters');
  }
  if (typeof fetch !== 'function') throw new TypeError('fetch must be a function');
  const resolved = {
    timeoutMs: 30_000,
    maxRetries: 2,
    maxWaitSeconds: 60,
    pace: false,
    clock: systemClock,
    ...omitUndefined(options),
    apiKey,
    baseUrl: parseBaseUrl(options.baseUrl),
    fetch,
  };
  assertNumber('maxWaitSeconds', resolved.maxWaitSeconds, 0);
  validateCallOptions(resolved);
  return resolved;
}

/** @throws TypeError naming the invalid option. */
export function validateCallOptions({ timeoutMs, maxRetries }: CallOptions): void {
  if (timeoutMs !== undefined) assertNumber('timeoutMs', timeoutMs, 1);
  if (maxRetries !== undefined) assertNumber('maxRetries', maxRetries, 0);
  if (maxRetries !== undefined && !Number.isInteger(maxRetries))
    throw new TypeError(`maxRetries must be an integer (got ${maxRetries})`);
}

function assertNumber(name: string, value: number, min: number): void {
  if (typeof value === 'number' && value >= min && value < 2 ** 31) return;
  throw new TypeError(`${name} must be a number from ${min} to 2147483647 (got ${value})`);
}

/** Removes trailing slashes. In a browser, a relative URL is resolved against the page. */
function parseBaseUrl(baseUrl: string): string {
  try {
    const { protocol, origin, pathname } = new URL(baseUrl, globalThis.location?.href);
    if (baseUrl && /^https?:$/.test(protocol)) return `${origin}${pathname.replace(/\/+$/, '')}`;
  } catch {
    // not a valid URL
  }
  throw new TypeError('baseUrl must be an http or https URL');
}

/** An option that is set to undefined takes its default. */
function omitUndefined<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}
