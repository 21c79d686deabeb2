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
import type { Credential } from './authenticate.js';
import { closeOwnConnection } from './load-shedding.js';

const MAX_KEYS_REMEMBERED = 10_000;

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
  readonly #refusedUntilMs = new LruCache<number>(MAX_KEYS_REMEMBERED);

  constructor(limiter: Limiter, contract: Contract, clock: Clock) {
    this.#limiter = limiter;
    this.#contract = contract;
    this.#clock = clock;
    this.#addresses = new AddressKeys(clock);
  }

  /** Classifies a request for load shedding, before any look-up. */
  readonly classOf = (req: Request, { locals }: Response): RequestClass => {
    locals.requestClass = this.#classify(req, locals.credential);
    return locals.requestClass;
  };

  /** Refuses requests from an address that is known to be over its quota, unless they have a key that may be valid. */
  refuseAddress(): RequestHandler {
    return (req, res, next) => {
      if (res.locals.credential !== undefined) return next();
      const refusal = this.#knownRefusal(req);
      if (refusal === undefined) return next();
      closeOwnConnection(req, res);
      setRateLimitHeaders(res, refusal);
      throw refusedBy(refusal);
    };
  }

  count(): RequestHandler {
    return async (req, res, next) => {
      const { caller, credential } = res.locals;
      const { subject, quota, ban } = this.#accountOf(req, caller);
      const refusal = caller ? undefined : this.#limiter.knownRefusal(subject, quota);
      const decision = refusal ?? (await this.#limiter.admit(subject, quota, ban));
      if (res.headersSent) return; // its body was malformed HTTP, and it has been refused meanwhile
      setRateLimitHeaders(res, decision);
      if (credential) this.#remember(credential.name, decision, caller);
      if (decision.outcome === 'admitted') return next();
      if (!caller) closeOwnConnection(req, res);
      throw refusedBy(decision);
    };
  }

  /**
   * Sets the rate-limit headers, as far as they are known, where a request could not be counted or its caller could not
   * be looked up.
   */
  showOnFailure(): ErrorRequestHandler {
    return async (error: unknown, req, res, next) => {
      if (!hasRateLimitHeaders(res)) {
        const windows = await this.#lookUp(req, res);
        if (!res.headersSent) setRateLimitHeaders(res, windows);
      }
      next(error);
    };
  }

  /** For requests that are not counted: sets the rate-limit headers from the counts of the address. */
  show(): RequestHandler {
    return async (req, res, next) => {
      const { subject, quota } = this.#accountOf(req, undefined);
      setRateLimitHeaders(res, await this.#limiter.peek(subject, quota));
      next();
    };
  }

  #classify(req: Request, credential: Credential | undefined): RequestClass {
    if (credential === undefined) return 'anonymous';
    const refusedUntilMs = this.#refusedUntilMs.get(credential.name);
    if (refusedUntilMs !== undefined) return this.#clock() < refusedUntilMs ? 'refused' : 'key';
    return this.#knownRefusal(req) === undefined ? 'key' : 'refused';
  }

  /** Unknown keys get no entry: they would push valid ones out. */
  #remember(name: string, decision: Decision, caller: Caller | undefined): void {
    const known = this.#refusedUntilMs.get(name);
    if (caller === undefined && known === undefined) return;
    const { outcome, nowMs, retryAfterSeconds } = decision;
    let untilMs = Number.POSITIVE_INFINITY; // the key was revoked, or has expired
    if (caller) untilMs = outcome === 'admitted' ? 0 : nowMs + retryAfterSeconds * 1000;
    if (known !== untilMs) this.#refusedUntilMs.set(name, untilMs);
  }

  #knownRefusal(req: Request): Decision | undefined {
    const { subject, quota } = this.#accountOf(req, undefined);
    return this.#limiter.knownRefusal(subject, quota);
  }

  async #lookUp(req: Request, { locals }: Response): Promise<Windows> {
    const nothing = () => peek(NO_COUNTS, this.#clock(), this.#contract.addressQuota);
    if (locals.isShed) return this.#knownRefusal(req) ?? nothing(); // a look-up would add load
    try {
      const { subject, quota } = this.#accountOf(req, locals.caller);
      return await this.#limiter.peek(subject, quota);
    } catch {
      return nothing();
    }
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

function refusedBy({ outcome, retryAfterSeconds }: Decision): ApiError {
  return new ApiError(outcome === 'key_banned' ? 'key_banned' : 'rate_limited', {
    advice: `Try again after ${retryAfterSeconds} s.`,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}
