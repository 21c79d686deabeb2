// Rate limiting: counts every request under the contract's base path, and refuses requests over the quota. Callers are
// counted by key, anonymous clients by address, so that valid keys behind the same address are not affected. A publishable
// key is counted by key and address, so that no visitor of a page uses up the quota of another.
import type { Quota } from '@animal-store/core';
import type { ApiError } from '@animal-store/core/errors';
import {
  type BanOptions,
  type Decision,
  NO_COUNTS,
  peek,
  quotaError,
  rateLimitHeaders,
  type Windows,
} from '@animal-store/core/rate-limit';
import type { Contract } from '../contract.js';
import type { RequestClass } from '../http/event-loop-monitor.js';
import type { Clock } from '../lib/clock.js';
import { LruCache } from '../lib/lru-cache.js';
import { type Caller, subjectOfAddress, subjectOfKey, subjectOfVisitor } from '../model.js';
import type { Limiter } from '../rate-limit/limiter.js';
import { AddressKeys, addressKeyOf } from '../rate-limit/rate-limit-key.js';
import type { Credential, Exchange } from '../request/exchange.js';

const MAX_CACHED_KEYS = 10_000;
/** The operator may lift a ban, or change the plan, and a request that is shed does not notice it. */
const MAX_REFUSED_MS = 1_000;

/** Called with each decision, for the metrics. The caller is undefined for an anonymous client. */
type OnDecision = (caller: Caller | undefined, outcome: Decision['outcome']) => void;

/** The subject that a request is counted under, with its limits. */
interface Account {
  subject: string;
  quota: Quota;
  /** Undefined for an anonymous client, since others may share its address. */
  bans?: BanOptions;
}

export class RateLimit {
  readonly #limiter: Limiter;
  readonly #contract: Contract;
  readonly #clock: Clock;
  readonly #onDecision: OnDecision;
  readonly #addresses: AddressKeys;
  /** Of clients with publishable keys. Anonymous clients cannot use up the addresses that are counted one by one. */
  readonly #visitors: AddressKeys;
  /**
   * LRU cache: until when each key is taken to be refused, in ms since the Unix epoch. 0 if its last request was
   * admitted, infinite once the key is no longer valid.
   */
  readonly #refusedUntilMs = new LruCache<number>(MAX_CACHED_KEYS);
  /** The same for publishable keys, by key and address. Their number is unbounded: here they push no secret key out. */
  readonly #visitorsRefusedUntilMs = new LruCache<number>(MAX_CACHED_KEYS);

  constructor(
    limiter: Limiter,
    contract: Contract,
    clock: Clock,
    onDecision: OnDecision = () => {},
  ) {
    this.#limiter = limiter;
    this.#contract = contract;
    this.#clock = clock;
    this.#onDecision = onDecision;
    this.#addresses = new AddressKeys(clock);
    this.#visitors = new AddressKeys(clock);
  }

  /** For load shedding, before any lookup. */
  classify(exchange: Exchange): RequestClass {
    const { credential } = exchange;
    if (credential === undefined) return 'anonymous';
    const refusedUntilMs = this.#refusalsOf(credential).get(refusalName(exchange, credential));
    if (refusedUntilMs === undefined) return this.#knownRefusal(exchange) ? 'anonymous' : 'key';
    return this.#clock() < refusedUntilMs ? 'refused' : 'key';
  }

  /** Refuses requests from an address that is known to be over its quota, unless they have a key that may be valid. */
  refuseAddress(exchange: Exchange): ApiError | undefined {
    const refusal = exchange.credential ? undefined : this.#knownRefusal(exchange);
    if (refusal === undefined) return undefined;
    this.#onDecision(undefined, refusal.outcome);
    return report(exchange, refusal);
  }

  /** Counts the request, and adds the rate-limit headers. Returns the error of a request over the quota. */
  async count(exchange: Exchange): Promise<ApiError | undefined> {
    const { caller, credential } = exchange;
    const { subject, quota, bans } = this.#accountOf(exchange, caller);
    const decision =
      (caller ? undefined : this.#limiter.knownRefusal(subject, quota)) ??
      (await this.#limiter.admit(subject, quota, bans));
    this.#onDecision(caller, decision.outcome);
    if (credential) this.#cacheRefusal(exchange, credential, decision, caller);
    return report(exchange, decision);
  }

  /** For preflight requests, which are not counted: adds the headers from the counts of the address. */
  async addHeaders(exchange: Exchange): Promise<void> {
    addRateLimitHeaders(exchange, await this.#peek(exchange, undefined));
  }

  /** For requests that could not be counted: adds the headers from what is known. */
  async addHeadersOnError(exchange: Exchange): Promise<void> {
    const { isShed, caller } = exchange;
    // A lookup would add load to a process that sheds load.
    const known = isShed
      ? this.#knownRefusal(exchange)
      : await this.#peek(exchange, caller).catch(() => undefined);
    addRateLimitHeaders(
      exchange,
      known ?? peek(NO_COUNTS, this.#clock(), this.#contract.plans.free),
    );
  }

  async #peek(exchange: Exchange, caller: Caller | undefined): Promise<Windows> {
    const { subject, quota } = this.#accountOf(exchange, caller);
    return this.#limiter.peek(subject, quota);
  }

  /** The refusal that an anonymous request would get, as far as this process knows. */
  #knownRefusal(exchange: Exchange): Decision | undefined {
    const { subject, quota } = this.#accountOf(exchange, undefined);
    return this.#limiter.knownRefusal(subject, quota);
  }

  /** Unknown keys get no entry: they would push valid ones out. */
  #cacheRefusal(
    exchange: Exchange,
    credential: Credential,
    decision: Decision,
    caller: Caller | undefined,
  ): void {
    const refusals = this.#refusalsOf(credential);
    const name = refusalName(exchange, credential);
    const known = refusals.get(name);
    if (caller === undefined && known === undefined) return;
    let untilMs = Number.POSITIVE_INFINITY; // the key was revoked, or has expired
    if (caller) untilMs = decision.outcome === 'admitted' ? 0 : this.#clock() + MAX_REFUSED_MS;
    if (known !== untilMs) refusals.set(name, untilMs);
  }

  #refusalsOf({ isPublishable }: Credential): LruCache<number> {
    return isPublishable ? this.#visitorsRefusedUntilMs : this.#refusedUntilMs;
  }

  /** @param caller undefined for an anonymous client. */
  #accountOf({ address }: Exchange, caller: Caller | undefined): Account {
    const { plans, ban } = this.#contract;
    if (caller === undefined)
      return { subject: subjectOfAddress(this.#addresses.keyOf(address)), quota: plans.free };
    const { id, isPublishable, bansLiftedMs } = caller;
    const subject = isPublishable
      ? subjectOfVisitor(id, this.#visitors.keyOf(address, id))
      : subjectOfKey(id);
    return { subject, quota: this.#quotaOf(caller), bans: { ban, bansLiftedMs } };
  }

  #quotaOf(caller: Caller): Quota {
    const plan = this.#contract.plans[caller.plan];
    const quota = plan === 'custom' ? caller.quota : plan;
    if (quota === undefined)
      throw new Error(`key ${caller.id} has the plan ${caller.plan}, which has no quota`);
    return quota;
  }
}

/** The name of a credential in the cache of its kind. */
function refusalName({ address }: Exchange, { name, isPublishable }: Credential): string {
  return isPublishable ? `${name} ${addressKeyOf(address)}` : name;
}

/** Adds the rate-limit headers. Returns the error of a request over the quota. */
function report(exchange: Exchange, decision: Decision): ApiError | undefined {
  addRateLimitHeaders(exchange, decision);
  const refusal = quotaError(decision);
  if (refusal && !exchange.caller) exchange.closeDirectConnection();
  return refusal;
}

/** Once for each response. */
function addRateLimitHeaders(exchange: Exchange, windows: Windows): void {
  exchange.hasQuotaHeaders = true;
  const headers = rateLimitHeaders(windows);
  for (const name in headers) exchange.headers.push(name, String(headers[name]));
}
