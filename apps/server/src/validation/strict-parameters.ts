// Strict parameters: reads every parameter from the URL and the headers as sent, by its type in the contract. The
// validator accepts 0x10, 1e1 and +5 as integers, rounds large ones, and refuses a bare colon, so it sees no parameters.
// Errors found here are reported together with those of the body parser and the validator.
//
//   parameter-text.ts     text -> typed value
//   parameter-reader.ts   texts of a parameter -> items, values, bounds and all other keywords (Ajv)
import type { ParameterIn } from '@animal-store/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Request, RequestHandler } from 'express';
import type { Contract, ContractOperation } from '../contract/contract.js';
import { ErrorDetails } from '../error-details.js';
import { rawHeaderValues } from '../http/headers.js';
import type { ValidatedParameters } from '../middleware/request-context.js';
import { FORMATS } from './formats.js';
import { createReader, type ParameterReader } from './parameter-reader.js';
import { DECODERS } from './parameter-text.js';

const UNKNOWN = { code: 'unknown', message: 'is not a parameter of this operation' } as const;

/** @throws an Error if the schema of a parameter cannot be compiled. It names the operation. */
export function strictParameters(contract: Contract): RequestHandler {
  const readers = createReaders(contract);
  return (req, res, next) => {
    const { operation, errorDetails = new ErrorDetails(contract.errorBounds) } = res.locals;
    if (!operation) throw new Error('strictParameters must run after requireOperation');
    res.locals.errorDetails = errorDetails;
    res.locals.parameters = readAll(readers.get(operation) ?? [], operation, req, errorDetails);
    if (errorDetails.isFull) throw errorDetails.toError();
    next();
  };
}

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    validateSchema: false,
    formats: FORMATS,
  });
  // Ajv's own keyword takes quadratic time where the items are a reference. Items of parameters are scalars.
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isUnique: boolean, items: unknown[]) =>
      !isUnique || new Set(items).size === items.length,
  });
  return ajv;
}

function createReaders({
  document,
  operations,
}: Contract): ReadonlyMap<ContractOperation, readonly ParameterReader[]> {
  const ajv = createAjv();
  return new Map(
    operations.map((operation) => {
      try {
        return [operation, operation.parameters.map((one) => createReader(one, document, ajv))];
      } catch (error) {
        throw new Error(`openapi.yaml: ${operation.id} cannot be validated: ${error}`, {
          cause: error,
        });
      }
    }),
  );
}

function readAll(
  readers: readonly ParameterReader[],
  operation: ContractOperation,
  req: Request,
  details: ErrorDetails,
): ValidatedParameters {
  const query = readQuery(req.url, operation, details);
  const path = operation.match(req.path) ?? {};
  const textsOf: Record<ParameterIn, (name: string) => readonly string[]> = {
    query: (name) => query.get(name) ?? [],
    path: (name) => (Object.hasOwn(path, name) ? [path[name] ?? ''] : []),
    header: (name) => rawHeaderValues(req, name.toLowerCase()),
  };
  const values: Record<ParameterIn, [string, unknown][]> = { query: [], path: [], header: [] };
  for (const { parameter, read } of readers) {
    const value = read(textsOf[parameter.in](parameter.name), details);
    if (value !== undefined) values[parameter.in].push([parameter.name, value]);
  }
  return {
    query: Object.freeze(Object.fromEntries(values.query)),
    path: Object.freeze(Object.fromEntries(values.path)),
    headers: Object.freeze(Object.fromEntries(values.header)),
  };
}

/** The values of the query by name, still percent-encoded. Reports unknown names. */
function readQuery(
  url: string,
  operation: ContractOperation,
  details: ErrorDetails,
): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  for (const { name, in: place } of operation.parameters)
    if (place === 'query') texts.set(name, []);
  const start = url.indexOf('?');
  const pairs = start < 0 ? [] : url.slice(start + 1).split('&');
  for (const pair of pairs) {
    if (details.isFull) break;
    if (pair === '') continue;
    const [rawName = '', ...rest] = pair.split('=');
    const name = DECODERS.query(rawName) ?? rawName;
    const known = texts.get(name);
    if (known === undefined) details.add('query', [name], UNKNOWN);
    else known.push(rest.join('='));
  }
  return texts;
}
