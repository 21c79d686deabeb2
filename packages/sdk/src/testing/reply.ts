// Replies of the mock: their JSON, and the platform's response or one of its own.
import { ApiError } from '@animal-store/core/errors';
import { JSON_TYPE, parseJson, stringifyJson } from '../int64/json.js';

export interface Reply {
  status: number;
  /** They replace those of the same name that all replies have. A header whose value is undefined is not sent. */
  headers?: HeaderTexts | undefined;
  /** Absent if the response has no body. */
  mediaType?: string | undefined;
  body?: unknown;
}

export type HeaderTexts = Readonly<Record<string, string | number | undefined>>;

/** What the service's API keys protect. Source: RFC 9110, 11.5. */
export const REALM = 'animal-store';
/** Statuses whose responses have no body. Source: the Fetch standard, null body status. */
const EMPTY_STATUSES = [204, 205, 304];

/** @throws what is not an error of the contract. */
export function errorReply(thrown: unknown): Reply {
  if (!(thrown instanceof ApiError)) throw thrown;
  const { status, headers, body } = thrown;
  return { status, headers, mediaType: JSON_TYPE, body };
}

export function putHeaders(headers: Headers, texts: HeaderTexts): void {
  for (const [name, value] of Object.entries(texts))
    if (value !== undefined) headers.set(name, String(value));
}

/**
 * @param headers Of the response. Those of the reply are added.
 * @param isHead Whether the body is left out. Source: RFC 9110, 9.3.2.
 */
export function toResponse(
  { status, headers: own = {}, mediaType, body }: Reply,
  headers: Headers,
  isHead: boolean,
): Response {
  const text = mediaType === undefined ? '' : textOf(body, mediaType);
  const length = mediaType === undefined ? undefined : new Blob([text]).size; // jsdom has no TextEncoder
  putHeaders(headers, { ...own, 'Content-Type': mediaType, 'Content-Length': length });
  const isEmpty = isHead || mediaType === undefined || EMPTY_STATUSES.includes(status);
  return typeof globalThis.Response === 'undefined'
    ? createPlainResponse(isEmpty ? '' : text, status, headers)
    : new globalThis.Response(isEmpty ? null : text, { status, headers });
}

/** For platforms without `Response`, such as jsdom: what can be read without streams. */
function createPlainResponse(text: string, status: number, headers: Headers): Response {
  return {
    status,
    statusText: '',
    ok: status < 300,
    type: 'default',
    url: '',
    redirected: false,
    headers,
    text: async () => text,
    json: async () => parseJson(text),
    clone: () => createPlainResponse(text, status, new Headers(headers)),
  } as Response;
}

function textOf(body: unknown, mediaType: string): string {
  return typeof body === 'string' && !mediaType.includes('json') ? body : stringifyJson(body);
}

/** The value as a client would receive it: without undefined properties, with a bigint only beyond 2^53. */
export function copyJson(value: unknown): unknown {
  return value === undefined ? undefined : parseJson(stringifyJson(value));
}
