// Body parser: JSON of the operation's media type, in UTF-8 up to the contract's size, parsed strictly. 413 comes before 415, and
// 415 before 400. A body of unknown length is measured as it is read, so its media type is checked first.

import {
  ApiError,
  invalidRequest,
  malformed,
  unsupportedMediaType,
} from '@animal-store/core/errors';
import { mediaTypeOf } from '@animal-store/core/http';
import { type BodyJson, type ErrorDetails, readBody } from '@animal-store/core/validation';
import type { Request } from 'express';
import { rawHeaderValues } from '../http/headers.js';
import { hasBody, readBytes } from '../http/request-body.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * @param mediaType In lower case.
 * @returns undefined if there is no body, or an empty one.
 */
export async function parseBody(
  req: Request,
  mediaType: string,
  maxBytes: number,
  details: ErrorDetails,
): Promise<BodyJson | undefined> {
  const { headers } = req;
  if (Number(headers['content-length']) > maxBytes) throw new ApiError('payload_too_large'); // before it arrives
  checkMediaType(req, mediaType);
  const bytes = hasBody(req) ? await readBytes(req, maxBytes) : undefined;
  if (bytes === undefined || bytes.length === 0) return undefined;
  const json = parseJson(bytes, details);
  if (!json.isFullyScanned) throw invalidRequest(...details.all);
  return json;
}

/**
 * Accepts one media type and normalizes its spelling: the validator compiles a schema for each spelling that it
 * receives, and keeps it in memory.
 */
function checkMediaType(req: Request, mediaType: string): void {
  const [type = '', ...others] = rawHeaderValues(req, 'content-type');
  const isExpected = mediaTypeOf(type) === mediaType && others.length === 0;
  const isPlain =
    /^identity$/i.test(req.get('Content-Encoding') ?? 'identity') &&
    /^chunked$/i.test(req.get('Transfer-Encoding') ?? 'chunked');
  const isEmpty = Number(req.headers['content-length']) === 0;
  if (hasBody(req) && !(isPlain && (isExpected || isEmpty))) throw unsupportedMediaType(mediaType);
  if (isExpected) req.headers['content-type'] = mediaType;
  else if (req.headers['content-type'] !== undefined) delete req.headers['content-type'];
}

function parseJson(bytes: Buffer, details: ErrorDetails): BodyJson {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw malformed('body', 'is not valid UTF-8');
  }
  try {
    return readBody(text, details);
  } catch {
    throw malformed('body', 'is not valid JSON');
  }
}
