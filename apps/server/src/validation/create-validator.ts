// Factory for the middlewares of express-openapi-validator that check the caller and validate the body. They are assembled
// here instead of by the library's own entry point: that would bundle and validate the contract again, for a fifth of the
// startup time, match each request with an operation a second time, and rewrite schemas for its own extensions.
import { REQUEST_OPTIONS, toRequestDocument } from '@animal-store/contract/request-schemas';
import type { Request, RequestHandler } from 'express';
import type {
  OpenApiRequest,
  OpenApiRequestMetadata,
} from 'express-openapi-validator/dist/framework/types.js';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import { security } from 'express-openapi-validator/dist/middlewares/openapi.security.js';
import type { Contract } from '../contract/contract.js';

type ApiDoc = ConstructorParameters<typeof RequestValidator>[0];

const OPTIONS = {
  ...REQUEST_OPTIONS,
  allowUnknownQueryParameters: true, // strict-parameters reads and validates all parameters
};

/** @throws an Error if a schema cannot be compiled, at the first request that needs it. */
export function createValidator(contract: Contract): RequestHandler[] {
  const apiDoc = toRequestDocument(contract.document) as unknown as ApiDoc;
  const requests = new RequestValidator(apiDoc, OPTIONS);
  return [
    setMetadata(contract, apiDoc),
    security(apiDoc, securityHandlers(contract)),
    (req, res, next) => requests.validate(req, res, next),
  ];
}

/** Tells the validator the operation, which match-operation has found. */
function setMetadata({ operations, basePath }: Contract, apiDoc: ApiDoc): RequestHandler {
  const metadata = new Map<unknown, OpenApiRequestMetadata>();
  for (const operation of operations) {
    const route = `${basePath}${operation.path}`;
    const schema = apiDoc.paths?.[operation.path]?.[operation.method];
    const paths = { expressRoute: route, openApiRoute: route, pathParams: {} };
    if (schema !== undefined) metadata.set(operation, { ...paths, schema, serial: 0 });
  }
  return (req: OpenApiRequest, res, next) => {
    const found = metadata.get(res.locals.operation);
    if (found === undefined) throw new Error('the validator must run after requireOperation');
    req.openapi = found;
    next();
  };
}

/** authenticate has already looked up the caller. This check keeps the API closed even if middleware is reordered. */
function securityHandlers(contract: Contract) {
  const isKnown = (req: Request) => req.res?.locals.caller !== undefined;
  const schemes = Object.keys(contract.document.components.securitySchemes);
  return Object.fromEntries(schemes.map((scheme) => [scheme, isKnown]));
}
