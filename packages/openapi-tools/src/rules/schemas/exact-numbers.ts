// Rule: the numbers of a schema are exact in JavaScript, in which the contract is read.
import type { Oas3Rule } from '@redocly/openapi-core';
import { entriesOf, getIn } from '../../json.js';

const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;
const VALUES = ['enum', 'const', 'default'] as const;

export const exactNumbers: Oas3Rule = () => ({
  Schema(schema, { report, location }) {
    const reportKey = (key: string, message: string) =>
      report({ message, location: location.child(key).key() });
    for (const key of BOUNDS)
      if (!isExact(getIn(schema, key)))
        reportKey(
          key,
          `JavaScript rounds \`${key}\`. Write a bound within ±${Number.MAX_SAFE_INTEGER}, or drop it: \`format: int64\` limits itself.`,
        );
    for (const key of VALUES)
      if (!isExact(getIn(schema, key)))
        reportKey(
          key,
          `JavaScript rounds a number in \`${key}\`. Write numbers within ±${Number.MAX_SAFE_INTEGER}, or use strings.`,
        );
    const { multipleOf } = schema;
    if (multipleOf !== undefined && !(Number.isSafeInteger(multipleOf) && multipleOf > 0))
      reportKey(
        'multipleOf',
        '`multipleOf` must be an integer above 0: 0.3 is not a multiple of 0.1 in binary. Count in the smallest unit, such as cents.',
      );
  },
});

/** Also of the numbers inside an array or an object. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isExact);
  return entriesOf(value).every(([, entry]) => isExact(entry));
}
