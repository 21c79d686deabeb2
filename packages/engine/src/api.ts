// The path of a request under the contract's base path, from top to bottom. Whatever a step throws becomes the reply; a 429 is
// returned, since floods consist of it (packages/core/src/rate-limit/refusal.ts).
import { ApiError, type ApiErrorOptions } from '@animal-store/core/errors';
import { requireRoute } from '@animal-store/core/http';
import type { Logger } from 'pino';
import { AllowedOrigins } from './access/allowed-origins.js';
import { createAuthentication, requireCaller } from './access/authenticate.js';
import { authorize } from './access/authorize.js';
import { createCors } from './access/cors.js';
import type { RateLimit } from './access/count-request.js';
import { type LoadMonitor, shedLoad } from './access/load-shedding.js';
import { recordLastUse } from './access/record-last-use.js';
import type { Contract, ContractOperation } from './contract.js';
import type { AnyHandler, AnyHandlers, Services } from './handler.js';
import type { KeyFormat } from './keys/api-key.js';
import type { Clock } from './lib/clock.js';
import { toJsonText } from './lib/json.js';
import { HandlerLog } from './logging/handler-log.js';
import { redactLines } from './logging/logger.js';
import { createReadCheck } from './request/check-reads.js';
import type { Exchange } from './request/exchange.js';
import { handleOnce, toClaim } from './request/idempotency.js';
import { createMatch, createRoute } from './request/match-operation.js';
import { createRequestCache, readRequest } from './request/read-request.js';
import type { ServedOperation } from './request/served-operation.js';
import type { Validators } from './request/validators.js';
import type { Store } from './storage/store.js';

/** Answers a valid request in place of its handler, or returns false. For development: see `dev/`. */
export type Examples = (exchange: Exchange, operation: ServedOperation) => boolean;

export interface ApiOptions {
  /** Which a 401 names. */
  realm: string;
  contract: Contract;
  validators: Validators;
  handlers: AnyHandlers;
  store: Store;
  clock: Clock;
  corsOrigins: readonly string[];
  rateLimit: RateLimit;
  loadMonitor: LoadMonitor;
  handleError(exchange: Exchange, thrown: unknown): void;
  log: Logger;
  keyFormat: KeyFormat;
  /** The shop's, as its handlers get them. */
  ownSettings: object;
  ownMetrics: object;
  examples?: Examples | undefined;
  /** For development and tests: whether a request is an error if its handler does not read all of it. See check-reads.ts. */
  checksReads?: boolean | undefined;
}

/** Returns the function that answers a request. Its promise does not reject. */
export function serveApi(options: ApiOptions): (exchange: Exchange) => Promise<void> {
  const { realm, contract, store, clock, rateLimit, loadMonitor, handleError, examples } = options;
  const origins = new AllowedOrigins(options.corsOrigins, store.keys, clock);
  const allowOrigin = createCors(origins, contract);
  const authenticate = createAuthentication(store.keys, clock, loadMonitor);
  const match = createMatch(toServed(options), contract.basePath);
  const noteUse = recordLastUse(store.counters, clock);

  /** Returns whether the request is a preflight, which has then been answered. */
  async function answerPreflight(exchange: Exchange, origin: string): Promise<boolean> {
    if (!(await allowOrigin(exchange, origin))) return false;
    shedLoad(loadMonitor, exchange); // 503
    await rateLimit.addHeaders(exchange);
    exchange.send(204);
    return true;
  }

  async function answer(exchange: Exchange): Promise<void> {
    const { req, credential } = exchange;
    const { origin } = req.headers;
    exchange.headers.push('Vary', 'Origin');
    if (origin !== undefined && (await answerPreflight(exchange, origin))) return;
    const knownRefusal = rateLimit.refuseAddress(exchange); // 429 without a lookup
    if (knownRefusal) return handleError(exchange, knownRefusal);
    shedLoad(loadMonitor, exchange); // 503
    if (credential) exchange.caller = await authenticate(exchange, credential);
    match(exchange);
    const refusal = await rateLimit.count(exchange); // 429
    if (refusal) return handleError(exchange, refusal);
    noteUse(exchange.caller);
    const caller = requireCaller(exchange, realm); // 401
    const operation = requireRoute(exchange.match, exchange.method); // 404, 405
    authorize(caller, req); // 403
    if (operation === undefined)
      return exchange.send(204, undefined, undefined, { Allow: exchange.match?.allow }); // OPTIONS
    const request = await readRequest(exchange, operation, contract); // 413, 415, 400
    if (examples?.(exchange, operation)) return;
    const reply = await operation.handle({ ...request, caller }, exchange.id);
    const mediaType = operation.mediaTypes[reply.status];
    const text = mediaType === undefined ? undefined : toJsonText(reply.body);
    exchange.send(reply.status, text, mediaType, reply.headers);
  }

  return async (exchange) => {
    try {
      await answer(exchange);
    } catch (thrown) {
      if (!exchange.hasQuotaHeaders) await rateLimit.addHeadersOnError(exchange);
      handleError(exchange, thrown);
    }
  };
}

function toServed(options: ApiOptions): ServedOperation[] {
  const { contract, validators, handlers, log, keyFormat, checksReads = false } = options;
  const root = redactLines(log, keyFormat.redact);
  const check = checksReads ? createReadCheck(contract) : undefined;
  return contract.operations.map((operation) => {
    const validator = validators.get(operation);
    if (validator === undefined) throw new Error(`${operation.id} has no validator`);
    const { [operation.id]: handler = missing(operation) } = handlers;
    const handle = createHandle(operation, check?.(operation, handler) ?? handler, options, root);
    const requests = createRequestCache(operation);
    const enterRoute = createRoute(operation.route);
    return { ...operation, ...validator, handle, requests, enterRoute };
  });
}

/** Only `npm run dev` gets this far: the build refuses an operation without a handler, and an example answers before it. */
function missing({ id }: ContractOperation): AnyHandler {
  return async () => {
    throw new Error(`the operation ${id} has no handler`);
  };
}

/** The only casts between HTTP and the contract's types: the validator has just checked that they match. */
function createHandle(
  operation: ContractOperation,
  handler: AnyHandler,
  { contract, store, clock, ownSettings: settings, ownMetrics: metrics }: ApiOptions,
  root: Logger,
): ServedOperation['handle'] {
  const { id, errors } = operation;
  const { transaction } = store;
  const createError = (code: string, options?: ApiErrorOptions) =>
    new ApiError(code, { status: 500, ...errors[code], ...options });
  return (request, requestId) => {
    const log = new HandlerLog(root, { requestId, operation: id, keyId: request.caller.id });
    // Named one by one: V8 takes microseconds to add a property to a copy.
    const services = {
      contract,
      operation,
      store,
      transaction,
      createError,
      log,
      clock,
      settings,
      metrics,
    };
    const claim = toClaim(operation, request, contract);
    const run = async (inScope: Services) => {
      try {
        return await handler(request as never, inScope as never);
      } catch (cause) {
        if (!(cause instanceof ApiError) || Object.hasOwn(errors, cause.code)) throw cause;
        throw new Error(`${id} threw ${cause.code}, which the contract does not declare`, {
          cause,
        });
      }
    };
    return claim === undefined ? run(services) : handleOnce(claim, services, run);
  };
}
