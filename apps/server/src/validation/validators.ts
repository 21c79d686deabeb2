// Validators of operations: readers of the parameters, and express-openapi-validator for the body and once more for the caller.
// Its middlewares are called here instead of by its own entry point: that would bundle and validate the contract again, for a
// fifth of the startup time, match each request with an operation a second time, and rewrite schemas for its own extensions.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import {
  createBodyCompiler,
  createParameterCompiler,
  REQUEST_OPTIONS,
  toRequestDocument,
} from '@animal-store/contract/request-schemas';
import {
  createReader,
  type ParameterReader,
  type SchemaValidator,
} from '@animal-store/core/validation';
import type { Request, RequestHandler } from 'express';
import {
  HttpError,
  type OpenApiRequest,
  type OpenApiRequestMetadata,
} from 'express-openapi-validator/dist/framework/types.js';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import { security } from 'express-openapi-validator/dist/middlewares/openapi.security.js';
import type { Contract, ContractOperation } from '../contract/contract.js';
import { ApiError, unsupportedMediaType } from '../errors.js';
import type { Exchange } from '../http/exchange.js';

type ApiDoc = ConstructorParameters<typeof RequestValidator>[0];

const OPTIONS = {
  ...REQUEST_OPTIONS,
  passContext: false,
  allowUnknownQueryParameters: true, // it sees no parameters: it accepts 0x10, 1e1 and +5 as integers, and rounds large ones
};

export interface OperationValidator {
  readers: readonly ParameterReader[];
  /** Undefined for an operation without a body. */
  bodyValidator: BodyValidator | undefined;
}

export interface BodyValidator {
  /** Judges `req.body`, and fills in defaults. */
  isValid(exchange: Pick<Exchange, 'req' | 'res'>): Promise<boolean>;
  /** The schema that the mock has, too: it tells what is wrong, and which numbers may be rounded. Compiled at its first use. */
  schema: SchemaValidator;
}

/**
 * The validators of all operations, with all schemas compiled: that spares the first clients the wait.
 * @throws an Error that names the first operation that cannot be validated. An error in a shared schema affects all operations
 * that use it.
 */
export async function createValidators(
  contract: Contract,
): Promise<ReadonlyMap<ContractOperation, OperationValidator>> {
  const compile = createParameterCompiler(contract.document);
  const createBody = createBodyValidators(contract);
  const validators = new Map<ContractOperation, OperationValidator>();
  for (const operation of contract.operations) {
    try {
      const readers = operation.parameters.map((one) => createReader(one, compile(one.schema)));
      const bodyValidator = operation.body && (await createBody(operation));
      validators.set(operation, { readers, bodyValidator });
    } catch (error) {
      throw new Error(`openapi.yaml: ${operation.id} cannot be validated: ${error}`, {
        cause: error,
      });
    }
  }
  return validators;
}

function createBodyValidators({ document }: Contract) {
  const compile = createBodyCompiler(document);
  const apiDoc = toRequestDocument(document) as unknown as ApiDoc;
  const requests = new RequestValidator(apiDoc, OPTIONS);
  const checkCaller = security(apiDoc, securityHandlers(document));
  const validate: RequestHandler = (req, res, next) => requests.validate(req, res, next);

  return async (operation: ContractOperation): Promise<BodyValidator> => {
    const { method, path, route, bodyMediaType } = operation;
    const schema = apiDoc.paths?.[path]?.[method];
    if (schema === undefined) throw new Error('it is not in the contract');
    const paths = { expressRoute: route, openApiRoute: route, pathParams: {} };
    const metadata = { ...paths, schema, serial: 0 };
    // The validator compiles a schema for each media type. The body parser lets only these two through.
    for (const mediaType of [bodyMediaType, undefined])
      await run(validate, emptyRequest(method, mediaType, metadata)).catch(ignoreValidationError);
    let compiled: SchemaValidator | undefined;
    return {
      async isValid(exchange) {
        setMetadata(exchange.req, metadata);
        try {
          await run(checkCaller, exchange);
          await run(validate, exchange);
          return true;
        } catch (error) {
          if (error instanceof HttpError && error.status === 400) return false;
          throw toApiError(error, bodyMediaType);
        }
      },
      get schema() {
        compiled ??= compile(operation);
        return compiled;
      },
    };
  };
}

/** Tells the validator the operation, which match-operation has found. */
function setMetadata(req: OpenApiRequest, metadata: OpenApiRequestMetadata): void {
  req.openapi = metadata;
}

/** authenticate has already looked up the caller. This check keeps the API closed even if the order of steps is changed. */
function securityHandlers({ components }: Contract['document']) {
  const isKnown = (req: Request) => req.res?.locals.caller !== undefined;
  const schemes = Object.keys(components.securitySchemes);
  return Object.fromEntries(schemes.map((scheme) => [scheme, isKnown]));
}

/** Rejects with the error that the middleware throws, or passes to `next`. */
function run(middleware: RequestHandler, { req, res }: Pick<Exchange, 'req' | 'res'>) {
  return new Promise<void>((resolve, reject) => {
    void middleware(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
}

function toApiError(error: unknown, mediaType: string): unknown {
  if (!(error instanceof HttpError)) return error;
  if (error.status === 401) return new ApiError('unauthorized', { cause: error });
  return error.status === 415 ? unsupportedMediaType(mediaType) : error;
}

function emptyRequest(
  method: string,
  mediaType: string | undefined,
  openapi: OpenApiRequestMetadata,
): Pick<Exchange, 'req' | 'res'> {
  const req = new IncomingMessage(new Socket());
  if (mediaType !== undefined) req.headers['content-type'] = mediaType;
  Object.assign(req, { method: method.toUpperCase(), originalUrl: '', query: {}, openapi });
  return { req, res: new ServerResponse(req) } as Pick<Exchange, 'req' | 'res'>;
}

function ignoreValidationError(error: unknown): void {
  if (!(error instanceof HttpError)) throw error;
}
