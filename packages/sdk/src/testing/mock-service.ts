// Mock service: the path of a request through the contract, by the same steps as the server's.
import { toKeyClaim } from '@animal-store/core';
import { ApiError, invalidRequest, unauthorized } from '@animal-store/core/errors';
import {
  checkBodyHeaders,
  deprecationOf,
  requireReadMethod,
  requireRoute,
} from '@animal-store/core/http';
import { rateLimitHeaders, requireQuota } from '@animal-store/core/rate-limit';
import {
  ErrorDetails,
  headerTexts,
  parseBody,
  type ValidatedRequest,
} from '@animal-store/core/validation';
import { contract } from '../../generated/mock.js';
import type { Clock } from '../platform/clock.js';
import type { Exchange, MockRoute } from './exchange.js';
import { Failures } from './failures.js';
import type { Handlers } from './handlers.js';
import { IdempotencyKeys } from './idempotency.js';
import type { QuotaCounter } from './quota.js';
import { errorReply, putHeaders, REALM, type Reply } from './reply.js';
import type { Resources } from './resources.js';

export class MockService {
  readonly failures = new Failures();
  readonly #idempotencyKeys = new IdempotencyKeys();

  constructor(
    readonly resources: Resources,
    readonly quota: QuotaCounter,
    readonly clock: Clock,
    readonly handlers: Handlers,
  ) {}

  /** @param failure Replaces the reply, but not the headers that all replies have. */
  reply(exchange: Exchange, failure: Reply | undefined): Reply {
    try {
      return this.#answer(exchange, failure);
    } catch (thrown) {
      return errorReply(thrown);
    }
  }

  #answer(exchange: Exchange, failure: Reply | undefined): Reply {
    const { target, headers, method, key, match, replyHeaders } = exchange;
    if (target === undefined) return failure ?? errorReply(new ApiError('not_found'));
    const nowMs = this.clock.now();
    const decision = this.quota.count(key, nowMs);
    putHeaders(replyHeaders, rateLimitHeaders(decision));
    addDeprecation(exchange);
    if (failure) return failure;
    requireQuota(decision); // 429
    if (key === undefined) throw unauthorized(REALM, headers.has('authorization')); // 401
    const route = requireRoute(match, method); // 404, 405
    if (key.startsWith('as_pub_')) requireReadMethod(method); // 403
    if (route === undefined) return { status: 204, headers: { Allow: match?.allow } }; // OPTIONS
    const request = readRequest(exchange, route); // 413, 415, 400
    const handle = () => this.handlers.answer(route, request, this.resources); // 400, 404
    return this.#idempotencyKeys.once(toKeyClaim(route, request), key, nowMs, handle); // 422
  }
}

function readRequest(exchange: Exchange, route: MockRoute): ValidatedRequest {
  const { headers, size, text, target, match } = exchange;
  const contentType = headers.get('content-type');
  const contentEncoding = headers.get('content-encoding');
  checkBodyHeaders({ length: size, contentType, contentEncoding }, route, contract.maxBodyBytes);
  const details = new ErrorDetails(contract.errorBounds);
  const json = size === 0 ? undefined : parseBody(text, details);
  if (json) addDeprecation(exchange, json.value); // before defaults are filled in
  const sent = { query: target?.query ?? '', path: match?.values ?? {} };
  const request = route.validate({ ...sent, header: headerTexts(headers) }, json, details);
  if (!details.isEmpty) throw invalidRequest(...details.all);
  return request;
}

/** Of the operation, and of what a request to it sends. An anonymous client does not learn which paths exist. */
function addDeprecation(exchange: Exchange, body?: unknown): void {
  const { key, route, target, headers, replyHeaders } = exchange;
  if (key === undefined || route === undefined) return;
  const hasHeader = (name: string) => headers.has(name);
  const query = target?.query ?? '';
  putHeaders(replyHeaders, deprecationOf(route, { query, hasHeader, body }));
}
