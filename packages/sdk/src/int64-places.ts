// Places of 64-bit integers in a value: found by its shape, and converted.
import type { Int64Shape, Int64Variant } from './int64-shape.js';

type Values = Readonly<Record<string, unknown>>;
/** Converts a scalar at a place that may have a 64-bit integer. */
export type ConvertInt64 = (value: unknown, shape: Int64Shape, label: string) => unknown;

interface Conversion {
  shapes: readonly Int64Shape[];
  convert: ConvertInt64;
}

/**
 * Copies the value down to the integers' places.
 * @param places Indexes of the shapes that the value may have.
 * @param label The value's name in messages; empty for an object whose properties have their own.
 */
export function convertInt64s(
  conversion: Conversion,
  value: unknown,
  places: readonly (number | null | undefined)[],
  label: string,
): unknown {
  const shapes = places.flatMap((place) => conversion.shapes[place ?? -1] ?? []);
  if (!isObject(value)) {
    const shape = shapes.find(({ number }) => number);
    return shape ? conversion.convert(value, shape, label) : value;
  }
  const variants = shapes.flatMap(({ variants = [] }) => matching(value, variants));
  if (variants.length === 0) return value;
  if (Array.isArray(value))
    return value.map((item, index) => {
      const itemPlaces = variants.map(({ prefixItems = [], items }) =>
        index < prefixItems.length ? prefixItems[index] : items,
      );
      return convertInt64s(conversion, item, itemPlaces, `${label}[${index}]`);
    });
  const entries = Object.entries(value).map(([name, field]) => {
    const fieldPlaces = variants.map(({ properties, others }) =>
      properties && Object.hasOwn(properties, name) ? properties[name] : others,
    );
    return [name, convertInt64s(conversion, field, fieldPlaces, label ? `${label}.${name}` : name)];
  });
  return Object.fromEntries(entries);
}

/** The variants whose tests the value passes; all, if it passes none. */
function matching(value: Values, variants: readonly Int64Variant[]): readonly Int64Variant[] {
  const found = variants.filter(
    ({ required = [], known, values = {} }) =>
      required.every((name) => value[name] !== undefined) &&
      (known === undefined || Object.keys(value).every((name) => known.includes(name))) &&
      Object.entries(values).every(
        ([name, allowed]) => value[name] === undefined || allowed.includes(value[name]),
      ),
  );
  return found.length > 0 ? found : variants;
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}
