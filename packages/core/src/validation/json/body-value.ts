// Bodies as JavaScript values: the JSON that a call would send, and what JSON could not hold.
import { type ErrorDetails, NOT_FINITE, NOT_INT64, type Problem } from '../error-details.js';
import type { ErrorPath } from './error-path.js';
import {
  type BodyJson,
  createRestore,
  type ExactInteger,
  isWellFormed,
  type JsonProblem,
  MAX_DEPTH,
  NOT_UNICODE,
  TOO_DEEP,
} from './strict-json.js';

const NOT_EXACT: Problem = { code: 'format', message: 'must be a bigint above 2^53' };
const NOT_JSON: Problem = { code: 'type', message: 'must not be undefined' };

/** As a number, rounded up to 2^63. */
const MAX_INT64 = 2 ** 63;

/**
 * A copy without undefined properties, in which a bigint is the nearest number. Adds to `details` what is wrong with the
 * value whatever its schema. If it was not fully scanned, these are the only errors to report.
 */
export function readBodyValue(body: unknown, details: ErrorDetails): BodyJson {
  const tooLarge: JsonProblem[] = [];
  const inexact: JsonProblem[] = [];
  const exact: ExactInteger[] = [];
  let isScanning = true;

  const report = (path: ErrorPath, problem: Problem) => {
    details.add('body', path, problem);
    isScanning &&= !details.isFull;
  };
  const copyText = (text: string, path: ErrorPath) => {
    if (!isWellFormed(text)) report(path, NOT_UNICODE);
    return text;
  };
  const copyBigInt = (value: bigint, path: ErrorPath) => {
    if (BigInt.asIntN(64, value) !== value) tooLarge.push({ path, ...NOT_INT64 });
    else if (!Number.isSafeInteger(Number(value))) exact.push({ path, value });
    return Number(value);
  };
  const copyNumber = (value: number, path: ErrorPath) => {
    if (!Number.isFinite(value)) inexact.push({ path, ...NOT_FINITE });
    else if (Number.isInteger(value) && Math.abs(value) > MAX_INT64)
      tooLarge.push({ path, ...NOT_INT64 });
    else if (Number.isInteger(value) && !Number.isSafeInteger(value))
      inexact.push({ path, ...NOT_EXACT });
    return value;
  };
  const copyObject = (value: object, path: ErrorPath): unknown => {
    if (path.length === MAX_DEPTH) {
      report(path, TOO_DEEP);
      isScanning = false;
      return null;
    }
    if (Array.isArray(value))
      return Array.from(value, (item: unknown, index) => {
        if (isAbsent(item)) report([...path, index], NOT_JSON);
        return copy(item, [...path, index]);
      });
    const entries = Object.entries(value).filter(([, field]) => !isAbsent(field));
    return Object.fromEntries(
      entries.map(([key, field]) => [copyText(key, [...path, key]), copy(field, [...path, key])]),
    );
  };
  const copy = (given: unknown, path: ErrorPath): unknown => {
    if (!isScanning) return null;
    const value = toJsonValue(given);
    if (typeof value === 'string') return copyText(value, path);
    if (typeof value === 'bigint') return copyBigInt(value, path);
    if (typeof value === 'number') return copyNumber(value, path);
    return typeof value === 'object' && value !== null ? copyObject(value, path) : value;
  };

  const value = copy(body, []);
  return {
    value,
    isFullyScanned: isScanning,
    isExact: exact.length + tooLarge.length + inexact.length === 0,
    tooLarge,
    inexact,
    restoreIntegers: createRestore(value, exact),
  };
}

/** As JSON.stringify does, it calls the `toJSON` of a value, and not that of what this returns. */
function toJsonValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return value;
  return typeof value.toJSON === 'function' ? value.toJSON() : value;
}

/** JSON.stringify leaves out a property with such a value. */
function isAbsent(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}
