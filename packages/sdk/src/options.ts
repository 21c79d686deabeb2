// Owns the options: what they mean, their defaults, and the refusal of those that cannot work.
import { type Clock, systemClock } from './clock.js';
import type { CallOptions, OperationId } from './method.js';

export interface AnimalStoreOptions {
  /** Where the service is, with its version segment: `https://api.animal-store.example/v1`. */
  baseUrl: string;
  /** A key as the store's operator issued it. */
  apiKey: string;
  /** How long one attempt may take, in milliseconds. Default: 30,000. */
  timeoutMs?: number;
  /** How often a failed attempt is repeated. Default: 2. */
  maxRetries?: number;
  /** The longest wait for the quota that a call sits through; a longer one throws RateLimitError. Default: 60. */
  maxWaitSeconds?: number;
  /** Spreads calls over the rest of the window instead of spending the quota at once. Default: false. */
  pace?: boolean;
  /** Told once for each deprecated operation that is called. Default: one warning on the console. */
  onDeprecated?: (notice: DeprecationNotice) => void;
  /** Called before each attempt; headers may be added to `headers`. A hook that throws fails the call. */
  onRequest?: (request: OutgoingRequest) => void;
  /** Called after each attempt that got a reply. */
  onResponse?: (reply: IncomingResponse) => void;
  /** Default: the platform's. It must obey its signal, which carries `timeoutMs`. */
  fetch?: typeof globalThis.fetch;
  /** For tests. Default: the system's. */
  clock?: Clock;
}

export interface DeprecationNotice {
  operation: OperationId;
  /** Since when it is deprecated. */
  since: Date | undefined;
  /** From when on it may be gone. */
  sunset: Date | undefined;
  /** The path to use instead. */
  successor: string | undefined;
}

export interface OutgoingRequest {
  operation: OperationId;
  method: string;
  url: string;
  /** Yours to add to, for tracing. The API key is not among them. */
  headers: Record<string, string>;
  /** 0 for the first, 1 for the first repetition. */
  attempt: number;
}

export interface IncomingResponse extends OutgoingRequest {
  response: Response;
  durationMs: number;
}

type Optional = 'onDeprecated' | 'onRequest' | 'onResponse';
export type Settings = Required<Omit<AnimalStoreOptions, Optional>> &
  Pick<AnimalStoreOptions, Optional>;

/** @throws TypeError naming the option. It never holds the key. */
export function readOptions(options: AnimalStoreOptions): Settings {
  const { fetch = globalThis.fetch, apiKey } = options ?? {};
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('apiKey must be a key without white space');
  }
  if (typeof fetch !== 'function') throw new TypeError('fetch must be a function');
  const settings = {
    timeoutMs: 30_000,
    maxRetries: 2,
    maxWaitSeconds: 60,
    pace: false,
    clock: systemClock,
    ...definedOnly(options),
    apiKey,
    baseUrl: readBaseUrl(options.baseUrl),
    fetch,
  };
  requireNumber('maxWaitSeconds', settings.maxWaitSeconds, 0);
  checkCallOptions(settings);
  return settings;
}

/** @throws TypeError naming the option. */
export function checkCallOptions({ timeoutMs, maxRetries }: CallOptions): void {
  if (timeoutMs !== undefined) requireNumber('timeoutMs', timeoutMs, 1);
  if (maxRetries !== undefined) requireNumber('maxRetries', maxRetries, 0);
  if (maxRetries !== undefined && !Number.isInteger(maxRetries))
    throw new TypeError(`maxRetries is ${maxRetries}; it must be a whole number`);
}

function requireNumber(name: string, value: number, least: number): void {
  if (typeof value === 'number' && value >= least && value < 2 ** 31) return;
  throw new TypeError(`${name} is ${value}; it must be a number from ${least} to 2147483647`);
}

/** Without a slash at its end. In a browser it may be relative to the page. */
function readBaseUrl(baseUrl: string): string {
  try {
    const { protocol, origin, pathname } = new URL(baseUrl, globalThis.location?.href);
    if (baseUrl && /^https?:$/.test(protocol)) return `${origin}${pathname.replace(/\/+$/, '')}`;
  } catch {
    // not a URL at all
  }
  throw new TypeError('baseUrl must be an http or https URL');
}

/** An option that is given as undefined has its default. */
function definedOnly<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}
