// Request builder: URL, headers and JSON body from a call's argument.
import { stringifyJson } from '../json.js';
import type { OperationSpec } from '../operation-spec.js';
import { labelOf, readCallValues } from './call-values.js';
import { toHeaderText, toPathText, toQueryPairs } from './parameter-text.js';

export interface BuiltRequest {
  url: string;
  /** `Accept`, `Content-Type` if there is a body, and the operation's header parameters. */
  headers: Record<string, string>;
  /** A promise if the body has a bigint; undefined if none is sent. */
  body: string | Promise<string> | undefined;
}

/** @throws TypeError naming a parameter that is missing, unknown, or cannot be sent exactly. */
export function buildRequest(
  baseUrl: string,
  spec: OperationSpec,
  params: Readonly<Record<string, unknown>>,
): BuiltRequest {
  const { accept = 'application/json', contentType = 'application/json' } = spec;
  const { parameters, body } = readCallValues(spec, params);
  const pairs: string[] = [];
  const headers = [['Accept', accept]];
  let { path } = spec;
  if (body !== undefined) headers.push(['Content-Type', contentType]);
  for (const parameter of spec.parameters) {
    const label = labelOf(spec, parameter);
    const value = parameters.get(label);
    if (value === undefined) {
      if (parameter.isRequired) throw new TypeError(`${label} is required`);
    } else if (parameter.in === 'path') {
      const text = toPathText(label, parameter, value);
      path = path.replace(`{${parameter.name}}`, () => text);
    } else if (parameter.in === 'query') {
      pairs.push(...toQueryPairs(label, parameter, value));
    } else {
      headers.push([parameter.name, toHeaderText(label, parameter, value)]);
    }
  }
  const query = pairs.length > 0 ? `?${pairs.join('&')}` : '';
  return {
    url: baseUrl + path + query,
    headers: Object.fromEntries(headers),
    body: body === undefined ? undefined : stringifyJson(body, spec.isStructured ? 'body' : ''),
  };
}
