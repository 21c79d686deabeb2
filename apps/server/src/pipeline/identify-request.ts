// Owns the request id: the client's own if it is sane, otherwise a new one; on every reply and in every log line.
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';

const SANE = /^[\w.:-]{1,128}$/;

export function identifyRequest(): RequestHandler {
  return (req, res, next) => {
    const sent = req.get('X-Request-Id');
    res.locals.requestId = sent !== undefined && SANE.test(sent) ? sent : randomUUID();
    res.setHeader('X-Request-Id', res.locals.requestId);
    next();
  };
}
