// Reads a request by the contract: its body, its parameters as sent, and then the judgement of the body. All errors are
// reported together.
import { invalidRequest } from '@animal-store/core/errors';
import {
  type BodyJson,
  ErrorDetails,
  readParameters,
  type ValidatedRequest,
  validateBody,
} from '@animal-store/core/validation';
import type { Request } from 'express';
import type { Contract, ContractOperation } from '../contract.js';
import { rawHeaderValues } from '../http/headers.js';
import { hasBody } from '../http/request-body.js';
import { LruCache } from '../lib/lru-cache.js';
import { parseRequestBody } from './body-parser.js';
import type { Exchange } from './exchange.js';
import { addDeprecation } from './match-operation.js';
import type { ServedOperation } from './served-operation.js';
import type { BodyValidator } from './validators.js';

/** Two megabytes at most. More gain nothing: a URL that is new is validated in microseconds. */
const MAX_URLS = 1_024;
const MAX_URL_LENGTH = 256;

/** @throws ApiError 413, 415 or 400. */
export async function readRequest(
  exchange: Exchange,
  operation: ServedOperation,
  { maxBodyBytes, errorBounds }: Contract,
): Promise<ValidatedRequest> {
  const { req, target, match } = exchange;
  const cache = hasContent(req) || req.url.length > MAX_URL_LENGTH ? undefined : operation.requests;
  const known = cache?.get(req.url);
  if (known !== undefined) return known;
  const details = new ErrorDetails(errorBounds);
  const json = hasContent(req)
    ? await parseRequestBody(req, operation, maxBodyBytes, details)
    : undefined;
  if (json !== undefined) addDeprecation(exchange, operation, json.value); // before defaults are filled in
  const { query, path, headers } = readParameters(
    operation.readers,
    {
      query: target.query,
      path: match?.values ?? {},
      header: (name: string) => rawHeaderValues(req, name.toLowerCase()),
    },
    details,
  );
  if (details.isFull) throw invalidRequest(...details.all);
  req.body = json?.value;
  const body = await readValidBody(exchange, operation.bodyValidator, json, details);
  if (!details.isEmpty) throw invalidRequest(...details.all);
  const request = { query, path, headers, body };
  cache?.set(req.url, request);
  return request;
}

/** express-openapi-validator judges the body. The contract's own schema tells why it is not valid. */
async function readValidBody(
  exchange: Exchange,
  validator: BodyValidator | undefined,
  json: BodyJson | undefined,
  details: ErrorDetails,
): Promise<unknown> {
  const isValid = validator ? await validator.isValid(exchange) : json === undefined;
  if (isValid && json?.isExact !== false) return json?.value;
  return validateBody(validator?.schema, json, details);
}

/** Valid requests by URL, for an operation whose requests depend on nothing else. URLs with ids of objects seldom repeat. */
export function createRequestCache(operation: ContractOperation): ServedOperation['requests'] {
  const { method, body, parameters } = operation;
  const isCached = method === 'get' && !body && parameters.every((one) => one.in === 'query');
  return isCached ? new LruCache(MAX_URLS) : undefined;
}

function hasContent(req: Request): boolean {
  return hasBody(req) || req.headers['content-type'] !== undefined;
}
