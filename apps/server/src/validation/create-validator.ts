// Factory for the middlewares of express-openapi-validator. Its own entry point would first load, bundle and validate
// the contract, and for that compile the schema of OpenAPI, which takes a fifth of the startup time. The build has
// already bundled and validated the contract.
import type { RequestHandler } from 'express';
import type {
  RouteMetadata,
  Spec,
} from 'express-openapi-validator/dist/framework/openapi.spec.loader.js';
import {
  OpenApiValidator,
  type OpenApiValidatorOpts,
} from 'express-openapi-validator/dist/openapi.validator.js';
import type { Contract, ContractOperation } from '../contract/contract.js';
import { toExpressPath } from '../contract/path-template.js';

export function createValidator(
  contract: Contract,
  options: Omit<OpenApiValidatorOpts, 'apiSpec'>,
): RequestHandler[] {
  const document = structuredClone(contract.document); // the validator modifies it
  for (const item of Object.values(document.paths))
    for (const operation of Object.values(item)) delete operation.parameters; // strict-parameters validates them
  const apiDoc = document as unknown as Spec['apiDoc'];
  const { basePath, operations } = contract;
  const routes = operations.map((operation) => routeOf(operation, basePath));
  const validator = new OpenApiValidator({ ...options, apiSpec: apiDoc });
  return validator.installMiddleware(
    Promise.resolve({ apiDoc, basePaths: [basePath], routes, serial: 0 }),
  );
}

/** Replaces the validator's own loader, as of the version that package.json pins. */
function routeOf({ path, method }: ContractOperation, basePath: string): RouteMetadata {
  return {
    basePath,
    openApiRoute: `${basePath}${path}`,
    expressRoute: `${basePath}${toExpressPath(path)}`,
    method: method.toUpperCase(),
    pathParams: [],
  };
}
