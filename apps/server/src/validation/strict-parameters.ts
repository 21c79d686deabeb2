// Strict parameters: reads every parameter from the URL and the headers as sent. The validator accepts 0x10, 1e1 and +5 as
// integers, rounds large ones, and refuses a bare colon, so it sees no parameters. Errors found here are reported together
// with those of the body parser and the validator.
import { createParameterCompiler } from '@animal-store/contract/request-schemas';
import {
  createReader,
  ErrorDetails,
  type ParameterReader,
  readParameters,
} from '@animal-store/contract/validation';
import type { RequestHandler } from 'express';
import type { Contract, ContractOperation } from '../contract/contract.js';
import { invalidRequest } from '../errors.js';
import { rawHeaderValues } from '../http/headers.js';

/** @throws an Error if the schema of a parameter cannot be compiled. It names the operation. */
export function strictParameters(contract: Contract): RequestHandler {
  const readers = createReaders(contract);
  return (req, res, next) => {
    const { operation, errorDetails = new ErrorDetails(contract.errorBounds) } = res.locals;
    if (!operation) throw new Error('strictParameters must run after requireOperation');
    const start = req.url.indexOf('?');
    res.locals.errorDetails = errorDetails;
    res.locals.parameters = readParameters(
      readers.get(operation) ?? [],
      {
        query: start < 0 ? '' : req.url.slice(start + 1),
        path: operation.match(req.path) ?? {},
        header: (name) => rawHeaderValues(req, name.toLowerCase()),
      },
      errorDetails,
    );
    if (errorDetails.isFull) throw invalidRequest(...errorDetails.all);
    next();
  };
}

function createReaders({
  document,
  operations,
}: Contract): ReadonlyMap<ContractOperation, readonly ParameterReader[]> {
  const compile = createParameterCompiler(document);
  return new Map(
    operations.map((operation) => {
      try {
        return [
          operation,
          operation.parameters.map((one) => createReader(one, compile(one.schema))),
        ];
      } catch (error) {
        throw new Error(`openapi.yaml: ${operation.id} cannot be validated: ${error}`, {
          cause: error,
        });
      }
    }),
  );
}
