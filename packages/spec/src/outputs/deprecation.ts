// Deprecation headers: since when what a request uses is deprecated, when it may be removed, and its successor.
//
//   the operation, its path parameters   on every response: `readDeprecationHeaders`
//   other parameters, the body           on the response to a request that sends them: `readDeprecatedParts`, which core's
//                                        used-deprecations.ts reads for each request
//
// If a request uses several, the headers have the dates of the one with the earliest sunset.
import {
  type DeprecatedParts,
  type DeprecationDates,
  deprecationHeaders,
  earliest,
} from '@animal-store/core/http';
import { type Contract, contentOf, type Operation } from '../model/index.js';
import { datesOf, readDeprecatedShapes } from './deprecated-shapes.js';

/** The headers on every response of an operation; undefined if there are none. */
export function readDeprecationHeaders(
  operation: Operation,
  { operations }: Contract,
  basePath: string,
): Record<string, string> | undefined {
  const dates = readAlways(operation);
  if (dates === undefined) return undefined;
  const { isDeprecated, successor } = operation.deprecation ?? {};
  const next = isDeprecated ? operations.find(({ id }) => id === successor) : undefined;
  return {
    ...deprecationHeaders(dates),
    ...(next && { Link: `<${basePath}${next.path}>; rel="successor-version"` }), // RFC 5829
  };
}

/** Undefined if requests send nothing deprecated but path parameters. */
export function readDeprecatedParts(operation: Operation): DeprecatedParts | undefined {
  const parameters = operation.parameters.flatMap(({ value: { name, in: place, deprecation } }) => {
    const dates = datesOf(deprecation);
    return dates && (place === 'query' || place === 'header') ? { in: place, name, ...dates } : [];
  });
  const schema = contentOf(operation.body?.value)?.media.schema;
  const body = schema && readDeprecatedShapes(schema);
  if (parameters.length === 0 && body === undefined) return undefined;
  const always = readAlways(operation);
  return { ...(always && { always }), parameters, ...(body && { body }) };
}

function readAlways({ deprecation, parameters }: Operation): DeprecationDates | undefined {
  const sent = parameters.filter(({ value }) => value.in === 'path');
  const all = [deprecation, ...sent.map(({ value }) => value.deprecation)];
  return earliest(all.flatMap((one) => datesOf(one) ?? []));
}
