// Client options: defaults and validation.
import { type Environment, SERVERS, VERSION_SEGMENT } from '../generated/servers.js';
import { type Clock, systemClock } from './clock.js';
import type { Int64Mode } from './int64-types.js';
import { assertApiKey, type KeyOptions } from './request/api-key.js';
import type {
  CallOptions,
  Fetch,
  FetchInit,
  FetchOptions,
  IdempotentCallOptions,
  OperationId,
} from './types.js';

export interface AnimalStoreOptions<Mode extends Int64Mode = 'number'> extends KeyOptions {
  /** The service to call, by its name in the API reference. Either this or `baseUrl` is required. */
  environment?: Environment | undefined;
  /** URL of the service with its version segment: `https://api.animal-store.example/v1`. */
  baseUrl?: string | undefined;
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

export interface DeprecationNotice {
  operation: OperationId;
  /** When it was deprecated, or what was sent to it: the `Deprecation` header (RFC 9745). */
  since: Date | undefined;
  /** When that may be removed: the `Sunset` header (RFC 8594). */
  sunset: Date | undefined;
  /** Path of a deprecated operation's replacement: the `successor-version` link (RFC 5829). */
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

export interface WaitNotice {
  operation: OperationId;
  /** When the service accepts requests again, by the local clock. With `pace`, when the request is sent. */
  retryAt: Date;
}

type Optional = 'onDeprecated' | 'onRequest' | 'onResponse' | 'onWait';
export type ResolvedOptions = Required<
  Defined<Omit<AnimalStoreOptions<Int64Mode>, Optional | 'environment' | 'fetch'>>
> &
  Pick<AnimalStoreOptions, Optional> & { fetch: PlatformFetch };

type PlatformFetch = (url: string, init: FetchInit) => Promise<Response>;

/** In a text that is no URL: an API key, or a name and a password. */
const CREDENTIALS = /as_(?:live|pub)_\w*|[^/]*@/g;

/** Timers of the platforms take no longer delay. */
const MAX_TIMER_MS = 2 ** 31 - 1;

type Names<Options> = Readonly<Record<keyof Options, 1>>;

const CLIENT_OPTIONS: Names<AnimalStoreOptions> = {
  environment: 1,
  baseUrl: 1,
  apiKey: 1,
  dangerouslyAllowBrowser: 1,
  timeoutMs: 1,
  maxRetries: 1,
  maxWaitSeconds: 1,
  pace: 1,
  onDeprecated: 1,
  onRequest: 1,
  onResponse: 1,
  onWait: 1,
  int64: 1,
  fetch: 1,
  clock: 1,
};

/** The options that calls hand to `fetch` as they are. */
export const FETCH_OPTIONS: Names<FetchOptions> = {
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
  throw new ReferenceError(
    'this platform has no fetch: pass one to the client, as its option fetch',
  );
};

/** What a replacement resolves with is handed out as the platform's response. */
function isFetch(fetch: Fetch): fetch is PlatformFetch {
  return typeof fetch === 'function';
}

/** @throws TypeError naming the invalid option. The message never contains the API key. */
export function resolveOptions(options: AnimalStoreOptions<Int64Mode>): ResolvedOptions {
  assertKnown(options ?? {}, CLIENT_OPTIONS);
  const { fetch = platformFetch, apiKey, dangerouslyAllowBrowser = false } = options ?? {};
  if (typeof apiKey !== 'function') assertApiKey(apiKey, 'be', dangerouslyAllowBrowser);
  if (!isFetch(fetch)) throw new TypeError('fetch must be a function');
  const resolved = {
    timeoutMs: 30_000,
    maxRetries: 2,
    maxWaitSeconds: 60,
    pace: false,
    int64: 'number' as const,
    clock: systemClock,
    ...omitUndefined(options),
    apiKey,
    dangerouslyAllowBrowser,
    baseUrl: toBaseUrl(options),
    fetch,
  };
  if (resolved.int64 !== 'number' && resolved.int64 !== 'string')
    throw new TypeError(`int64 must be "number" or "string" (got ${resolved.int64})`);
  assertNumber('maxWaitSeconds', resolved.maxWaitSeconds, 0, MAX_TIMER_MS / 1000);
  assertLimits(resolved);
  return resolved;
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

function assertLimits({ timeoutMs, maxRetries }: CallOptions): void {
  if (timeoutMs !== undefined) assertNumber('timeoutMs', timeoutMs, 1);
  if (maxRetries !== undefined) assertNumber('maxRetries', maxRetries, 0);
  if (maxRetries !== undefined && !Number.isInteger(maxRetries))
    throw new TypeError(`maxRetries must be an integer (got ${maxRetries})`);
}

function assertNumber(name: string, value: number, min: number, max = MAX_TIMER_MS): void {
  if (typeof value === 'number' && value >= min && value <= max) return;
  throw new TypeError(`${name} must be a number from ${min} to ${Math.floor(max)} (got ${value})`);
}

function toBaseUrl({ baseUrl, environment }: AnimalStoreOptions<Int64Mode>): string {
  const names = Object.keys(SERVERS).join(' or ');
  if (environment !== undefined) {
    if (baseUrl !== undefined) throw new TypeError('environment and baseUrl must not both be set');
    if (Object.hasOwn(SERVERS, environment)) return SERVERS[environment];
    throw new TypeError(`environment must be ${names} (got ${JSON.stringify(environment)})`);
  }
  const url = parseUrl(baseUrl ?? '');
  if (url === undefined) {
    const got = baseUrl ? ` (got ${String(baseUrl).replace(CREDENTIALS, '…')})` : '';
    throw new TypeError(
      `baseUrl must be an http or https URL, unless environment is ${names}${got}`,
    );
  }
  if (url.endsWith(VERSION_SEGMENT)) return url;
  const expected = url.replace(/\/v\d.*/, '') + VERSION_SEGMENT;
  throw new TypeError(`baseUrl must end in ${VERSION_SEGMENT}, as in ${expected} (got ${url})`);
}

/** An address that needs no normalization, without slashes at its end. */
const ADDRESS = /^https?:\/\/[\w.-]+(?::\d+)?(?:\/(?!\.+(?:\/|$))[\w.~-]+)*(?=\/*$)/;

/** Removes trailing slashes. In a browser, a relative URL is resolved against the page. */
function parseUrl(text: string): string | undefined {
  let address: string | undefined;
  try {
    const url = new URL(text, globalThis.location?.href);
    address = ADDRESS.exec(text)?.[0]; // React Native's older `URL` has only the text: its parts are absent, or throw
    const { protocol, origin, pathname } = url;
    const isHttp = text && /^https?:$/.test(protocol);
    if (origin) address = isHttp ? origin + pathname.replace(/\/+$/, '') : undefined;
  } catch {
    // not a valid URL, or one without parts
  }
  return address;
}

/** Options that are set to undefined are left out: they take their defaults. */
export type Defined<Options> = { [Name in keyof Options]: Exclude<Options[Name], undefined> };

export function omitUndefined<Options extends object>(options: Options): Defined<Partial<Options>> {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<Partial<Options>>;
}
