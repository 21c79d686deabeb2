// Owns the reading of JSON that JSON.parse would read too kindly: duplicate keys, integers that it rounds, deep nesting.
//
// JSON.parse stays the judge of the grammar. A second pass over text that is known to be valid looks at what it forgot.
import { type Int64, parseInt64 } from '@animal-store/contract';
import { pointer } from './pointer.js';

export interface StrictJson {
  value: unknown;
  faults: JsonFault[];
  /** Writes the exact integers into `value`, where the rounded ones stand until then. */
  restoreIntegers: () => void;
}

export interface JsonFault {
  /** A JSON Pointer. */
  path: string;
  message: string;
}

const DEEPEST = 32;
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

interface Container {
  /** Keys seen so far; undefined for an array. */
  keys: Set<string> | undefined;
  /** The key or index that the next value stands under. */
  at: string | number;
}

/**
 * @throws SyntaxError if the text is not JSON.
 */
export function parseStrictJson(text: string): StrictJson {
  const value: unknown = JSON.parse(text);
  const faults: JsonFault[] = [];
  const exact: { path: (string | number)[]; value: Int64 }[] = [];
  const stack: Container[] = [];
  let expectsKey = false;

  const path = () => stack.map((container) => container.at);
  const fault = (message: string) => faults.push({ path: pointer(path()), message });

  for (const [token] of text.matchAll(TOKEN)) {
    const container = stack.at(-1);
    if (token === '{' || token === '[') {
      if (stack.length === DEEPEST) {
        fault(`is nested deeper than ${DEEPEST} levels`);
        break;
      }
      stack.push(token === '{' ? { keys: new Set(), at: '' } : { keys: undefined, at: 0 });
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
      if (container.keys.has(key)) fault('is there twice');
      if (!isWellFormed(key)) fault('is not well-formed Unicode');
      container.keys.add(key);
      expectsKey = false;
    } else if (/^-?\d/.test(token) && !isExact(token)) {
      const integer = parseInt64(token);
      if (integer === undefined) fault('is not an integer of 64 bits in plain digits');
      else exact.push({ path: path(), value: integer });
    } else if (token.startsWith('"') && !isWellFormed(JSON.parse(token))) {
      fault('is not well-formed Unicode');
    }
  }
  return {
    value,
    faults,
    restoreIntegers: () => {
      for (const integer of exact) place(value, integer.path, integer.value);
    },
  };
}

/** Whether JSON.parse has kept the number's value, as far as an integer is concerned. */
function isExact(token: string): boolean {
  const value = Number(token);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  return !Number.isInteger(value) || isWhole(token);
}

/** Whether the digits themselves say an integer: 5, 5.0 and 50e-1 do; 1.0000000000000000001, which parses as 1, does not. */
function isWhole(token: string): boolean {
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(token) ?? [];
  const places = fraction.length - Number(exponent);
  return places <= 0 || !/[1-9]/.test((whole + fraction).slice(-places));
}

/** Free of lone surrogates, which no UTF-8 can carry. */
function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}

function place(root: unknown, path: readonly (string | number)[], value: Int64): void {
  let holder = root as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) holder = holder[step] as Record<string | number, unknown>;
  const last = path.at(-1);
  if (last !== undefined) holder[last] = value;
}
