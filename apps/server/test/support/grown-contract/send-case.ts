// Sends a request for a construct of the contract, and compares its reply with the wanted one.
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'lossless-json';
import { formatRequest, type RawResponse, sendRaw } from '../raw-connection.js';
import { parseNumber } from './echo.js';
import type { HttpCase } from './http-case.js';

/** The outcome of a case: what is wrong, if anything is. */
export interface Outcome {
  construct: string;
  name: string;
  problem?: string;
}

/** @param onReply Further checks. */
export async function sendCase(
  server: { url: string; key: string },
  one: HttpCase,
  onReply: (reply: RawResponse) => void = () => {},
): Promise<Outcome> {
  const { construct, request, headers = [], body, status, reply } = one;
  const [method = '', path = ''] = request.split(' ');
  const isTyped = headers.some((line) => line.startsWith('Content-Type:'));
  const lines = [
    `Authorization: Bearer ${server.key}`,
    ...headers,
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...(body === undefined || isTyped ? [] : ['Content-Type: application/json']),
  ];
  const text = formatRequest(`${method} /v1${path}`, lines, body);
  const response = await sendRaw(server.url, text, { withoutBody: method === 'HEAD' });
  onReply(response);
  const name = [request, ...headers, body ?? ''].join(' ').trim();
  const problems = differences(response, status, reply);
  const got = `${response.status} ${response.text}`;
  return {
    construct,
    name,
    ...(problems.length > 0 && { problem: `${problems.join(', ')} of ${got}` }),
  };
}

/** What differs from the wanted reply. */
function differences(
  { status, headers, text }: RawResponse,
  wantedStatus: number,
  wanted: HttpCase['reply'],
): string[] {
  const isSame = {
    status: status === wantedStatus,
    text: wanted.text === undefined || text === wanted.text,
    json:
      wanted.json === undefined ||
      isDeepStrictEqual(parse(text, undefined, { parseNumber }), wanted.json),
    errors: wanted.errors === undefined || hasErrors(text, wanted.errors),
    headers: Object.entries(wanted.headers ?? {}).every(
      ([name, value]) => headers.get(name) === value,
    ),
  };
  return Object.entries(isSame).flatMap(([part, same]) => (same ? [] : part));
}

function hasErrors(text: string, wanted: readonly string[]): boolean {
  const { details = [] }: { details?: { path: string; code: string; message: string }[] } =
    JSON.parse(text);
  const errors = details.map(({ path, code, message }) => `${path} ${code} ${message}`).sort();
  const expected = [...wanted].sort();
  return (
    errors.length === expected.length &&
    errors.every((error, index) => error.startsWith(expected[index] ?? ''))
  );
}
