// Owns the making of a request from a call's parameters, and with it openapi-fetch, whose serializers write the URL.
import { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch';
import { requireExact, stringifyJson } from './json.js';
import type { OperationRow } from './operation-row.js';

export interface BuiltRequest {
  url: string;
  /** A promise only where large integers are in it. */
  body: string | Promise<string> | undefined;
}

const querySerializer = createQuerySerializer();

/** @throws TypeError naming a parameter that cannot be sent. */
export function buildRequest(
  baseUrl: string,
  row: OperationRow,
  params: Readonly<Record<string, unknown>>,
): BuiltRequest {
  const placed: Record<'path' | 'query', Record<string, unknown>> = { path: {}, query: {} };
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue;
    const [place, type] = Object.hasOwn(row.params, name) ? (row.params[name] ?? []) : [];
    if (type === 'integer') requireInteger(name, value);
    if (value === null || !(place || row.body))
      throw new TypeError(
        `${name} cannot be ${value === null ? 'null' : 'sent: there is no such parameter'}`,
      );
    if (place) placed[place][name] = value;
    else body[name] = value;
  }
  for (const [name, [place]] of Object.entries(row.params)) {
    if (place === 'path' && placed.path[name] === undefined)
      throw new TypeError(`${name} is missing`);
  }
  const url = createFinalURL(row.path, {
    baseUrl,
    params: placed,
    querySerializer,
    pathSerializer: defaultPathSerializer,
  });
  return { url, body: row.body ? stringifyJson(body) : undefined };
}

function requireInteger(name: string, value: unknown): void {
  if (typeof value === 'bigint') return;
  if (!Number.isInteger(value))
    throw new TypeError(`${name} is ${String(value)}; it must be a whole number`);
  requireExact(name, Number(value));
}
