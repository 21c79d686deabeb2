// Body parser: JSON of the operation's media type, in UTF-8 up to the contract's size, parsed strictly. 413 comes before 415, and
// 415 before 400. A body of unknown length is measured as it is read, so its media type is checked first.
import { checkBodyHeaders, type ExpectedBody } from '@animal-store/core/http';
import {
  type BodyJson,
  decodeUtf8,
  type ErrorDetails,
  parseBody,
} from '@animal-store/core/validation';
import type { Request } from 'express';
import { rawHeaderValues } from '../http/headers.js';
import { hasBody, readBytes } from '../http/request-body.js';

/** @returns undefined if there is no body, or an empty one. */
export async function parseRequestBody(
  req: Request,
  expected: ExpectedBody,
  maxBytes: number,
  details: ErrorDetails,
): Promise<BodyJson | undefined> {
  const { headers } = req;
  checkBodyHeaders(
    {
      length: lengthOf(req),
      contentType: rawHeaderValues(req, 'content-type').join(', '),
      contentEncoding: headers['content-encoding'],
      transferEncoding: headers['transfer-encoding'],
    },
    expected,
    maxBytes,
  );
  // One spelling: express-openapi-validator compiles a schema for each that it receives, and keeps it in memory.
  headers['content-type'] = expected.bodyMediaType;
  const bytes = hasBody(req) ? await readBytes(req, maxBytes) : undefined;
  if (bytes === undefined || bytes.length === 0) return undefined;
  return parseBody(decodeUtf8(bytes), details);
}

/** In bytes; undefined if the end of the body is not known yet. */
function lengthOf({ headers }: Request): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  return Number(headers['content-length'] ?? 0);
}
