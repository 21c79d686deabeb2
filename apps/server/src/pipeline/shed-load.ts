// Owns the refusal of work that the process cannot keep up with: an answer at once is worth more than one that is late.
import type { RequestHandler } from 'express';
import { ApiError } from '../errors.js';

const RETRY_SECONDS = 1;

export function shedLoad(isOverloaded: () => boolean): RequestHandler {
  return (_req, _res, next) => {
    if (!isOverloaded()) return next();
    throw new ApiError('unavailable', { headers: { 'Retry-After': String(RETRY_SECONDS) } });
  };
}
