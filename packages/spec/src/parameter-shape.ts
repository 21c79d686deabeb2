// Parameter shape: how the text of a parameter becomes a value, or why the contract's schema does not say so. The rule
// `parameter-types` and the generator both read it. It imports nothing large, because tests load it too.
import type { Oas3Rule } from '@redocly/openapi-core';
import type { JsonObject } from './json.js';
import { factsOf, type Resolve, type SchemaFacts, type ValueType } from './schema-facts.js';

export type { Resolve } from './schema-facts.js';

export interface ParameterShape {
  /** Type of the value or, in a list, of each item. */
  type: 'string' | 'boolean' | 'number' | 'integer' | 'int64';
  isNullable: boolean;
  /** Absent for a single value. */
  list?: 'repeated' | 'comma-separated';
  /** Absent if the schema has none. */
  default?: unknown;
}

export interface UnsupportedParameter {
  /** What the parameter is, and what to write instead: completes "The parameter limit ...". */
  reason: string;
  /** The keys that lead from the parameter to the cause. */
  keys: string[];
}

/** @param parameter With a `schema`; not a reference itself. */
export function readParameterShape(
  parameter: JsonObject,
  resolve: Resolve,
): ParameterShape | UnsupportedParameter {
  const { in: place, schema, explode = place === 'query' } = parameter;
  const facts = factsOf(schema, resolve);
  const isList = facts.types?.has('array') === true && facts.types.size === 1;
  const items = isList ? (facts.items ?? factsOf({}, resolve)) : undefined;
  const unsupported =
    schemaProblem(facts) ?? (items ? listProblem(place) : valueProblem(facts, place));
  if (unsupported !== undefined) return { reason: unsupported, keys: ['schema'] };
  const itemProblem = items && itemReason(items);
  if (itemProblem !== undefined) {
    const keys = 'items' in Object(schema) ? ['schema', 'items'] : ['schema'];
    return { reason: `has items that ${itemProblem}`, keys };
  }
  const type = [...((items ?? facts).types ?? [])].find(isScalar);
  if (type === undefined) return { reason: NO_TYPE, keys: ['schema'] };
  return {
    type,
    isNullable: facts.types?.has('null') === true,
    ...(isList && { list: explode === true && place === 'query' ? 'repeated' : 'comma-separated' }),
    ...(facts.default !== undefined && { default: facts.default }),
  };
}

const NO_TYPE = 'has no type: add one, such as `type: string`';

function schemaProblem(facts: SchemaFacts): string | undefined {
  if (facts.flaws.includes('circular')) return 'refers to itself: write out its type';
  return facts.flaws.includes('default of an alternative')
    ? 'has a default inside `anyOf` or `oneOf`: write it beside that keyword'
    : undefined;
}

/** For a parameter that is not a list. */
function valueProblem(facts: SchemaFacts, place: unknown): string | undefined {
  if (facts.types === undefined) return NO_TYPE;
  if (facts.types.has('object'))
    return 'may be an object: write a parameter for each property, or a request body';
  const types = [...facts.types].filter((type) => type !== 'null');
  if (types.length === 0) return 'has no value other than null: add the type of its values';
  if (types.length > 1)
    return `may be of several types (${types.join(', ')}), which its text does not tell apart: keep one of them`;
  if (types[0] === 'array') return 'is a list that may be null: remove `null`, and omit the list';
  if (!facts.types.has('null')) return undefined;
  if (place === 'path') return 'may be null, which a path cannot express: remove `null`';
  return facts.admitsEmpty
    ? 'may be null, which is sent as an empty text, and may be an empty string: add `minLength: 1`'
    : undefined;
}

function listProblem(place: unknown): string | undefined {
  return place === 'path' ? 'is a list in a path: write it as a query parameter' : undefined;
}

function itemReason(items: SchemaFacts): string | undefined {
  if (items.types?.has('array')) return 'are lists: write a request body';
  if (items.types?.has('null')) return 'may be null: remove `null`';
  if (items.default !== undefined) return 'have a default, which has no effect: remove it';
  const reason = schemaProblem(items) ?? valueProblem(items, 'query');
  return reason?.replace(/^has /, 'have ').replace(/^refers /, 'refer ');
}

function isScalar(type: ValueType): type is ParameterShape['type'] {
  return type !== 'null' && type !== 'array' && type !== 'object';
}

const PLACES = ['path', 'query', 'header'];
const CONTRADICTION = {
  reason: 'is required and has a default, which contradict each other: remove one of them',
  keys: ['schema'],
};

export const parameterTypes: Oas3Rule = () => ({
  Parameter(parameter, { report, location, resolve }) {
    if (!PLACES.includes(String(parameter.in)) || parameter.schema === undefined) return;
    const shape = readParameterShape({ ...parameter }, ($ref) => resolve({ $ref }).node);
    const isContradictory =
      'type' in shape && parameter.required === true && shape.default !== undefined;
    const problem = isContradictory ? CONTRADICTION : shape;
    if (!('reason' in problem)) return;
    report({
      message: `The parameter ${JSON.stringify(parameter.name)} ${problem.reason}.`,
      location: location.child(problem.keys).key(),
    });
  },
});
