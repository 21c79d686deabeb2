// Body parser: JSON of the operation's media type, in UTF-8 up to the contract's size, parsed strictly. 413 comes before 415, and
// 415 before 400. A body of unknown length is measured as it is read, so its media type is checked first.
import { mediaTypeOf } from '@animal-store/contract/http';
import {
  type BodyJson,
  ErrorDetails,
  RoundedNumbers,
  readBody as readJsonText,
} from '@animal-store/contract/validation';
import type { Request, RequestHandler } from 'express';
import { bodyMediaType, type Contract } from '../contract/contract.js';
import { ApiError, invalidRequest, malformed, unsupportedMediaType } from '../errors.js';
import { rawHeaderValues } from '../http/headers.js';
import { hasBody, readBody } from '../http/request-body.js';
import { compose } from './compose.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function bodyParser(contract: Contract): RequestHandler {
  const { maxBodyBytes } = contract;
  const readAndParse = compose(readBody(maxBodyBytes), parse(contract));
  return (req, res, next) => {
    if (!hasBody(req) && req.headers['content-type'] === undefined) return next();
    if (Number(req.headers['content-length']) > maxBodyBytes)
      throw new ApiError('payload_too_large'); // before it arrives
    checkMediaType(req, bodyMediaType(res.locals.operation));
    if (hasBody(req)) readAndParse(req, res, next);
    else next();
  };
}

/**
 * Accepts one media type and normalizes its spelling: the validator compiles a schema for each spelling that it
 * receives, and keeps it in memory.
 * @param mediaType In lower case.
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

function parse({ errorBounds }: Contract): RequestHandler {
  return (req, res, next) => {
    const bytes: unknown = req.body;
    if (!Buffer.isBuffer(bytes) || bytes.length === 0) {
      req.body = undefined;
      return next();
    }
    const details = new ErrorDetails(errorBounds);
    const json = readJson(bytes, details);
    if (!json.isFullyScanned) throw invalidRequest(...details.all);
    req.body = json.value;
    res.locals.errorDetails = details;
    res.locals.roundedNumbers = new RoundedNumbers(req.headers, json, json.tooLarge);
    next();
  };
}

function readJson(bytes: Buffer, details: ErrorDetails): BodyJson {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw malformed('body', 'is not valid UTF-8');
  }
  try {
    return readJsonText(text, details);
  } catch {
    throw malformed('body', 'is not valid JSON');
  }
}
