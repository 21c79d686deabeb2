// Mock service: the path of a request through the contract, in the server's order of errors.
//
//   429, 401 -> OPTIONS -> 404, 405 -> 403 -> 413, 415, 400 -> idempotency key -> resource, or the contract's example

import type { Quota } from '@animal-store/core';
import {
  bearerKey,
  createPathMatcher,
  matcher,
  type PathMatch,
  type PathValues,
  type Route,
} from '@animal-store/core/http';
import { contract } from '../../generated/mock.js';
import type { Clock } from '../clock.js';
import { validateRequest } from '../validation/validate-request.js';
import { deprecationHeaders } from './deprecation.js';
import { Failures, failureReply } from './failures.js';
import { IdempotencyKeys, type ValidRequest } from './idempotency.js';
import type { MockOperation } from './mock-contract.js';
import { QuotaCounter } from './quota.js';
import { type Received, readBodyText } from './received.js';
import { errorReply, type HeaderTexts, invalidRequest, type Reply } from './reply.js';
import { Resources } from './resources.js';

type MockRoute = MockOperation & Route;

const matchPath = createPathMatcher<MockRoute>(
  contract.operations.map((operation) => ({ ...operation, match: matcher(operation.path) })),
);

/** A request and the operation that it is for. */
interface Routed extends Received {
  /** Below the base path; undefined for any other path. */
  path: string | undefined;
  /** Undefined if the contract has no such path. */
  match: PathMatch<MockRoute> | undefined;
  /** Undefined if the contract has no operation for the method and the path. */
  route: MockRoute | undefined;
}

export interface ServiceOptions {
  seeds: Readonly<Record<string, unknown>>;
  quota: Quota | undefined;
  clock: Clock;
}

export class MockService {
  readonly resources: Resources;
  readonly failures = new Failures();
  readonly #quota: QuotaCounter;
  readonly #idempotencyKeys = new IdempotencyKeys();
  readonly #clock: Clock;

  constructor({ seeds, quota, clock }: ServiceOptions) {
    this.resources = new Resources(seeds);
    this.#quota = new QuotaCounter(quota);
    this.#clock = clock;
  }

  route(received: Received): Routed {
    const path = pathBelow(contract.basePath, received.url.pathname);
    const method = received.method === 'HEAD' ? 'GET' : received.method;
    const match = path === undefined ? undefined : matchPath(path);
    return { ...received, method, path, match, route: match?.routes.get(method) };
  }

  /** @param failure Replaces the answer, but not its common headers. */
  answer(request: Routed, failure: Reply | undefined): { reply: Reply; headers: HeaderTexts } {
    const { path, route, headers } = request;
    if (path === undefined) return { reply: failure ?? errorReply('not_found'), headers: {} };
    const key = keyOf(headers);
    const { headers: quota, refusal } = this.#quota.count(key, this.#clock.now());
    const reply = failure ?? refusal ?? this.#answerCounted(request, key);
    if (key === undefined || route === undefined) return { reply, headers: quota };
    const isBodyRead = failure === undefined && refusal === undefined && isAllowed(key, request);
    return { reply, headers: { ...deprecationHeaders(route, request, isBodyRead), ...quota } };
  }

  #answerCounted(request: Routed, key: string | undefined): Reply {
    const { method, match, route, headers } = request;
    if (key === undefined) return unauthorized(headers);
    if (match === undefined) return errorReply('not_found');
    const allow = { headers: { Allow: match.allow } };
    if (method === 'OPTIONS') return { status: 204, ...allow };
    if (route === undefined) return errorReply('method_not_allowed', allow);
    if (!isAllowed(key, request)) return errorReply('forbidden');
    const valid = validate(request, route, match.values);
    if ('refusal' in valid) return valid.refusal;
    const handle = () => this.resources.answer(route, valid);
    return this.#idempotencyKeys.once(route, valid, key, this.#clock.now(), handle);
  }
}

/** The failure that a test has ordered for this request, and its reply. */
export function takeFailure({ failures }: MockService, { route }: Routed) {
  const failure = failures.take(route?.id);
  return failure && { ...failure, reply: failureReply(failure) };
}

function validate(
  request: Routed,
  route: MockRoute,
  path: PathValues,
): ValidRequest | { refusal: Reply } {
  const read = readBodyText(route, request);
  if ('refusal' in read) return read;
  const { details, ...valid } = validateRequest(route.id, {
    path,
    query: request.url.search.slice(1),
    headers: request.headers,
    ...read,
  });
  return details.length === 0 ? valid : { refusal: invalidRequest(...details) };
}

/** The rest of the path; undefined if no segment is the base path. The service may be behind a prefix. */
function pathBelow(basePath: string, pathname: string): string | undefined {
  const base = basePath.replace(/\/$/, '');
  const start = `${pathname}/`.indexOf(`${base}/`);
  return start < 0 ? undefined : pathname.slice(start + base.length) || '/';
}

/** The API key; undefined if there is none with a prefix of the service's keys, or of TEST_KEY. */
function keyOf(headers: Headers): string | undefined {
  const key = bearerKey(headers.get('authorization') ?? '');
  return key !== undefined && /^as_(?:live|pub|test)_./.test(key) ? key : undefined;
}

/** Publishable keys may only read. */
function isAllowed(key: string, { method }: Received): boolean {
  return !key.startsWith('as_pub_') || method === 'GET';
}

function unauthorized(headers: Headers): Reply {
  const error = headers.has('authorization') ? ', error="invalid_token"' : ''; // RFC 6750
  return errorReply('unauthorized', {
    headers: { 'WWW-Authenticate': `Bearer realm="animal-store"${error}` },
  });
}
