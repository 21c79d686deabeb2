// Body parser: JSON of the operation's media type, in UTF-8 up to the contract's size, parsed strictly. 413 comes before 415, and
// 415 before 400. A body of unknown length is measured as it is read, so its media type is checked first.
import type { Request, RequestHandler } from 'express';
import { bodyMediaType, type Contract } from '../contract/contract.js';
import { ErrorDetails } from '../error-details.js';
import { ApiError, malformed, unsupportedMediaType } from '../errors.js';
import { rawHeaderValues } from '../http/headers.js';
import { hasBody, readBody } from '../http/request-body.js';
import {
  type JsonProblem,
  NOT_INT64,
  parseStrictJson,
  type StrictJson,
} from '../lib/strict-json.js';
import { RoundedNumbers } from '../validation/rounded-numbers.js';
import { compose } from './compose.js';

const MEDIA_TYPE = /^([^\s;]+) *(?:; *charset="?utf-8"? *)?$/i;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function bodyParser(contract: Contract): RequestHandler {
  const { maxBodyBytes } = contract;
  const readAndParse = compose(readBody(maxBodyBytes), parse(contract));
  return (req, res, next) => {
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
  const isExpected = MEDIA_TYPE.exec(type)?.[1]?.toLowerCase() === mediaType && others.length === 0;
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
    const tooLarge: JsonProblem[] = [];
    const json = readJson(bytes, (problem) => {
      if (problem.message === NOT_INT64.message) tooLarge.push(problem);
      else details.add('body', problem.path, problem);
      return !details.isFull;
    });
    if (!json.isFullyScanned) throw details.toError();
    req.body = json.value;
    res.locals.errorDetails = details;
    res.locals.roundedNumbers = new RoundedNumbers(req.headers, json, tooLarge);
    next();
  };
}

function readJson(bytes: Buffer, onProblem: (problem: JsonProblem) => boolean): StrictJson {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw malformed('body', 'is not valid UTF-8');
  }
  try {
    return parseStrictJson(text, onProblem);
  } catch {
    throw malformed('body', 'is not valid JSON');
  }
}
