// Parameters of a request: each read from the URL and the headers as sent, by its type in the contract.
//
//   parameter-text.ts     text -> typed value
//   parameter-reader.ts   texts of a parameter -> items, values, bounds and all other keywords (Ajv)
import type { ParameterIn } from '../../operation-spec.js';
import type { ErrorDetails, Problem } from '../error-details.js';
import type { ValidatedParameters } from '../validated-request.js';
import type { ParameterReader } from './parameter-reader.js';
import { queryPairs } from './parameter-text.js';

const UNKNOWN: Problem = { code: 'unknown', message: 'is not a parameter of this operation' };

/** The texts of a request's parameters, as sent. */
export interface ParameterTexts {
  /** Still percent-encoded, without the `?`. */
  query: string;
  /** Still percent-encoded, by the names in the path template. */
  path: Readonly<Record<string, string>>;
  /** All values of a header. */
  header(name: string): readonly string[];
}

/** Adds errors to `details`: first those of unknown names, then those of each parameter. */
export function readParameters(
  readers: readonly ParameterReader[],
  sent: ParameterTexts,
  details: ErrorDetails,
): ValidatedParameters {
  const query = readQuery(sent.query, readers, details);
  const textsOf: Record<ParameterIn, (name: string) => readonly string[]> = {
    query: (name) => query.get(name) ?? [],
    path: (name) => (Object.hasOwn(sent.path, name) ? [sent.path[name] ?? ''] : []),
    header: (name) => sent.header(name),
  };
  const values: Record<ParameterIn, Record<string, unknown>> = { query: {}, path: {}, header: {} };
  for (const { parameter, read } of readers) {
    const value = read(textsOf[parameter.in](parameter.name), details);
    if (value !== undefined) values[parameter.in][parameter.name] = value;
  }
  return {
    query: Object.freeze(values.query),
    path: Object.freeze(values.path),
    headers: Object.freeze(values.header),
  };
}

/** The values of the query by name, still percent-encoded. Reports unknown names. */
function readQuery(
  query: string,
  readers: readonly ParameterReader[],
  details: ErrorDetails,
): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  for (const { parameter } of readers) if (parameter.in === 'query') texts.set(parameter.name, []);
  for (const [name, text] of queryPairs(query)) {
    if (details.isFull) break;
    const known = texts.get(name);
    if (known === undefined) details.add('query', [name], UNKNOWN);
    else known.push(text);
  }
  return texts;
}
