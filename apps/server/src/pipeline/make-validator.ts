// Owns the making of express-openapi-validator's stages. Its own entry would load, bundle and judge the contract first, and
// for that compiles the schema of OpenAPI itself, which is a fifth of the start; the build has bundled and judged it.
import type { RequestHandler } from 'express';
import type {
  RouteMetadata,
  Spec,
} from 'express-openapi-validator/dist/framework/openapi.spec.loader.js';
import {
  OpenApiValidator,
  type OpenApiValidatorOpts,
} from 'express-openapi-validator/dist/openapi.validator.js';
import type { Contract, ContractOperation } from '../contract.js';
import { toExpressPath } from '../path-template.js';

export function makeValidator(
  contract: Contract,
  options: Omit<OpenApiValidatorOpts, 'apiSpec'>,
): RequestHandler[] {
  const apiDoc = structuredClone(contract.document) as unknown as Spec['apiDoc']; // it edits what it is given
  const { basePath, operations } = contract;
  const routes = operations.map((operation) => routeOf(operation, basePath));
  const validator = new OpenApiValidator({ ...options, apiSpec: apiDoc });
  return validator.installMiddleware(
    Promise.resolve({ apiDoc, basePaths: [basePath], routes, serial: 0 }),
  );
}

/** In place of the validator's own loader, of the version that package.json pins. */
function routeOf({ path, method, parameters }: ContractOperation, basePath: string): RouteMetadata {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  return {
    basePath,
    openApiRoute: `${basePath}${path}`,
    expressRoute: `${basePath}${toExpressPath(path)}`,
    method: method.toUpperCase(),
    pathParams: inPath.map(({ name }) => name),
  };
}
