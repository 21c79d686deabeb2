// Request builder: URL, headers and JSON body from a call's argument.
import { stringifyJson } from '../json.js';
import type { OperationSpec } from '../operation-spec.js';
import { encode, toTexts } from './parameter-text.js';

export interface BuiltRequest {
  url: string;
  /** `Accept`, `Content-Type` if there is a body, and the operation's header parameters. */
  headers: Record<string, string>;
  /** A promise if the body has a bigint; undefined if none is sent. */
  body: string | Promise<string> | undefined;
}

type UncommonParameters = typeof import('./uncommon-parameters.js');

const JSON_TYPE = 'application/json';

/**
 * @param uncommon Present if the call is structured, or has a parameter that is a list or a header.
 * @throws TypeError naming a parameter that is missing, unknown, or cannot be sent exactly.
 */
export function buildRequest(
  baseUrl: string,
  spec: OperationSpec,
  params: Readonly<Record<string, unknown>>,
  uncommon: UncommonParameters | undefined,
): BuiltRequest {
  if (typeof params !== 'object' || params === null)
    throw new TypeError(`the parameters must be in an object (got ${String(params)})`);
  const parts = spec.isStructured ? uncommon : undefined;
  const entries = parts ? parts.flattenParts(params) : Object.entries(params);
  const values = new Map(entries.filter(([, value]) => value !== undefined));
  const query: string[] = [];
  let headers: Record<string, string> = { Accept: spec.accept ?? JSON_TYPE };
  let { path } = spec;
  let missing: string | undefined;
  for (const parameter of spec.parameters) {
    const { name } = parameter;
    const label = parts ? parts.toPartLabel(parameter) : name;
    const value = values.get(label);
    values.delete(label);
    if (value === undefined) {
      if (parameter.isRequired) missing ??= label;
      continue;
    }
    let texts = toTexts(label, parameter, value);
    if (parameter.in === 'header') {
      const text = uncommon?.joinHeaderItems(label, parameter, texts) ?? '';
      headers = { ...headers, [name]: text }; // an assignment would not add one named `__proto__`
      continue;
    }
    texts = texts.map((text) => encode(label, text));
    if (parameter.list && uncommon) texts = uncommon.joinQueryItems(label, parameter, texts);
    if (parameter.in === 'query')
      query.push(...texts.map((text) => `${encodeURIComponent(name)}=${text}`));
    else path = path.replace(`{${name}}`, () => toSegment(label, texts[0]));
  }
  let body: unknown;
  if (spec.body && parts) {
    body = values.get('body');
    values.delete('body');
    if (spec.body === 'required' && body === undefined) missing = 'body';
  } else if (spec.body) {
    // What is no parameter is a property of the body. The service validates their names.
    if (spec.body === 'required' || values.size > 0) body = Object.fromEntries(values);
    values.clear();
  }
  for (const label of values.keys())
    throw new TypeError(`${label} is not a parameter of this operation`);
  if (missing) throw new TypeError(`${missing} is required`); // an unknown parameter may be the missing one, misspelled
  if (body !== undefined) headers['Content-Type'] = spec.contentType ?? JSON_TYPE;
  return {
    url: baseUrl + path + (query.length > 0 ? `?${query.join('&')}` : ''),
    headers,
    body: body === undefined ? undefined : stringifyJson(body, parts ? 'body' : ''),
  };
}

/** A URL without that segment, or with its parent, is the address of another operation. */
function toSegment(label: string, text = ''): string {
  if (['', '.', '..'].includes(text))
    throw new TypeError(`${label} must not be empty, "." or ".." (got "${text}")`);
  return text;
}
