// Strict parameter parsing: the validator accepts 0x10, 1e1 and +5 as integers, rounds large ones, and stops at the
// first unknown name. Errors found here are reported together with those of the body parser and the validator.
import { type Int64, type ParameterIn, parseInt64 } from '@animal-store/contract';
import type { Request, RequestHandler } from 'express';
import type { Contract, ContractOperation } from '../contract/contract.js';
import { rawHeaderValues } from '../http/raw-headers.js';
import { decode } from '../lib/percent-decode.js';
import { ErrorDetails } from './error-details.js';

export function strictParameters({ errorBounds }: Contract): RequestHandler {
  return (req, res, next) => {
    const { operation } = res.locals;
    if (operation) {
      res.locals.errorDetails ??= new ErrorDetails(errorBounds);
      res.locals.integers = read(operation, req, res.locals.errorDetails);
      if (res.locals.errorDetails.isFull) throw res.locals.errorDetails.toError();
    }
    next();
  };
}

function read(operation: ContractOperation, req: Request, details: ErrorDetails) {
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
    if (value === undefined) {
      details.add(place, [name], 'malformed', 'is not valid percent-encoding');
    } else if (integer) {
      const exact = parseInt64(value);
      if (exact !== undefined) integers[place][name] = exact;
      else
        details.add(
          place,
          [name],
          /^-?\d+$/.test(value) ? 'format' : 'type',
          'must be a 64-bit integer in decimal digits',
        );
    }
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
    if (!known.has(name))
      details.add('query', [name], 'unknown', 'is not a parameter of this operation');
    else if (values.has(name)) details.add('query', [name], 'duplicate', 'is given more than once');
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
    if (others.length > 0) details.add('header', [name], 'duplicate', 'is given more than once');
    values[name] = value;
  }
  return values;
}

const DECODERS: Record<ParameterIn, (text: string) => string | undefined> = {
  query: (text) => decode(text.replaceAll('+', ' ')),
  path: decode,
  header: (text) => text,
};
