// Calls of the echoing operations in the grown contract.
import { parse } from 'lossless-json';
import { formatRequest, sendRaw } from '../raw-connection.js';
import type { TestServer } from '../start-server.js';

export interface Echo {
  query: Record<string, unknown>;
  path: Record<string, unknown>;
  headers: Record<string, unknown>;
}

/** What the handler received. Integers that are not exact as a number are bigints. @throws unless the reply is a 200. */
export async function echo(
  server: TestServer,
  target: string,
  headers: readonly string[] = [],
): Promise<Echo> {
  const { status, text } = await getRaw(server, target, headers);
  if (status !== 200) throw new Error(`${target.slice(0, 200)}: ${status} ${text}`);
  return parse(text, undefined, { parseNumber }) as Echo;
}

/** A raw request: an HTTP client would normalize the URL and join headers. */
export function getRaw(server: TestServer, target: string, headers: readonly string[] = []) {
  const lines = [`Authorization: Bearer ${server.key}`, ...headers];
  return sendRaw(server.url, formatRequest(`GET /v1${target}`, lines));
}

/** Exact: a bigint for an integer that is not exact as a number. */
export function parseNumber(text: string): number | bigint {
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text)) ? BigInt(text) : Number(text);
}
