// Request builder: URL and JSON body from a call's parameters. openapi-fetch serializes the URL.
import { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch';
import { assertExactNumber, stringifyJson } from '../json.js';
import type { OperationSpec } from '../operation-spec.js';

export interface BuiltRequest {
  url: string;
  /** A promise if the body has a bigint; undefined if the operation takes no body. */
  body: string | Promise<string> | undefined;
}

const querySerializer = createQuerySerializer();

/** @throws TypeError naming a parameter that is missing, unknown, null or not an exact integer. */
export function buildRequest(
  baseUrl: string,
  spec: OperationSpec,
  params: Readonly<Record<string, unknown>>,
): BuiltRequest {
  const located: Record<'path' | 'query', Record<string, unknown>> = { path: {}, query: {} };
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue;
    const [location, type] = Object.hasOwn(spec.params, name) ? (spec.params[name] ?? []) : [];
    if (type === 'integer') assertInteger(name, value);
    if (value === null) throw new TypeError(`${name} must not be null`);
    if (location) located[location][name] = value;
    else if (spec.body) body[name] = value;
    else throw new TypeError(`${name} is not a parameter of this operation`);
  }
  for (const [name, [location]] of Object.entries(spec.params)) {
    if (location === 'path' && located.path[name] === undefined)
      throw new TypeError(`${name} is required`);
  }
  const url = createFinalURL(spec.path, {
    baseUrl,
    params: located,
    querySerializer,
    pathSerializer: defaultPathSerializer,
  });
  return { url, body: spec.body ? stringifyJson(body) : undefined };
}

function assertInteger(name: string, value: unknown): void {
  if (typeof value === 'bigint') return;
  if (!Number.isInteger(value))
    throw new TypeError(`${name} must be an integer (got ${String(value)})`);
  assertExactNumber(name, Number(value));
}
