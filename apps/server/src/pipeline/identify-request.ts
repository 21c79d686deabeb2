// Owns the request id: the client's own if it is sane, otherwise a new one; on every reply and in every log line.
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { withoutKeys } from '../keys/api-key.js';
import { Locals } from './locals.js';

const SANE = /^[\w.:-]{1,128}$/;

export function identifyRequest(): RequestHandler {
  return (req, res, next) => {
    const sent = req.get('X-Request-Id');
    res.locals = new Locals(sent !== undefined && isSane(sent) ? sent : randomUUID());
    res.setHeader('X-Request-Id', res.locals.requestId);
    next();
  };
}

/** Short, plain, and not a key that strayed into the wrong header: it goes to the log. */
function isSane(id: string): boolean {
  return SANE.test(id) && withoutKeys(id) === id;
}
