// Rate limiting: counts every request under the contract's base path, and refuses requests over the quota. Callers are
// counted by key, anonymous clients by address, so that valid keys behind the same address are not affected.
import type { BanPolicy, Quota } from '@animal-store/contract';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Contract } from '../contract/contract.js';
import { ApiError } from '../errors.js';
import type { RequestClass } from '../http/event-loop-monitor.js';
import type { Clock } from '../lib/clock.js';
import { LruCache } from '../lib/lru-cache.js';
import { type Caller, NO_COUNTS, subjectOfAddress, subjectOfKey } from '../model.js';
import { hasRateLimitHeaders, setRateLimitHeaders } from '../rate-limit/headers.js';
import type { Limiter } from '../rate-limit/limiter.js';
import { type Decision, peek, type Windows } from '../rate-limit/quota.js';
import { AddressKeys } from '../rate-limit/rate-limit-key.js';
import { closeDirectConnection } from './load-shedding.js';

const MAX_CACHED_KEYS = 10_000;

/** The subject that a request is counted under, with its limits. */
interface Account {
  subject: string;
  quota: Quota;
  /** Undefined for an address, since several clients may share it. */
  ban?: BanPolicy;
}

export class RateLimit {
  readonly #limiter: Limiter;
  readonly #contract: Contract;
  readonly #clock: Clock;
  readonly #addresses: AddressKeys;
  /**
   * LRU cache: until when each key is refused, in ms since the Unix epoch. 0 if its last request was admitted, infinite
   * once the key is no longer valid.
   */
  readonly #refusedUntilMs = new LruCache<number>(MAX_CACHED_KEYS);

  constructor(limiter: Limiter, contract: Contract, clock: Clock) {
    this.#limiter = limiter;
    this.#contract = contract;
    this.#clock = clock;
    this.#addresses = new AddressKeys(clock);
  }

  /** For load shedding, before any lookup. */
  readonly classify = (req: Request, { locals: { credential } }: Response): RequestClass => {
    if (credential === undefined) return 'anonymous';
    const refusedUntilMs = this.#refusedUntilMs.get(credential.name);
    const isRefused =
      refusedUntilMs === undefined
        ? this.#knownRefusal(req) !== undefined
        : this.#clock() < refusedUntilMs;
    return isRefused ? 'refused' : 'key';
  };

  /** Refuses requests from an address that is known to be over its quota, unless they have a key that may be valid. */
  refuseAddress(): RequestHandler {
    return (req, res, next) => {
      const refusal = res.locals.credential === undefined ? this.#knownRefusal(req) : undefined;
      if (refusal) refuse(req, res, refusal);
      next();
    };
  }

  /** Counts the request. Sets the rate-limit headers. */
  enforce(): RequestHandler {
    return async (req, res, next) => {
      const { caller, credential } = res.locals;
      const decision =
        (caller ? undefined : this.#knownRefusal(req)) ?? (await this.#admit(req, caller));
      if (res.headersSent) return; // its body was malformed HTTP, and it has been refused meanwhile
      if (credential) this.#cacheRefusal(credential.name, decision, caller);
      if (decision.outcome !== 'admitted') refuse(req, res, decision);
      setRateLimitHeaders(res, decision);
      next();
    };
  }

  /** For requests that are not counted: sets the rate-limit headers from the counts of the address. */
  setHeaders(): RequestHandler {
    return async (req, res, next) => {
      setRateLimitHeaders(res, await this.#peek(req, undefined));
      next();
    };
  }

  /** For requests that could not be counted: sets the rate-limit headers from what is known. */
  setHeadersOnError(): ErrorRequestHandler {
    return async (error: unknown, req, res, next) => {
      if (!hasRateLimitHeaders(res)) {
        const { isShed, caller } = res.locals;
        // A lookup would add load to a process that sheds load.
        const known = isShed
          ? this.#knownRefusal(req)
          : await this.#peek(req, caller).catch(() => {});
        const windows = known ?? peek(NO_COUNTS, this.#clock(), this.#contract.addressQuota);
        if (!res.headersSent) setRateLimitHeaders(res, windows);
      }
      next(error);
    };
  }

  #admit(req: Request, caller: Caller | undefined): Promise<Decision> {
    const { subject, quota, ban } = this.#accountOf(req, caller);
    return this.#limiter.admit(subject, quota, ban);
  }

  async #peek(req: Request, caller: Caller | undefined): Promise<Windows> {
    const { subject, quota } = this.#accountOf(req, caller);
    return this.#limiter.peek(subject, quota);
  }

  /** The refusal that an anonymous request would get, as far as this process knows. */
  #knownRefusal(req: Request): Decision | undefined {
    const { subject, quota } = this.#accountOf(req, undefined);
    return this.#limiter.knownRefusal(subject, quota);
  }

  /** Unknown keys get no entry: they would push valid ones out. */
  #cacheRefusal(name: string, decision: Decision, caller: Caller | undefined): void {
    const known = this.#refusedUntilMs.get(name);
    if (caller === undefined && known === undefined) return;
    const { outcome, nowMs, retryAfterSeconds } = decision;
    let untilMs = Number.POSITIVE_INFINITY; // the key was revoked, or has expired
    if (caller) untilMs = outcome === 'admitted' ? 0 : nowMs + retryAfterSeconds * 1000;
    if (known !== untilMs) this.#refusedUntilMs.set(name, untilMs);
  }

  /** @param caller undefined for an anonymous client. */
  #accountOf(req: Request, caller: Caller | undefined): Account {
    const { addressQuota, ban } = this.#contract;
    return caller
      ? { subject: subjectOfKey(caller.id), quota: this.#quotaOf(caller), ban }
      : { subject: subjectOfAddress(this.#addresses.keyOf(req.ip)), quota: addressQuota };
  }

  #quotaOf(caller: Caller): Quota {
    const plan = this.#contract.plans[caller.plan];
    const quota = plan === 'custom' ? caller.quota : plan;
    if (quota === undefined)
      throw new Error(`key ${caller.id} has the plan ${caller.plan}, which has no quota`);
    return quota;
  }
}

function refuse(req: Request, res: Response, decision: Decision): never {
  const { outcome, retryAfterSeconds } = decision;
  setRateLimitHeaders(res, decision);
  if (!res.locals.caller) closeDirectConnection(req, res);
  throw new ApiError(outcome === 'key_banned' ? 'key_banned' : 'rate_limited', {
    advice: `Try again after ${retryAfterSeconds} s.`,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}
