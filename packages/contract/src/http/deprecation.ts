// Deprecation headers: since when what a request uses is deprecated, when it may be removed, and its successor.
//
//   the operation, its path parameters   on every response: `readDeprecation`, once
//   other parameters, the body           on the response to a request that sends them: `readDeprecatedParts`, once, and
//                                        used-deprecations.ts for each request
//
// If a request uses several, the headers have the dates of the one with the earliest sunset.
import {
  type DeprecatedParts,
  type DeprecationDates,
  deprecationHeaders,
  earliest,
} from '@animal-store/core/http';
import type { ContractDocument, Operation, OperationId } from '../document.js';
import { mediaOf, parametersOf } from '../resolve.js';
import { readDeprecatedShapes } from './deprecated-shapes.js';
import { datesOf } from './deprecation-dates.js';

/** The headers on every response of an operation; undefined if there are none. */
export function readDeprecation(
  operation: Operation,
  document: ContractDocument,
  basePath: string,
): Record<string, string> | undefined {
  const dates = readAlways(operation, document);
  if (dates === undefined) return undefined;
  const successor = operation.deprecated === true && operation['x-deprecated-successor'];
  const successorPath = successor && pathOf(successor, document);
  return {
    ...deprecationHeaders(dates),
    ...(successorPath && { Link: `<${basePath}${successorPath}>; rel="successor-version"` }), // RFC 5829
  };
}

/** Undefined if requests send nothing deprecated but path parameters. */
export function readDeprecatedParts(
  operation: Operation,
  document: ContractDocument,
): DeprecatedParts | undefined {
  const parameters = parametersOf(operation, document).flatMap((parameter) =>
    parameter.deprecated === true && parameter.in !== 'path'
      ? { in: parameter.in, name: parameter.name, ...datesOf(parameter) }
      : [],
  );
  const { schema } = mediaOf(operation.requestBody, document) ?? {};
  const body = schema && readDeprecatedShapes(schema, document);
  if (parameters.length === 0 && body === undefined) return undefined;
  const always = readAlways(operation, document);
  return { ...(always && { always }), parameters, ...(body && { body }) };
}

function readAlways(
  operation: Operation,
  document: ContractDocument,
): DeprecationDates | undefined {
  const sent = parametersOf(operation, document).filter(({ in: place }) => place === 'path');
  const deprecated = [operation, ...sent].filter((node) => node.deprecated === true);
  return earliest(deprecated.map(datesOf));
}

function pathOf(id: OperationId, document: ContractDocument): string | undefined {
  const entry = Object.entries(document.paths).find(([, item]) =>
    Object.values(item).some((operation) => operation.operationId === id),
  );
  return entry?.[0];
}
