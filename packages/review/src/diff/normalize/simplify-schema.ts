// Simple form of the keywords of one schema: one spelling of its type, its values and its bounds, and no keywords that say
// nothing.
import {
  BOUND_KEYWORDS,
  BOUNDS,
  type BoundKeyword,
  type Bounds,
  type Schema,
  type TypeName,
  typeOfValue,
} from '@animal-store/spec/model';
import { isEmpty, isPartOfType } from './keywords.js';

export function simplifySchema(schema: Schema): Schema {
  const { enum: values, properties, items, additional } = schema;
  const types = simplifyTypes(schema.types, values);
  return {
    ...schema,
    enum: values && sorted(values),
    types,
    bounds: simplifyBounds(schema.bounds, types?.includes('integer') === true),
    required: sorted(schema.required),
    properties: properties?.size === 0 ? undefined : properties,
    items: items && isEmpty(items) ? undefined : items,
    additional: additional && isEmpty(additional) ? undefined : additional,
  };
}

/** Several types in order, and the types of the values of an enum that has none. */
function simplifyTypes(
  given: readonly TypeName[] | undefined,
  values: readonly unknown[] | undefined,
): readonly TypeName[] | undefined {
  const implied = values?.map(typeOfValue);
  const all = given ?? implied;
  return (
    all &&
    [...new Set(all)]
      .filter((type) => type !== 'integer' || !all.includes('number'))
      .filter((type) => implied?.some((one) => isPartOfType(one, type)) ?? true)
      .sort(byType)
  );
}

/** In alphabetical order, `null` last, as people write it. */
function byType(one: TypeName, other: TypeName): number {
  if (one === 'null' || other === 'null') return one === 'null' ? 1 : -1;
  return one < other ? -1 : 1;
}

function simplifyBounds(bounds: Bounds, isInteger: boolean): Bounds {
  const kept = BOUND_KEYWORDS.map((keyword) => [keyword, bounds[keyword]] as const).filter(
    ([keyword, value]) => value !== undefined && !saysNothing(keyword, value),
  );
  const simple: Bounds = Object.fromEntries(kept);
  return isInteger ? simplifyIntegers(simple) : simple;
}

/** `minLength: 0`, or a flag that is not set. */
function saysNothing(keyword: BoundKeyword, value: unknown): boolean {
  const { of, kind } = BOUNDS[keyword];
  return value === false || (value === 0 && kind === 'least' && of !== 'number');
}

/** The bounds of integers as inclusive integers. */
function simplifyIntegers(bounds: Bounds): Bounds {
  const { maximum, exclusiveMaximum, minimum, exclusiveMinimum, multipleOf, ...rest } = bounds;
  const { POSITIVE_INFINITY: none } = Number;
  const highest = Math.min(Math.floor(maximum ?? none), Math.ceil(exclusiveMaximum ?? none) - 1);
  const lowest = Math.max(Math.ceil(minimum ?? -none), Math.floor(exclusiveMinimum ?? -none) + 1);
  return {
    ...rest,
    ...(multipleOf !== undefined && multipleOf !== 1 && { multipleOf }),
    ...(Number.isFinite(highest) && { maximum: highest }),
    ...(Number.isFinite(lowest) && { minimum: lowest }),
  };
}

function sorted<T>(values: readonly T[]): T[] {
  return values.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}
