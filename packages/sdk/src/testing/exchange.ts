// Exchange: a request to the mock, the operation that it is for, and the headers of its reply. The request is read as `fetch`
// reads its arguments, but without the platform's `Request`, which jsdom does not have.
import { REQUEST_VALIDATORS } from '@animal-store/contract/request-validators';
import {
  bearerKey,
  createPathMatcher,
  cutTarget,
  matcher,
  type PathMatch,
  type Route,
  type Target,
} from '@animal-store/core/http';
import {
  createRequestValidator,
  decodeUtf8,
  type ValidateRequest,
} from '@animal-store/core/validation';
import { contract } from '../../generated/mock.js';
import type { MockOperation } from './mock-contract.js';

/** A `Request`, also of other types than the platform's. */
export type SentRequest = Pick<Request, 'method' | 'url' | 'headers' | 'signal' | 'arrayBuffer'>;

export interface MockRoute extends MockOperation, Route {
  validate: ValidateRequest;
}

export interface Exchange {
  /** In upper case. */
  method: string;
  url: string;
  /** Undefined for a URL that is not below the base path. */
  target: Target | undefined;
  headers: Headers;
  /** Length of the body in bytes. */
  size: number;
  /** The body; undefined if it is not valid UTF-8. */
  text: string | undefined;
  signal: AbortSignal | undefined;
  /** The API key; undefined if there is none with a prefix of the service's keys, or of TEST_KEY. */
  key: string | undefined;
  /** Undefined if the contract has no such path. */
  match: PathMatch<MockRoute> | undefined;
  /** Undefined if the contract has no operation for the method and the path. */
  route: MockRoute | undefined;
  /** The headers of the reply so far. */
  replyHeaders: Headers;
}

const matchPath = createPathMatcher<MockRoute>(
  contract.operations.map((operation) => ({
    ...operation,
    match: matcher(operation.path),
    validate: createRequestValidator(operation, REQUEST_VALIDATORS[operation.id]),
  })),
);

/** @param init Overrides what a request has. */
export async function receive(
  input: string | URL | SentRequest,
  init: RequestInit,
): Promise<Exchange> {
  const request = typeof input === 'object' && 'arrayBuffer' in input ? input : undefined;
  const method = (init.method ?? request?.method ?? 'GET').toUpperCase();
  const url = new URL(request?.url ?? String(input), globalThis.location?.href);
  const headers = new Headers(init.headers ?? request?.headers);
  const target = targetOf(url, contract.basePath.replace(/\/$/, ''));
  const match = target && matchPath(target.path);
  const key = bearerKey(headers.get('authorization') ?? '');
  return {
    method,
    url: url.href,
    target,
    headers,
    match,
    ...(await readBody(init.body ?? (await request?.arrayBuffer()) ?? '')),
    signal: (init.signal === undefined ? request?.signal : init.signal) ?? undefined,
    key: /^as_(?:live|pub|test)_./.test(key ?? '') ? key : undefined,
    route: match?.routes.get(method),
    replyHeaders: new Headers(),
  };
}

/** The service may be behind a prefix. */
function targetOf({ pathname, search }: URL, base: string): Target | undefined {
  const start = `${pathname}/`.indexOf(`${base}/`);
  return start < 0 ? undefined : cutTarget(pathname + search, start + base.length);
}

async function readBody(body: BodyInit): Promise<Pick<Exchange, 'size' | 'text'>> {
  if (typeof body === 'string')
    return { size: new Blob([body]).size, text: body.replace(/\p{Surrogate}/gu, '\ufffd') };
  const bytes = await new Response(body).arrayBuffer();
  return { size: bytes.byteLength, text: decodeUtf8(bytes) };
}
