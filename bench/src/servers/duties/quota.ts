// Quotas of Fastify with our duties: requests per UTC minute and UTC day in one step, bans, and both kinds of headers.
import { ApiError } from './api-error.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const REFUSALS_PER_BAN = 10;
const BAN_MS = 300_000;
const MAX_BAN_MS = 3_600_000;

export interface Quota {
  perMinute: number;
  perDay: number;
}

/** By the plan of a key. `free` also applies to client addresses. */
export const PLANS: Readonly<Record<string, Quota>> = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
};
export const ADDRESS_QUOTA: Quota = { perMinute: 60, perDay: 1_000 };

/** Who is counted: an API key, or the address of a client without one, which is never banned. */
export interface Subject {
  name: string;
  quota: Quota;
  hasBans: boolean;
}

/** After the request. */
export interface Counts {
  minuteCount: number;
  dayCount: number;
  /** 0 without a ban. */
  bannedUntilMs: number;
}

export interface Decision extends Counts {
  outcome: 'admitted' | 'rate_limited' | 'key_banned';
  nowMs: number;
}

export interface Limiter {
  admit(subject: Subject): Decision | Promise<Decision>;
}

interface Entry extends Counts {
  minute: number;
  day: number;
  refusals: number;
  bans: number;
}

/** Counts in the memory of this process. Ours saves the counts, too: here they are lost with the process. */
export class MemoryLimiter implements Limiter {
  readonly #entries = new Map<string, Entry>();

  constructor() {
    setInterval(() => this.#sweep(Math.floor(Date.now() / DAY_MS)), MINUTE_MS).unref();
  }

  admit({ name, quota, hasBans }: Subject): Decision {
    const nowMs = Date.now();
    const entry = this.#entryOf(name, nowMs);
    const outcome = count(entry, nowMs, quota, hasBans);
    const { minuteCount, dayCount, bannedUntilMs } = entry;
    return { outcome, nowMs, minuteCount, dayCount, bannedUntilMs };
  }

  #entryOf(name: string, nowMs: number): Entry {
    const [minute, day] = [Math.floor(nowMs / MINUTE_MS), Math.floor(nowMs / DAY_MS)];
    let entry = this.#entries.get(name);
    if (entry === undefined) {
      entry = { minute, day, minuteCount: 0, dayCount: 0, refusals: 0, bans: 0, bannedUntilMs: 0 };
      this.#entries.set(name, entry);
    }
    if (entry.minute !== minute) Object.assign(entry, { minute, minuteCount: 0, refusals: 0 });
    if (entry.day !== day) Object.assign(entry, { day, dayCount: 0, bans: 0 });
    return entry;
  }

  #sweep(today: number): void {
    for (const [name, { day }] of this.#entries) if (day !== today) this.#entries.delete(name);
  }
}

function count(entry: Entry, nowMs: number, quota: Quota, hasBans: boolean): Decision['outcome'] {
  if (nowMs < entry.bannedUntilMs) return 'key_banned';
  if (entry.minuteCount < quota.perMinute && entry.dayCount < quota.perDay) {
    entry.minuteCount += 1;
    entry.dayCount += 1;
    return 'admitted';
  }
  entry.refusals += 1;
  if (!hasBans || entry.refusals < REFUSALS_PER_BAN) return 'rate_limited';
  entry.bannedUntilMs = nowMs + Math.min(BAN_MS * 2 ** entry.bans, MAX_BAN_MS);
  entry.bans += 1;
  entry.refusals = 0;
  return 'key_banned';
}

/** The headers of a response to a counted request. */
export function quotaHeaders(decision: Decision, { perMinute, perDay }: Quota) {
  const { minuteCount, dayCount, nowMs } = decision;
  const [minuteLeft, dayLeft] = [perMinute - minuteCount, perDay - dayCount];
  const minuteReset = windowEnd(nowMs, MINUTE_MS);
  const dayReset = windowEnd(nowMs, DAY_MS);
  const isMinute = decision.outcome === 'rate_limited' ? dayLeft > 0 : minuteLeft < dayLeft;
  const isBanned = decision.outcome === 'key_banned';
  const reset = isBanned ? resetOf(decision, perDay) : isMinute ? minuteReset : dayReset;
  return {
    'X-RateLimit-Limit': String(isMinute ? perMinute : perDay),
    'X-RateLimit-Remaining': String(isBanned ? 0 : isMinute ? minuteLeft : dayLeft),
    'X-RateLimit-Reset': String(reset),
    'RateLimit-Policy': `"minute";q=${perMinute};w=60, "day";q=${perDay};w=86400`,
    RateLimit: `"minute";r=${minuteLeft};t=${secondsUntil(minuteReset, nowMs)}, "day";r=${dayLeft};t=${secondsUntil(dayReset, nowMs)}`,
  };
}

/** The 429 of a refused request; undefined if it was admitted. */
export function refusalOf(decision: Decision, { perDay }: Quota): ApiError | undefined {
  if (decision.outcome === 'admitted') return undefined;
  const seconds = secondsUntil(resetOf(decision, perDay), decision.nowMs);
  return new ApiError(decision.outcome, {
    advice: `Try again after ${seconds} s.`,
    headers: { 'Retry-After': String(seconds) },
  });
}

/** When a refused subject may send again, in Unix seconds. */
function resetOf({ outcome, dayCount, bannedUntilMs, nowMs }: Decision, perDay: number): number {
  if (outcome === 'key_banned') return Math.ceil(bannedUntilMs / 1_000);
  return windowEnd(nowMs, dayCount < perDay ? MINUTE_MS : DAY_MS);
}

function windowEnd(nowMs: number, windowMs: number): number {
  return ((Math.floor(nowMs / windowMs) + 1) * windowMs) / 1_000;
}

function secondsUntil(seconds: number, nowMs: number): number {
  return Math.max(1, Math.ceil(seconds - nowMs / 1_000));
}
