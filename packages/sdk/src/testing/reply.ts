// Replies of the mock: their JSON, the errors of the contract, and the platform's response or one of its own.
import type { ErrorCode, ErrorDetail } from '@animal-store/contract';
import { contract } from '../../generated/mock.js';
import { JSON_TYPE, parseJson, stringifyJson } from '../json.js';

export type HeaderTexts = Readonly<Record<string, string | number>>;

export interface Reply {
  status: number;
  headers?: HeaderTexts;
  /** Absent if the response has no body. */
  mediaType?: string;
  body?: unknown;
}

export interface ErrorOptions {
  /** Default: that of the contract. */
  status?: number | undefined;
  /** Default: that of the contract. */
  message?: string;
  /** What the client can do about it. Appended to the message. */
  advice?: string | undefined;
  details?: readonly ErrorDetail[] | undefined;
  headers?: HeaderTexts;
}

/** Statuses whose responses have no body. Source: the Fetch standard, null body status. */
const EMPTY_STATUSES = [204, 205, 304];

/** An error of the contract. A code that the contract does not have gets a message of its own. */
export function errorReply(code: ErrorCode | (string & {}), options: ErrorOptions = {}): Reply {
  const { advice, details, headers = {} } = options;
  const rows: Readonly<Record<string, { status: number; message: string }>> = contract.errors;
  const row = rows[code];
  const status = options.status ?? row?.status ?? 500;
  const message = options.message ?? row?.message ?? `The request failed: ${code}.`;
  return {
    status,
    headers,
    mediaType: JSON_TYPE,
    body: {
      code,
      message: advice === undefined ? message : `${message} ${advice}`,
      status,
      ...(details && { details }),
    },
  };
}

export function invalidRequest(...details: readonly ErrorDetail[]): Reply {
  return errorReply('invalid_request', { details });
}

/** A request whose body or path cannot be parsed. */
export function malformed(place: ErrorDetail['in'], message: string): Reply {
  return invalidRequest({ in: place, path: '', code: 'malformed', message });
}

/** @param isHead Whether the body is left out. Source: RFC 9110, 9.3.2. */
export function toResponse(
  { status, headers = {}, mediaType, body }: Reply,
  common: HeaderTexts,
  isHead: boolean,
): Response {
  const text = mediaType === undefined ? undefined : textOf(body, mediaType);
  const all = {
    ...common,
    ...headers,
    ...(text !== undefined && {
      'Content-Type': mediaType,
      'Content-Length': new Blob([text]).size, // jsdom has no TextEncoder
    }),
  };
  const isEmpty = isHead || text === undefined || EMPTY_STATUSES.includes(status);
  const init = {
    status,
    headers: Object.entries(all).map(([name, value]): [string, string] => [name, String(value)]),
  };
  return typeof globalThis.Response === 'undefined'
    ? createPlainResponse(isEmpty ? '' : text, init)
    : new globalThis.Response(isEmpty ? null : text, init);
}

/** For platforms without `Response`, such as jsdom: what can be read without streams. */
function createPlainResponse(
  text: string,
  init: { status: number; headers: [string, string][] },
): Response {
  return {
    status: init.status,
    statusText: '',
    ok: init.status < 300,
    type: 'default',
    url: '',
    redirected: false,
    headers: new Headers(init.headers),
    text: async () => text,
    json: async () => parseJson(text),
    clone: () => createPlainResponse(text, init),
  } as Response;
}

function textOf(body: unknown, mediaType: string): string {
  return typeof body === 'string' && !mediaType.includes('json') ? body : stringifyJson(body);
}

/** The value as a client would receive it: without undefined properties, with a bigint only beyond 2^53. */
export function copyJson(value: unknown): unknown {
  return value === undefined ? undefined : parseJson(stringifyJson(value));
}
