// Owns what the validator overlooks in parameters: it takes 0x10, 1e1 and +5 for integers, rounds large ones, and stops
// at the first unknown name. Faults found here are reported together with the body's and the validator's own.
import { type ErrorDetail, type Int64, type ParameterIn, parseInt64 } from '@animal-store/contract';
import type { Request, RequestHandler } from 'express';
import type { ContractOperation } from '../contract.js';
import { headerValues } from '../header-values.js';
import { pointer } from '../json/pointer.js';
import { decode } from './decode.js';

export function readParameters(): RequestHandler {
  return (req, res, next) => {
    const { operation, faults } = res.locals;
    if (operation) {
      const found = read(operation, req);
      res.locals.faults = [...faults, ...found.faults];
      res.locals.integers = found.integers;
    }
    next();
  };
}

function read(operation: ContractOperation, req: Request) {
  const faults: ErrorDetail[] = [];
  const integers: Record<ParameterIn, Record<string, Int64>> = { query: {}, path: {}, header: {} };
  const raw: Record<ParameterIn, Readonly<Record<string, string | undefined>>> = {
    query: readQuery(req.url, operation, faults),
    path: operation.match(req.path) ?? {},
    header: readHeaders(req, operation, faults),
  };
  for (const { name, in: place, integer } of operation.parameters) {
    const text = raw[place][name];
    if (text === undefined) continue;
    const value = DECODERS[place](text);
    if (value === undefined) {
      faults.push({ in: place, path: pointer([name]), message: 'is not valid percent-encoding' });
    } else if (integer) {
      const exact = parseInt64(value);
      if (exact === undefined)
        faults.push({
          in: place,
          path: pointer([name]),
          message: 'must be an integer of 64 bits, in decimal digits',
        });
      else integers[place][name] = exact;
    }
  }
  return { faults, integers };
}

/** The query's values, still percent-encoded. Reports names that the operation does not have, or has once. */
function readQuery(
  url: string,
  operation: ContractOperation,
  faults: ErrorDetail[],
): Record<string, string> {
  const known = new Set(operation.parameters.filter((p) => p.in === 'query').map((p) => p.name));
  const values = new Map<string, string>();
  const start = url.indexOf('?');
  const pairs = start < 0 ? [] : url.slice(start + 1).split('&');
  for (const pair of pairs) {
    if (pair === '') continue;
    const [rawName = '', ...rest] = pair.split('=');
    const name = DECODERS.query(rawName) ?? rawName;
    const fault = (message: string) => faults.push({ in: 'query', path: pointer([name]), message });
    if (!known.has(name)) fault('is not a parameter of this operation');
    else if (values.has(name)) fault('is given more than once');
    else values.set(name, rest.join('='));
  }
  return Object.fromEntries(values);
}

/** Node joins what is sent twice into one value, which nobody has sent. */
function readHeaders(
  req: Request,
  operation: ContractOperation,
  faults: ErrorDetail[],
): Record<string, string | undefined> {
  const values: Record<string, string | undefined> = {};
  for (const { name, in: place } of operation.parameters) {
    if (place !== 'header') continue;
    const [value, ...others] = headerValues(req, name.toLowerCase());
    if (others.length > 0) {
      faults.push({ in: 'header', path: pointer([name]), message: 'is given more than once' });
    }
    values[name] = value;
  }
  return values;
}

const DECODERS: Record<ParameterIn, (text: string) => string | undefined> = {
  query: (text) => decode(text.replaceAll('+', ' ')),
  path: decode,
  header: (text) => text,
};
