// 64-bit integers as strings: in results, and taken back from parameters and bodies. Loaded on first use.
import { INT64_SHAPES, OPERATION_INT64S } from '../generated/int64-shapes.js';
import { type ConvertInt64, convertInt64s } from './int64-places.js';
import type { OperationSpec, ParameterSpec } from './operation-spec.js';
import type { OperationId } from './types.js';

type Values = Readonly<Record<string, unknown>>;

const INTEGER = /^-?\d+$/;
const JSON_NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** A result with every 64-bit integer as a string. */
export function stringifyResult(id: OperationId, status: number, body: unknown): unknown {
  const shape = OPERATION_INT64S[id]?.[status];
  return convertInt64s({ shapes: INT64_SHAPES, convert: stringifyInt64 }, body, [shape], '');
}

/**
 * A call's argument with every 64-bit integer as a number or a bigint.
 * @throws TypeError naming a string of the body that must have the digits of a 64-bit integer.
 */
export function parseArgument(id: OperationId, spec: OperationSpec, params: Values): Values {
  const shape = OPERATION_INT64S[id]?.body;
  const parse = (body: unknown, label: string) =>
    convertInt64s({ shapes: INT64_SHAPES, convert: parseInt64 }, body, [shape], label);
  if (!spec.isStructured) {
    const named = new Map(spec.parameters.map((parameter) => [parameter.name, parameter]));
    const entries = Object.entries(params);
    const isParameter = ([name]: [string, unknown]) => named.has(name);
    const properties = Object.fromEntries(entries.filter((entry) => !isParameter(entry)));
    return {
      ...(parse(properties, '') as Values),
      ...parseParameters(spec.parameters, Object.fromEntries(entries.filter(isParameter))),
    };
  }
  const parts = Object.entries(params).map(([name, part]) => {
    if (name === 'body') return [name, parse(part, name)];
    // The parts are `path`, `query` and `headers`. A table shared with the request builder would split the main bundle.
    const parameters = spec.parameters.filter((parameter) => name.startsWith(parameter.in));
    return [name, isObject(part) ? parseParameters(parameters, part) : part];
  });
  return Object.fromEntries(parts);
}

/** Leaves other texts as they are: the request builder refuses them. */
function parseParameters(parameters: readonly ParameterSpec[], values: Values): Values {
  const parsed = { ...values };
  for (const { name, type } of parameters) {
    const value = values[name];
    if (type === 'int64')
      parsed[name] = Array.isArray(value) ? value.map(parseDigits) : parseDigits(value);
  }
  return parsed;
}

function parseDigits(value: unknown): unknown {
  if (typeof value !== 'string' || !INTEGER.test(value)) return value;
  const exact = BigInt(value);
  const rounded = Number(exact);
  return Number.isSafeInteger(rounded) ? rounded : exact;
}

export const stringifyInt64: ConvertInt64 = (value) =>
  typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;

/** @throws TypeError */
export const parseInt64: ConvertInt64 = (value, { number, isText }, label) => {
  if (typeof value !== 'string' || isText) return value;
  const integer = parseDigits(value);
  const isWithin64Bits = typeof integer !== 'bigint' || BigInt.asIntN(64, integer) === integer;
  if (typeof integer !== 'string' && isWithin64Bits) return integer;
  if (number === 'any' && JSON_NUMBER.test(value)) return Number(value);
  throw new TypeError(`${label} must be a 64-bit integer (got ${JSON.stringify(value)})`);
};

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}
