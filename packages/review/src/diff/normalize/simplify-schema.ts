// Simple form of the keywords of one schema: one spelling of its type, its values and its bounds, and no keywords that say
// nothing.
import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, typeOfValue } from '@animal-store/spec';
import { isPartOfType } from '../../schema-parts.js';

/** Values that mean the same as an absent keyword. */
const DEFAULTS: JsonObject = {
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  uniqueItems: false,
  required: [],
  properties: {},
  items: {},
  additionalProperties: {},
  readOnly: false,
  writeOnly: false,
  deprecated: false,
};

export function simplifySchema(schema: JsonObject): JsonObject {
  const { const: constant, ...rest } = schema;
  const valued = 'const' in schema ? { ...rest, enum: [constant] } : schema;
  const typed = normalizeType(valued);
  const bounded = normalizeBounds(typed);
  return Object.fromEntries(
    Object.entries(bounded)
      .filter(
        ([key, value]) =>
          !(Object.hasOwn(DEFAULTS, key) && isDeepStrictEqual(value, DEFAULTS[key])),
      )
      .map(([key, value]) => [
        key,
        (key === 'required' || key === 'enum') && Array.isArray(value) ? sorted(value) : value,
      ]),
  );
}

/** One type as a text, several in order, and the types of the values of an enum that has none. */
function normalizeType(schema: JsonObject): JsonObject {
  const values = Array.isArray(schema.enum) ? schema.enum : undefined;
  const given = schema.type === undefined ? undefined : [schema.type].flat();
  const implied = values?.map(typeOfValue);
  const all = given ?? implied;
  if (all === undefined) return schema;
  const types = [...new Set(all)]
    .filter((type) => type !== 'integer' || !all.includes('number'))
    .filter((type) => implied?.some((one) => isPartOfType(one, type)) ?? true)
    .sort(byType);
  return { ...schema, type: types.length === 1 ? types[0] : types };
}

/** In alphabetical order, `null` last, as people write it. */
function byType(one: unknown, other: unknown): number {
  if (one === 'null' || other === 'null') return one === 'null' ? 1 : -1;
  return String(one) < String(other) ? -1 : 1;
}

/** The bounds of integers as inclusive integers. */
function normalizeBounds(schema: JsonObject): JsonObject {
  if (![schema.type].flat().includes('integer')) return schema;
  const { maximum, exclusiveMaximum, minimum, exclusiveMinimum, multipleOf, ...rest } = schema;
  const { POSITIVE_INFINITY: none } = Number;
  const highest = Math.min(
    Math.floor(Number(maximum ?? none)),
    Math.ceil(Number(exclusiveMaximum ?? none)) - 1,
  );
  const lowest = Math.max(
    Math.ceil(Number(minimum ?? -none)),
    Math.floor(Number(exclusiveMinimum ?? -none)) + 1,
  );
  return {
    ...rest,
    ...(multipleOf !== undefined && multipleOf !== 1 && { multipleOf }),
    ...(Number.isFinite(highest) && { maximum: highest }),
    ...(Number.isFinite(lowest) && { minimum: lowest }),
  };
}

function sorted(values: unknown[]): unknown[] {
  return values.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}
