// Strict JSON parser: reports what JSON.parse accepts silently, such as duplicate keys, rounded integers and deep
// nesting.
//
// JSON.parse checks the grammar. A second pass scans the text, which is then known to be valid, for everything else.
import { type ErrorDetailCode, type Int64, parseInt64 } from '@animal-store/contract';

export interface StrictJson {
  value: unknown;
  /** False if the second pass stopped before the end of the text: then the value may be expensive to validate. */
  isSearched: boolean;
  /** Replaces the rounded integers in `value` with the exact ones. */
  restoreIntegers: () => void;
}

export interface JsonProblem {
  /** The keys and indices from the root to the place of the error. */
  path: readonly (string | number)[];
  code: ErrorDetailCode;
  message: string;
}

const MAX_DEPTH = 32;
/**
 * The maximum total length of the JSON pointers of all values, for each character of the text. A validator writes out
 * the pointer of each validation error. With many values below a long key, that would take time quadratic in the text's
 * length.
 */
const MAX_POINTER_RATIO = 64;
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

interface Container {
  /** The keys seen so far; undefined for an array. */
  keys: Set<string> | undefined;
  /** The key or index of the next value. */
  at: string | number;
  pointerLength: number;
}

/**
 * @param report Called with each error. If it returns false, the search for errors ends.
 * @throws SyntaxError if the text is not JSON.
 */
export function parseStrictJson(text: string, report: (fault: JsonProblem) => boolean): StrictJson {
  const value: unknown = JSON.parse(text);
  const exact: { path: (string | number)[]; value: Int64 }[] = [];
  const stack: Container[] = [];
  let expectsKey = false;
  let isSearching = true;
  let pointersLength = 0;

  const path = () => stack.map((container) => container.at);
  const fault = (code: ErrorDetailCode, message: string) => {
    isSearching &&= report({ path: path(), code, message });
  };

  for (const [token] of text.matchAll(TOKEN)) {
    if (!isSearching) break;
    const container = stack.at(-1);
    const isOpening = token === '{' || token === '[';
    let pointerLength = 0;
    if (container !== undefined && !expectsKey && (isOpening || !/^[\]},:]/.test(token))) {
      const { at } = container;
      pointerLength = container.pointerLength + 1 + (typeof at === 'string' ? at.length : 1);
      pointersLength += pointerLength;
      if (pointersLength > MAX_POINTER_RATIO * text.length) {
        fault('max_length', 'has too many values below long names');
        isSearching = false;
        break;
      }
    }
    if (isOpening) {
      if (stack.length === MAX_DEPTH) {
        fault('max_depth', `is nested deeper than ${MAX_DEPTH} levels`);
        isSearching = false;
        break;
      }
      stack.push({
        ...(token === '{' ? { keys: new Set<string>(), at: '' } : { keys: undefined, at: 0 }),
        pointerLength,
      });
      expectsKey = token === '{';
    } else if (token === '}' || token === ']') {
      stack.pop();
      expectsKey = false;
    } else if (token === ',') {
      if (typeof container?.at === 'number') container.at += 1;
      expectsKey = container?.keys !== undefined;
    } else if (expectsKey && container?.keys) {
      const key = JSON.parse(token) as string;
      container.at = key;
      if (container.keys.has(key)) fault('duplicate', 'is given more than once');
      if (!isWellFormed(key)) fault('malformed', 'is not well-formed Unicode');
      container.keys.add(key);
      expectsKey = false;
    } else if (/^-?\d/.test(token) && !isExact(token)) {
      const integer = parseInt64(token);
      if (integer === undefined) fault('format', 'must be a 64-bit integer in plain digits');
      else exact.push({ path: path(), value: integer });
    } else if (token.startsWith('"') && !isWellFormed(JSON.parse(token))) {
      fault('malformed', 'is not well-formed Unicode');
    }
  }
  return {
    value,
    isSearched: isSearching,
    restoreIntegers: () => {
      for (const integer of exact) place(value, integer.path, integer.value);
    },
  };
}

/** Whether JSON.parse kept the value of an integer. A non-integer value counts as exact. */
function isExact(token: string): boolean {
  const value = Number(token);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  return !Number.isInteger(value) || isWhole(token);
}

/** Whether the literal denotes an integer: 5, 5.0 and 50e-1 do; 1.0000000000000000001, which parses as 1, does not. */
function isWhole(token: string): boolean {
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(token) ?? [];
  const places = fraction.length - Number(exponent);
  return places <= 0 || !/[1-9]/.test((whole + fraction).slice(-places));
}

/** Whether the text has no lone surrogates, which UTF-8 cannot encode. */
function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}

function place(root: unknown, path: readonly (string | number)[], value: Int64): void {
  let holder = root as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) holder = holder[step] as Record<string | number, unknown>;
  const last = path.at(-1);
  if (last !== undefined) holder[last] = value;
}
