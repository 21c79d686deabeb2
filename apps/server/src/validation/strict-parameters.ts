// Strict parameter parsing: the validator accepts 0x10, 1e1 and +5 as integers, rounds large ones, and stops at the
// first unknown name. Errors found here are reported together with those of the body parser and the validator.
import { type Int64, type ParameterIn, parseInt64 } from '@animal-store/contract';
import type { Request, RequestHandler } from 'express';
import type { Contract, ContractOperation } from '../contract/contract.js';
import { ErrorDetails } from '../error-details.js';
import { rawHeaderValues } from '../http/headers.js';
import { percentDecode } from '../lib/percent-decode.js';
import { DUPLICATE, NOT_INT64 } from '../lib/strict-json.js';

const UNKNOWN = { code: 'unknown', message: 'is not a parameter of this operation' } as const;
const NOT_PERCENT_ENCODED = {
  code: 'malformed',
  message: 'is not valid percent-encoding',
} as const;
const NOT_DIGITS = { ...NOT_INT64, code: 'type' } as const;

export function strictParameters({ errorBounds }: Contract): RequestHandler {
  return (req, res, next) => {
    const { operation, errorDetails = new ErrorDetails(errorBounds) } = res.locals;
    if (!operation) throw new Error('strictParameters must run after requireOperation');
    res.locals.errorDetails = errorDetails;
    res.locals.integers = parseIntegers(operation, req, errorDetails);
    if (errorDetails.isFull) throw errorDetails.toError();
    next();
  };
}

/** The exact values of all integers. Reports parameters that are unknown, repeated or malformed. */
function parseIntegers(operation: ContractOperation, req: Request, details: ErrorDetails) {
  const integers: Record<ParameterIn, Record<string, Int64>> = { query: {}, path: {}, header: {} };
  const raw: Record<ParameterIn, Readonly<Record<string, string | undefined>>> = {
    query: readQuery(req.url, operation, details),
    path: operation.match(req.path) ?? {},
    header: readHeaders(req, operation, details),
  };
  for (const { name, in: place, integer } of operation.parameters) {
    const text = raw[place][name];
    if (text === undefined) continue;
    const value = DECODERS[place](text);
    if (value === undefined) details.add(place, [name], NOT_PERCENT_ENCODED);
    if (value === undefined || !integer) continue;
    const exact = parseInt64(value);
    if (exact !== undefined) integers[place][name] = exact;
    else details.add(place, [name], /^-?\d+$/.test(value) ? NOT_INT64 : NOT_DIGITS);
  }
  return integers;
}

/** The values of the query, still percent-encoded. Reports unknown and repeated names. */
function readQuery(
  url: string,
  operation: ContractOperation,
  details: ErrorDetails,
): Record<string, string> {
  const known = new Set(operation.parameters.filter((p) => p.in === 'query').map((p) => p.name));
  const values = new Map<string, string>();
  const start = url.indexOf('?');
  const pairs = start < 0 ? [] : url.slice(start + 1).split('&');
  for (const pair of pairs) {
    if (details.isFull) break;
    if (pair === '') continue;
    const [rawName = '', ...rest] = pair.split('=');
    const name = DECODERS.query(rawName) ?? rawName;
    if (!known.has(name)) details.add('query', [name], UNKNOWN);
    else if (values.has(name)) details.add('query', [name], DUPLICATE);
    else values.set(name, rest.join('='));
  }
  return Object.fromEntries(values);
}

/** Reports repeated headers: Node joins their values into one that the client did not send. */
function readHeaders(
  req: Request,
  operation: ContractOperation,
  details: ErrorDetails,
): Record<string, string | undefined> {
  const values: Record<string, string | undefined> = {};
  for (const { name, in: place } of operation.parameters) {
    if (place !== 'header') continue;
    const [value, ...others] = rawHeaderValues(req, name.toLowerCase());
    if (others.length > 0) details.add('header', [name], DUPLICATE);
    values[name] = value;
  }
  return values;
}

const DECODERS: Record<ParameterIn, (text: string) => string | undefined> = {
  query: (text) => percentDecode(text.replaceAll('+', ' ')),
  path: percentDecode,
  header: (text) => text,
};
