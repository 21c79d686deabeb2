// Request id: the client's own if it is safe to log, otherwise a new UUID; part of every reply and every log line.
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { redactKeys } from '../keys/api-key.js';
import { RequestContext } from './request-context.js';

const SAFE_ID = /^[\w.:-]{1,128}$/;

export function requestId(): RequestHandler {
  return (req, res, next) => {
    const sent = req.headers['x-request-id'];
    res.locals = new RequestContext(typeof sent === 'string' && isSafe(sent) ? sent : randomUUID());
    res.setHeader('X-Request-Id', res.locals.requestId);
    next();
  };
}

/** Whether the id can be logged: short, of plain characters, and not an API key sent in the wrong header. */
function isSafe(id: string): boolean {
  return SAFE_ID.test(id) && redactKeys(id) === id;
}
