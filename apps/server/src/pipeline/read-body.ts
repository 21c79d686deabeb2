// Owns the question «what do you send?»: admits plain application/json in UTF-8 up to the contract's size, and reads it strictly.
import express, { type Request, type RequestHandler } from 'express';
import type { Contract } from '../contract.js';
import { ApiError, invalidRequest } from '../errors.js';
import { headerValues } from '../header-values.js';
import { parseStrictJson } from '../json/strict-json.js';
import { inTurn } from './in-turn.js';

const JSON_TYPE = /^application\/json *(?:; *charset="?utf-8"? *)?$/i;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function readBody(contract: Contract): RequestHandler[] {
  const readBytes = express.raw({ type: () => true, limit: contract.maxBodyBytes, inflate: false });
  return [admitMediaType, ofBody(inTurn(admitLength(contract.maxBodyBytes), readBytes, parse))];
}

/** A request that does not speak of a body has nothing to do with this stage. */
function ofBody(stage: RequestHandler): RequestHandler {
  return (req, res, next) => (announcesBody(req) ? stage(req, res, next) : next());
}

/** Lets one spelling of one media type through: the validator keeps a compiled schema for each that it sees, for ever. */
const admitMediaType: RequestHandler = (req, _res, next) => {
  const [type = '', ...others] = headerValues(req, 'content-type');
  const isJson = JSON_TYPE.test(type) && others.length === 0;
  const isPlain =
    /^identity$/i.test(req.get('Content-Encoding') ?? 'identity') &&
    /^chunked$/i.test(req.get('Transfer-Encoding') ?? 'chunked');
  if (hasBody(req) && !(isJson && isPlain)) throw new ApiError('unsupported_media_type');
  if (isJson) req.headers['content-type'] = 'application/json';
  else if (req.headers['content-type'] !== undefined) delete req.headers['content-type'];
  next();
};

/** Refuses what is announced to be too large before it arrives; what is not announced is measured as it is read. */
function admitLength(maxBytes: number): RequestHandler {
  return (req, _res, next) => {
    if (Number(req.headers['content-length'] ?? 0) > maxBytes)
      throw new ApiError('payload_too_large');
    next();
  };
}

const parse: RequestHandler = (req, res, next) => {
  if (!Buffer.isBuffer(req.body)) return next();
  if (req.body.length === 0) {
    req.body = undefined;
    return next();
  }
  const { value, faults, restoreIntegers } = readJson(req.body);
  req.body = value;
  res.locals.faults = faults.map((fault) => ({ in: 'body', ...fault }));
  res.locals.restoreIntegers = restoreIntegers;
  next();
};

function readJson(bytes: Buffer) {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw invalidRequest({ in: 'body', path: '', message: 'is not valid UTF-8' });
  }
  try {
    return parseStrictJson(text);
  } catch {
    throw invalidRequest({ in: 'body', path: '', message: 'is not valid JSON' });
  }
}

/** Even an empty one. */
function announcesBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
}

function hasBody(req: Request): boolean {
  return (
    req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
  );
}
