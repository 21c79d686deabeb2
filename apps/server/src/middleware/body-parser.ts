// Body parser: plain application/json in UTF-8 up to the contract's size, parsed strictly. 413 comes before 415, and
// 415 before 400. A body of unknown length is measured as it is read, so its media type is checked first.
import type { Request, RequestHandler } from 'express';
import type { Contract } from '../contract/contract.js';
import { ErrorDetails } from '../error-details.js';
import { ApiError, malformed } from '../errors.js';
import { rawHeaderValues } from '../http/headers.js';
import { hasBody, readBody } from '../http/request-body.js';
import { parseStrictJson, type StrictJson } from '../lib/strict-json.js';
import { compose } from './compose.js';

const JSON_TYPE = /^application\/json *(?:; *charset="?utf-8"? *)?$/i;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function bodyParser(contract: Contract): RequestHandler {
  const { maxBodyBytes } = contract;
  const readAndParse = compose(readBody(maxBodyBytes), parse(contract));
  return (req, res, next) => {
    if (Number(req.headers['content-length']) > maxBodyBytes)
      throw new ApiError('payload_too_large'); // before it arrives
    checkMediaType(req);
    if (hasBody(req)) readAndParse(req, res, next);
    else next();
  };
}

/**
 * Accepts one media type and normalizes its spelling: the validator compiles a schema for each spelling that it
 * receives, and keeps it in memory.
 */
function checkMediaType(req: Request): void {
  const [type = '', ...others] = rawHeaderValues(req, 'content-type');
  const isJson = JSON_TYPE.test(type) && others.length === 0;
  const isPlain =
    /^identity$/i.test(req.get('Content-Encoding') ?? 'identity') &&
    /^chunked$/i.test(req.get('Transfer-Encoding') ?? 'chunked');
  const isEmpty = Number(req.headers['content-length']) === 0;
  if (hasBody(req) && !(isPlain && (isJson || isEmpty)))
    throw new ApiError('unsupported_media_type');
  if (isJson) req.headers['content-type'] = 'application/json';
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
    const { value, isFullyScanned, restoreIntegers } = readJson(bytes, details);
    if (!isFullyScanned) throw details.toError();
    req.body = value;
    res.locals.errorDetails = details;
    res.locals.restoreIntegers = restoreIntegers;
    next();
  };
}

function readJson(bytes: Buffer, details: ErrorDetails): StrictJson {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw malformed('body', 'is not valid UTF-8');
  }
  try {
    return parseStrictJson(text, ({ path, ...problem }) => {
      details.add('body', path, problem);
      return !details.isFull;
    });
  } catch {
    throw malformed('body', 'is not valid JSON');
  }
}
