// Owns the question «may you?»: counts every request under the contract's path, writes the rate headers, refuses what is
// over the quota. Callers are counted by key; strangers by address, so that valid keys behind it never feel them.
import { isIPv6, SocketAddress } from 'node:net';
import type { Quota } from '@animal-store/contract';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Clock } from '../clock.js';
import type { Contract } from '../contract.js';
import { ApiError } from '../errors.js';
import type { Limiter } from '../limits/limiter.js';
import { type Decision, NO_COUNTS, peek, secondsUntil } from '../limits/quota.js';
import type { Caller } from '../storage/store.js';

export function enforceQuota(
  limiter: Limiter,
  contract: Contract,
  clock: Clock,
): (RequestHandler | ErrorRequestHandler)[] {
  const count: RequestHandler = async (req, res, next) => {
    const { caller } = res.locals;
    const decision = caller
      ? await limiter.admit(subjectOf(caller), quotaOf(caller, contract), contract.ban)
      : await limiter.admit(addressOf(req), contract.addressQuota);
    setRateHeaders(res, decision, clock());
    if (decision.outcome !== 'admitted') refuse(decision);
    next();
  };
  return [count, showQuotaOnFailure(limiter, contract, clock)];
}

/** A request that could not be counted, or whose caller could not be looked up, still hears what is left as far as we know. */
function showQuotaOnFailure(
  limiter: Limiter,
  contract: Contract,
  clock: Clock,
): ErrorRequestHandler {
  const lookUp = (req: Request, { locals: { caller } }: Response): Windows => {
    try {
      return caller
        ? limiter.peek(subjectOf(caller), quotaOf(caller, contract))
        : limiter.peek(addressOf(req), contract.addressQuota);
    } catch {
      return peek(NO_COUNTS, clock(), contract.addressQuota);
    }
  };
  return (error: unknown, req, res, next) => {
    if (!res.hasHeader('X-RateLimit-Limit')) setRateHeaders(res, lookUp(req, res), clock());
    next(error);
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

function subjectOf(caller: Caller): string {
  return `key:${caller.id}`;
}

/** One bucket for each IPv4 address, and for each IPv6 /64, which is what one customer of a provider gets. */
function addressOf(req: Request): string {
  const address = req.ip ?? 'unknown';
  return `address:${isIPv6(address) ? networkOf(address) : address}`;
}

/** The first four groups; for an address that stands for an IPv4 one, that one. */
function networkOf(address: string): string {
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail = ''] = canonical.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
