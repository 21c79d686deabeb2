// Intersection of two schemas as one schema without `allOf`.
import { isDeepStrictEqual } from 'node:util';
import { getIn, isObject, type JsonObject, listOf } from '@animal-store/spec';
import { isAnnotation, isPartOfType, LOWER_BOUND, UPPER_BOUND } from '../../schema-parts.js';

type Combine = (one: unknown, other: unknown) => unknown;

const lower: Combine = (one, other) => Math.min(Number(one), Number(other));
const higher: Combine = (one, other) => Math.max(Number(one), Number(other));
const either: Combine = (one, other) => one === true || other === true;

/** How two values of a keyword combine. The result is undefined if one schema cannot express it. */
const COMBINE: Record<string, Combine> = {
  uniqueItems: either,
  readOnly: either,
  writeOnly: either,
  multipleOf: (one, other) => {
    const [small, large] = [Number(lower(one, other)), Number(higher(one, other))];
    return large % small === 0 ? large : undefined;
  },
  required: (one, other) => [...new Set([...listOf(one), ...listOf(other)])].sort(),
  enum: (one, other) => {
    const common = listOf(one).filter((value) =>
      listOf(other).some((candidate) => isDeepStrictEqual(candidate, value)),
    );
    return common.length > 0 ? common : undefined;
  },
  type: (one, other) => intersectTypes([one].flat(), [other].flat()),
  properties: (one, other) => intersectProperties(one, other),
  items: (one, other) => intersectParts(one, other),
  additionalProperties: (one, other) => intersectParts(one, other),
};

function combine(keyword: string, one: unknown, other: unknown): unknown {
  if (UPPER_BOUND.test(keyword)) return lower(one, other);
  return LOWER_BOUND.test(keyword) ? higher(one, other) : COMBINE[keyword]?.(one, other);
}

/** Keywords of published contracts that act on others beside them, so that those of two schemas do not mix. */
const BOUND_TO_OTHERS =
  /^(?:if|then|else|prefixItems|contains|minContains|maxContains|patternProperties|unevaluated.*)$/;

/** @returns undefined if the intersection needs `allOf`. */
export function intersectSchemas(outer: JsonObject, inner: JsonObject): JsonObject | undefined {
  if (isClosedAgainst(outer, inner) || isClosedAgainst(inner, outer)) return undefined;
  if (Object.keys({ ...outer, ...inner }).some((key) => BOUND_TO_OTHERS.test(key)))
    return undefined;
  const result: JsonObject = { ...outer };
  for (const [keyword, value] of Object.entries(inner)) {
    const own = outer[keyword];
    if (own === undefined) result[keyword] = value;
    // Of keywords that do not validate, the outer schema's value is kept.
    else if (keyword !== 'default' && !isAnnotation(keyword) && !isDeepStrictEqual(own, value)) {
      const combined = combine(keyword, own, value);
      if (combined === undefined) return undefined;
      result[keyword] = combined;
    }
  }
  return result;
}

/** Whether `schema` restricts properties that only `other` names. */
function isClosedAgainst(schema: JsonObject, other: JsonObject): boolean {
  const additional = schema.additionalProperties;
  if (additional === undefined || (isObject(additional) && Object.keys(additional).length === 0))
    return false;
  const own = Object.keys(isObject(schema.properties) ? schema.properties : {});
  return Object.keys(isObject(other.properties) ? other.properties : {}).some(
    (name) => !own.includes(name),
  );
}

function intersectProperties(one: unknown, other: unknown): JsonObject | undefined {
  const result: JsonObject = isObject(one) ? { ...one } : {};
  for (const [name, schema] of Object.entries(isObject(other) ? other : {})) {
    const own = getIn(one, name);
    const combined = own === undefined ? schema : intersectParts(own, schema);
    if (combined === undefined) return undefined;
    result[name] = combined;
  }
  return result;
}

function intersectParts(one: unknown, other: unknown): unknown {
  if (isDeepStrictEqual(one, other)) return one;
  return isObject(one) && isObject(other) ? intersectSchemas(one, other) : undefined;
}

function intersectTypes(one: unknown[], other: unknown[]): unknown {
  const within = (types: unknown[]) => (type: unknown) =>
    types.some((outer) => isPartOfType(type, outer));
  const common = [...new Set([...one.filter(within(other)), ...other.filter(within(one))])];
  return common.length > 1 ? common.sort() : common[0];
}
