// Coercion of strings: form inputs have strings where the contract has numbers, booleans or nothing.
import { toInt64 } from '@animal-store/core';
import { JSON_NUMBER } from '@animal-store/core/validation';
import { type StandardSchema, standardSchema } from './body-schema.js';
import type { Issue } from './issues.js';

/**
 * The values of a form with an input for each property of the body: a string, or a boolean for a checkbox. A form may
 * have fewer.
 */
export type FormValues<Value> = Value extends bigint | number | string
  ? string
  : Value extends boolean
    ? boolean
    : Value extends null | undefined
      ? never
      : Value extends readonly (infer Item)[]
        ? FormValues<Item>[]
        : {
            [Key in keyof Value as [FormValues<Value[Key]>] extends [never]
              ? never
              : Key]-?: FormValues<Value[Key]>;
          };

/** Each attempt converts as many strings as an error has details. Without a bound, a long list of strings takes hours. */
const MAX_ATTEMPTS = 100;

/**
 * The same schema for values as forms and `FormData` have them:
 *
 * - Where the contract has a number or a boolean, it takes `'42'`, `'1.5'`, `'true'` and `'false'` too. Digits become an exact
 *   64-bit integer: a `bigint` above 2^53.
 * - An empty string that the contract does not allow counts as absent.
 *
 * Everything else is validated as it is. A valid body comes back converted, as calls take it.
 */
export function coerceStrings<Input, Output>(
  schema: StandardSchema<Input, Output>,
): StandardSchema<FormValues<Input>, Output> {
  const { validate } = schema['~standard'];
  return standardSchema((value) => {
    let [current, result] = [value, validate(value)];
    for (let attempt = 0; result.issues && attempt < MAX_ATTEMPTS; attempt += 1) {
      const converted = result.issues.reduce(convert, current);
      if (converted === current) break;
      current = converted;
      result = validate(current);
    }
    return result;
  });
}

/** A copy in which the value that the issue is about is converted; the same value if it is no such string. */
function convert(root: unknown, { path, code, in: place }: Issue): unknown {
  return place === 'body' ? replace(root, path, code === 'type') : root;
}

function replace(value: unknown, [key, ...rest]: Issue['path'], isType: boolean): unknown {
  if (key === undefined) return isType && typeof value === 'string' ? parse(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const field: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
  const isAbsent = field === '' && rest.length === 0 && !Array.isArray(value);
  const replaced = isAbsent ? undefined : replace(field, rest, isType);
  if (replaced === field) return value;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? replaced : item));
  return { ...value, [key]: replaced };
}

/** The value that the text stands for, or the text itself. */
function parse(text: string): unknown {
  const trimmed = text.trim();
  if (/^-?\d+$/.test(trimmed)) return toInt64(BigInt(trimmed));
  if (JSON_NUMBER.test(trimmed)) return Number(trimmed);
  return trimmed === 'true' || trimmed === 'false' ? trimmed === 'true' : text;
}
