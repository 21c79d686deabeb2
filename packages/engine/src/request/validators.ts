// Validators of operations: readers of the parameters, and express-openapi-validator for the body and once more for the caller.
// Its middlewares are called here instead of by its own entry point: that would bundle and validate the contract again, for a
// fifth of the startup time, match each request with an operation a second time, and rewrite schemas for its own extensions.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ApiError, unsupportedMediaType } from '@animal-store/core/errors';
import { FORMATS, type ParameterReader, type SchemaValidator } from '@animal-store/core/validation';
import type { Request, RequestHandler, Response } from 'express';
import {
  HttpError,
  type OpenApiRequest,
  type OpenApiRequestMetadata,
} from 'express-openapi-validator/dist/framework/types.js';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import { security } from 'express-openapi-validator/dist/middlewares/openapi.security.js';
import { type Contract, type ContractOperation, createReaders } from '../contract.js';

type ApiDoc = ConstructorParameters<typeof RequestValidator>[0];

/** Those of the contract's own validators, which tell why a body is not valid. */
const OPTIONS = {
  allErrors: true,
  useDefaults: true,
  strict: false,
  strictNumbers: true,
  validateSchema: false, // the build has validated it
  formats: FORMATS,
  keywords: [
    { keyword: 'fault', validate: () => false },
    {
      keyword: 'safeInteger',
      type: 'number' as const,
      validate: (_: unknown, value: unknown) => Number.isSafeInteger(value),
    },
    'double', // every number is valid
  ],
  allowUnknownQueryParameters: true, // it sees no parameters: it accepts 0x10, 1e1 and +5 as integers, and rounds large ones
};

/** A request and its response, as Express has them. */
export interface HttpExchange {
  req: Request;
  res: Response;
}

export interface OperationValidator {
  readers: readonly ParameterReader[];
  /** Undefined for an operation without a body. */
  bodyValidator: BodyValidator | undefined;
}

export type Validators = ReadonlyMap<ContractOperation, OperationValidator>;

export interface BodyValidator {
  /** Judges `req.body`, and fills in defaults. */
  isValid(exchange: HttpExchange): Promise<boolean>;
  /** Tells what is wrong, and which numbers may be rounded. The mock has it, too. */
  schema: SchemaValidator;
}

/**
 * The validators of all operations. express-openapi-validator compiles its schemas now: that spares the first clients the wait.
 * @throws an Error that names the first operation that cannot be validated. An error in a shared schema affects all operations
 * that use it.
 */
export async function createValidators(contract: Contract): Promise<Validators> {
  const createBody = createBodyValidators(contract);
  const validators = new Map<ContractOperation, OperationValidator>();
  for (const operation of contract.operations) {
    try {
      const readers = createReaders(contract, operation);
      const schema = contract.validators[operation.id]?.body;
      const bodyValidator = schema && (await createBody(operation, schema));
      validators.set(operation, { readers, bodyValidator });
    } catch (error) {
      throw new Error(`openapi.yaml: ${operation.id} cannot be validated: ${error}`, {
        cause: error,
      });
    }
  }
  return validators;
}

function createBodyValidators({ requestDocument }: Contract) {
  const apiDoc = requestDocument as unknown as ApiDoc;
  const requests = new RequestValidator(apiDoc, OPTIONS);
  const checkCaller = security(apiDoc, securityHandlers(requestDocument));
  const validate: RequestHandler = (req, res, next) => requests.validate(req, res, next);

  return async (
    { method, path, route, bodyMediaType }: ContractOperation,
    schema: SchemaValidator,
  ): Promise<BodyValidator> => {
    const declared = apiDoc.paths?.[path]?.[method];
    if (declared === undefined) throw new Error('it is not in the contract');
    const paths = { expressRoute: route, openApiRoute: route, pathParams: {} };
    const metadata = { ...paths, schema: declared, serial: 0 };
    // The validator compiles a schema for each media type. The body parser lets only these two through.
    for (const mediaType of [bodyMediaType, undefined])
      await run(validate, emptyRequest(method, mediaType, metadata)).catch(ignoreValidationError);
    return {
      schema,
      async isValid(exchange) {
        setMetadata(exchange.req, metadata);
        try {
          await run(checkCaller, exchange);
          await run(validate, exchange);
          return true;
        } catch (error) {
          if (error instanceof HttpError && error.status === 400) return false;
          throw translateError(error, bodyMediaType);
        }
      },
    };
  };
}

/** Tells the validator the operation, which match-operation has found. */
function setMetadata(req: OpenApiRequest, metadata: OpenApiRequestMetadata): void {
  req.openapi = metadata;
}

/** authenticate has already looked up the caller. This check keeps the API closed even if the order of steps is changed. */
function securityHandlers({ components }: Contract['requestDocument']) {
  const isKnown = (req: Request) => req.res?.locals.caller !== undefined;
  const schemes = Object.keys(components.securitySchemes);
  return Object.fromEntries(schemes.map((scheme) => [scheme, isKnown]));
}

/** Rejects with the error that the middleware throws, or passes to `next`. */
function run(middleware: RequestHandler, { req, res }: HttpExchange) {
  return new Promise<void>((resolve, reject) => {
    void middleware(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
}

function translateError(error: unknown, mediaType: string): unknown {
  if (!(error instanceof HttpError)) return error;
  if (error.status === 401) return new ApiError('unauthorized', { cause: error });
  return error.status === 415 ? unsupportedMediaType(mediaType) : error;
}

function emptyRequest(
  method: string,
  mediaType: string | undefined,
  openapi: OpenApiRequestMetadata,
): HttpExchange {
  const req = new IncomingMessage(new Socket());
  if (mediaType !== undefined) req.headers['content-type'] = mediaType;
  Object.assign(req, { method: method.toUpperCase(), originalUrl: '', query: {}, openapi });
  return { req, res: new ServerResponse(req) } as HttpExchange;
}

function ignoreValidationError(error: unknown): void {
  if (!(error instanceof HttpError)) throw error;
}
