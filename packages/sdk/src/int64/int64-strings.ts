// 64-bit integers as strings: in results, and taken back from bodies.
import type { Int64Place } from '@animal-store/core/int64';
import { INT64_PLACES } from '../../generated/int64-places.js';
import { refuse } from '../client/refuse.js';
import { isInt64, parseDigits } from './json.js';

/** Converts a scalar at a place of a 64-bit integer. */
type Convert = (value: unknown, label: string, place: Int64Place) => unknown;

export const stringifyInt64: Convert = (value) =>
  typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;

/** @throws TypeError naming a string that must have the digits of a 64-bit integer. */
export const parseInt64: Convert = (value, label, { isText }) => {
  if (typeof value !== 'string') return value;
  const integer = parseDigits(value);
  if (isInt64(integer) || (isText && integer === value)) return integer;
  refuse(label, 'a 64-bit integer', value);
};

/**
 * Copies the value down to the places of 64-bit integers.
 * @param index Of the value's place.
 * @param label The value's name in messages; empty for an object whose properties have their own.
 */
export function convertInt64s(
  value: unknown,
  index: number | null | undefined,
  label: string,
  convert: Convert,
  places: readonly Int64Place[] = INT64_PLACES,
): unknown {
  const place = places[index ?? -1];
  if (!place) return value;
  if (typeof value !== 'object' || value === null)
    return place.isInteger ? convert(value, label, place) : value;
  const { parts = {}, others } = place;
  const convertPart = (part: unknown, name: string | number, partLabel: string) => {
    const inner = Object.hasOwn(parts, name) ? parts[name] : others;
    return convertInt64s(part, inner, partLabel, convert, places);
  };
  if (Array.isArray(value))
    return value.map((item, position) => convertPart(item, position, `${label}[${position}]`));
  const entries = Object.entries(value).map(([name, part]) => [
    name,
    convertPart(part, name, label ? `${label}.${name}` : name),
  ]);
  return Object.fromEntries(entries);
}
