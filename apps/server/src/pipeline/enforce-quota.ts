// Owns the question «may you?»: counts every request under the contract's path, and refuses what is over the quota.
// Callers are counted by key; strangers by address, so that valid keys behind it never feel them.
import type { BanPolicy, Quota } from '@animal-store/contract';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import type { Clock } from '../clock.js';
import type { Contract } from '../contract.js';
import { ApiError } from '../errors.js';
import { bucketOf } from '../limits/client-address.js';
import type { Limiter } from '../limits/limiter.js';
import { peek, type Windows } from '../limits/quota.js';
import { type Caller, NO_COUNTS, subjectOfAddress, subjectOfKey } from '../storage/store.js';
import { hasRateHeaders, setRateHeaders } from './rate-headers.js';

export function enforceQuota(
  limiter: Limiter,
  contract: Contract,
  clock: Clock,
): (RequestHandler | ErrorRequestHandler)[] {
  const count: RequestHandler = async (req, res, next) => {
    const { subject, quota, ban } = accountOf(req, res.locals.caller, contract);
    const decision = await limiter.admit(subject, quota, ban);
    if (res.headersSent) return; // its body turned out to be no HTTP, and it was refused meanwhile
    setRateHeaders(res, decision);
    if (decision.outcome !== 'admitted')
      throw refusal(decision.outcome, decision.retryAfterSeconds);
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
  const lookUp = async (req: Request, caller: Caller | undefined): Promise<Windows> => {
    try {
      const { subject, quota } = accountOf(req, caller, contract);
      return await limiter.peek(subject, quota);
    } catch {
      return peek(NO_COUNTS, clock(), contract.addressQuota);
    }
  };
  return async (error: unknown, req, res, next) => {
    if (!hasRateHeaders(res)) {
      const windows = await lookUp(req, res.locals.caller);
      if (!res.headersSent) setRateHeaders(res, windows);
    }
    next(error);
  };
}

/** For replies that are not counted: says what is left to the address. */
export function showQuota(limiter: Limiter, contract: Contract): RequestHandler {
  return async (req, res, next) => {
    const { subject, quota } = accountOf(req, undefined, contract);
    setRateHeaders(res, await limiter.peek(subject, quota));
    next();
  };
}

/** What a request is counted under, and what that is allowed. */
interface Account {
  subject: string;
  quota: Quota;
  /** None for an address: other clients may share it. */
  ban?: BanPolicy;
}

/** @param caller undefined for a stranger. */
function accountOf(req: Request, caller: Caller | undefined, contract: Contract): Account {
  return caller
    ? { subject: subjectOfKey(caller.id), quota: quotaOf(caller, contract), ban: contract.ban }
    : { subject: subjectOfAddress(bucketOf(req.ip)), quota: contract.addressQuota };
}

function quotaOf(caller: Caller, contract: Contract): Quota {
  const plan = contract.plans[caller.plan];
  const quota = plan === 'custom' ? caller.quota : plan;
  if (quota === undefined)
    throw new Error(`key ${caller.id} has the plan ${caller.plan}, which has no quota`);
  return quota;
}

function refusal(code: 'rate_limited' | 'key_banned', retryAfterSeconds: number): ApiError {
  return new ApiError(code, {
    advice: `Try again after ${retryAfterSeconds} s.`,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}
