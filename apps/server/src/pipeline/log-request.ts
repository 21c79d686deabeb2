// Owns the log line of a request: one, when its reply is over or its client is gone. No header, no body and no key is in it.
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { withoutKeys } from '../keys/api-key.js';

const LONGEST_URL = 512;

export function logRequest(log: Logger): RequestHandler {
  return (req, res, next) => {
    const startMs = performance.now();
    const { method, originalUrl } = req; // a later stage may answer HEAD as GET
    res.once('close', () => {
      const { requestId, caller, operation } = res.locals;
      log.info(
        {
          requestId,
          method,
          url: withoutKeys(originalUrl.slice(0, LONGEST_URL)),
          status: res.statusCode,
          durationMs: Math.round((performance.now() - startMs) * 100) / 100,
          client: req.ip,
          keyId: caller?.id,
          operation: operation?.id,
          ...(!res.writableFinished && { aborted: true }),
        },
        'request',
      );
    });
    next();
  };
}
