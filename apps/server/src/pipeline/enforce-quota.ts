// Owns the question «may you?»: counts every request under the contract's path, writes the rate headers, refuses what is
// over the quota. Callers are counted by key; strangers by address, so that valid keys behind it never feel them.
import { isIPv6 } from 'node:net';
import type { Quota } from '@animal-store/contract';
import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '../clock.js';
import type { Contract } from '../contract.js';
import { ApiError } from '../errors.js';
import type { Limiter } from '../limits/limiter.js';
import type { Decision } from '../limits/quota.js';
import { secondsUntil } from '../limits/quota.js';
import type { Caller } from '../storage/store.js';

export function enforceQuota(limiter: Limiter, contract: Contract, clock: Clock): RequestHandler {
  return async (req, res, next) => {
    const { caller } = res.locals;
    const decision = caller
      ? await limiter.admit(`key:${caller.id}`, quotaOf(caller, contract), contract.ban)
      : await limiter.admit(addressOf(req), contract.addressQuota);
    setRateHeaders(res, decision, clock());
    if (decision.outcome !== 'admitted') refuse(decision);
    next();
  };
}

/** For replies that are not counted: says what is left to the address. */
export function showQuota(limiter: Limiter, contract: Contract, clock: Clock): RequestHandler {
  return (req, res, next) => {
    setRateHeaders(res, limiter.peek(addressOf(req), contract.addressQuota), clock());
    next();
  };
}

function refuse({ outcome, retryAfterSeconds }: Decision): never {
  const [code, reason] =
    outcome === 'key_banned'
      ? (['key_banned', 'The key is banned for asking too often.'] as const)
      : (['rate_limited', 'The quota is used up.'] as const);
  throw new ApiError(code, {
    message: `${reason} Try again after ${retryAfterSeconds} s.`,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}

function quotaOf(caller: Caller, contract: Contract): Quota {
  const plan = contract.plans[caller.plan];
  const quota = plan === 'custom' ? caller.quota : plan;
  if (quota === undefined)
    throw new Error(`key ${caller.id} has the plan ${caller.plan}, which has no quota`);
  return quota;
}

type Windows = Pick<Decision, 'minute' | 'day' | 'tightest'>;

function setRateHeaders(res: Response, { minute, day, tightest }: Windows, nowMs: number): void {
  const left = (reset: number) => secondsUntil(reset * 1000, nowMs);
  res.setHeader('X-RateLimit-Limit', tightest.limit);
  res.setHeader('X-RateLimit-Remaining', tightest.remaining);
  res.setHeader('X-RateLimit-Reset', tightest.reset);
  // draft-ietf-httpapi-ratelimit-headers
  res.setHeader(
    'RateLimit-Policy',
    `"minute";q=${minute.limit};w=60, "day";q=${day.limit};w=86400`,
  );
  res.setHeader(
    'RateLimit',
    `"minute";r=${minute.remaining};t=${left(minute.reset)}, "day";r=${day.remaining};t=${left(day.reset)}`,
  );
}

/** One bucket for each IPv4 address, and for each IPv6 /64, which is what one customer of a provider gets. */
function addressOf(req: Request): string {
  const address = (req.ip ?? 'unknown').replace(/^::ffff:(?=\d+\.)/, '');
  return `address:${isIPv6(address) ? network64(address) : address}`;
}

function network64(address: string): string {
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
