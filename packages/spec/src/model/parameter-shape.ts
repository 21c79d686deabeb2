// Parameter shape: how the text of a parameter becomes a value, or why the contract's schema does not say so. The rule
// `parameter-types` and the table of operations both ask for it.
import type { ParameterSpec, ParameterType } from '@animal-store/core';
import type { Parameter } from './contract.js';
import { factsOf, NO_FACTS, type ValueFacts, type ValueType } from './value-facts.js';

export type ParameterShape = Pick<ParameterSpec, 'type' | 'isNullable' | 'list' | 'default'>;

export interface UnsupportedParameter {
  /** What the parameter is, and what to write instead: completes "The parameter limit ...". */
  reason: string;
  /** The keys that lead from the parameter to the cause. */
  keys: string[];
}

export function readParameterShape({
  in: place,
  schema: edge,
  serialization: { explode = place === 'query' },
}: Pick<Parameter, 'in' | 'schema' | 'serialization'>): ParameterShape | UnsupportedParameter {
  const facts = edge === undefined ? NO_FACTS : factsOf(edge);
  const isList = facts.types?.has('array') === true && facts.types.size === 1;
  const items = isList ? (facts.items ?? NO_FACTS) : undefined;
  const unsupported =
    schemaProblem(facts) ?? (items ? listProblem(place) : valueProblem(facts, place));
  if (unsupported !== undefined) return { reason: unsupported, keys: ['schema'] };
  const itemProblem = items && itemReason(items);
  if (itemProblem !== undefined) {
    const isHere = edge?.component === undefined && edge?.schema.items !== undefined;
    return {
      reason: `has items that ${itemProblem}`,
      keys: isHere ? ['schema', 'items'] : ['schema'],
    };
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

function schemaProblem(facts: ValueFacts): string | undefined {
  if (facts.flaws.includes('circular')) return 'refers to itself: write out its type';
  return facts.flaws.includes('default of an alternative')
    ? 'has a default inside `anyOf` or `oneOf`: write it beside that keyword'
    : undefined;
}

/** For a parameter that is not a list. */
function valueProblem(facts: ValueFacts, place: Parameter['in']): string | undefined {
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

function listProblem(place: Parameter['in']): string | undefined {
  return place === 'path' ? 'is a list in a path: write it as a query parameter' : undefined;
}

function itemReason(items: ValueFacts): string | undefined {
  if (items.types?.has('array')) return 'are lists: write a request body';
  if (items.types?.has('null')) return 'may be null: remove `null`';
  if (items.default !== undefined) return 'have a default, which has no effect: remove it';
  const reason = schemaProblem(items) ?? valueProblem(items, 'query');
  return reason?.replace(/^has /, 'have ').replace(/^refers /, 'refer ');
}

function isScalar(type: ValueType): type is ParameterType {
  return type !== 'null' && type !== 'array' && type !== 'object';
}
