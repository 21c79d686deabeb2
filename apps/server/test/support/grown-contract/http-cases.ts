// The requests of requests.yaml, and how one is sent and its reply compared.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'lossless-json';
import { parse as parseYaml } from 'yaml';
import { formatRequest, type RawResponse, sendRaw } from '../raw-connection.js';

/** `PUT /growth/ids`. Headers are lines; a body without a Content-Type is application/json. */
export interface SentCase {
  request: string;
  headers: readonly string[];
  body?: string | Uint8Array | undefined;
}

export interface HttpCase extends SentCase {
  body?: string;
  construct: string;
  status: number;
  reply: Reply;
}

interface Reply {
  /** The whole body. */
  text?: string;
  /** The body as JSON, with bigints for integers that are not exact as a number. */
  json?: unknown;
  /** What a handler gets without the defaults, by the part of the request. */
  sent?: Readonly<Record<string, object>>;
  /** The beginning of `pointer code message` of each error of a 400. */
  errors?: readonly string[];
  /** null: absent. */
  headers?: Readonly<Record<string, string | null>>;
}

type Row = [request: string, body: string | null, status: number, reply: Reply, ...lines: string[]];
interface Entry {
  request: string;
  varies?: 'path' | 'query' | 'headers';
  defaults?: object;
  echoes?: readonly string[];
  accepts?: Readonly<Record<string, object>>;
  refuses?: Readonly<Record<string, readonly string[]>>;
  /** Of properties. */
  formats?: Readonly<Record<string, Record<'valid' | 'invalid', readonly string[]>>>;
}

const toNumber = (value: bigint) => (Number.isSafeInteger(Number(value)) ? Number(value) : value);
/** Exact: a bigint for an integer that is not exact as a number. */
export const parseNumber = (text: string): number | bigint =>
  /^-?\d+$/.test(text) ? toNumber(BigInt(text)) : Number(text);

const CONTENTS: Readonly<Record<string, readonly (Row | Entry)[]>> = parseYaml(
  readFileSync(join(__dirname, 'requests.yaml'), 'utf8'),
  (_key, value) => (typeof value === 'bigint' ? toNumber(value) : value),
  { intAsBigInt: true },
);
export const CONSTRUCTS = Object.keys(CONTENTS);
/** Its requests need a stored resource, which only the built service has. */
export const STORED = 'stored resources';
export const HTTP_CASES: readonly HttpCase[] = Object.entries(CONTENTS).flatMap(
  ([construct, entries]) =>
    entries
      .flatMap((entry) => (Array.isArray(entry) ? [entry] : [...rowsOf(entry)]))
      .map(([request, body, status, reply, ...headers]) => ({
        construct,
        request,
        headers,
        status,
        reply,
        ...(body !== null && { body }),
      })),
);

function* rowsOf(entry: Entry): Generator<Row> {
  const {
    request,
    varies,
    defaults,
    echoes = [],
    accepts = {},
    refuses = {},
    formats = {},
  } = entry;
  const rowOf = (sent: string, status: number, reply: Reply): Row => {
    if (varies === 'headers')
      return [request, null, status, reply, ...sent.split('\n').filter((line) => line !== '')];
    if (varies === undefined) return [request, sent, status, reply];
    return [`${request}${varies === 'query' ? '?' : ''}${sent}`, null, status, reply];
  };
  for (const text of echoes) yield rowOf(text, 200, { text });
  for (const [sent, values] of Object.entries(accepts)) {
    const received = { ...defaults, ...values };
    const parts = { query: {}, path: {}, headers: {} };
    const reply = varies && { json: { ...parts, [varies]: received }, sent: { [varies]: values } };
    yield rowOf(sent, 200, reply ?? { json: received });
  }
  for (const [errors, texts] of Object.entries(refuses))
    for (const text of texts) yield rowOf(text, 400, { errors: errors.split('; ') });
  for (const [name, { valid, invalid }] of Object.entries(formats)) {
    const textOf = (value: string) => JSON.stringify({ [name]: value });
    for (const text of valid.map(textOf)) yield rowOf(text, 200, { text });
    for (const text of invalid.map(textOf)) yield rowOf(text, 400, { errors: [`/${name} format`] });
  }
}

/** Sends a raw request: an HTTP client would normalize the URL and join headers. */
export function sendCase(
  server: { url: string; key: string },
  { request, headers, body }: SentCase,
): Promise<RawResponse> {
  const [method = '', target = ''] = request.split(' ');
  const isTyped = body === undefined || headers.some((line) => /^content-type:/i.test(line));
  const lines = [
    `Authorization: Bearer ${server.key}`,
    ...headers,
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...(isTyped ? [] : ['Content-Type: application/json']),
  ];
  const head = Buffer.from(formatRequest(`${method} /v1${target}`, lines));
  const bytes = Buffer.concat([head, Buffer.from(body ?? '')]);
  return sendRaw(server.url, bytes, { withoutBody: method === 'HEAD' });
}

/** What of a reply is not as wanted, if anything. */
export function differenceOf(one: HttpCase, reply: RawResponse): string | undefined {
  const { request, headers, body = '', status, reply: wanted } = one;
  const { text } = reply;
  const isSame = {
    status: reply.status === status,
    text: wanted.text === undefined || text === wanted.text,
    json:
      wanted.json === undefined ||
      isDeepStrictEqual(parse(text, undefined, { parseNumber }), wanted.json),
    errors: wanted.errors === undefined || hasErrors(text, wanted.errors),
    headers: Object.entries(wanted.headers ?? {}).every(
      ([name, value]) => reply.headers.get(name) === value,
    ),
  };
  const parts = Object.entries(isSame).flatMap(([part, same]) => (same ? [] : part));
  const sent = [request, ...headers, body].join(' ').trim();
  return parts.length > 0 ? `${sent}: ${parts.join(', ')} of ${reply.status} ${text}` : undefined;
}

function hasErrors(text: string, wanted: readonly string[]): boolean {
  const { details = [] }: { details?: { path: string; code: string; message: string }[] } =
    JSON.parse(text);
  const errors = details.map(({ path, code, message }) => `${path} ${code} ${message}`.trim());
  const expected = [...wanted].sort();
  return (
    errors.length === expected.length &&
    errors.sort().every((error, index) => error.startsWith(expected[index] ?? ''))
  );
}
