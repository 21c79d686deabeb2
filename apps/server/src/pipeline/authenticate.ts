// Owns the question «who are you?»: finds the caller behind the bearer key. It refuses nobody: a stranger's request is
// counted first (enforce-quota), then turned away (requireCaller).
import type { Request, RequestHandler } from 'express';
import type { Clock } from '../clock.js';
import { ApiError } from '../errors.js';
import { hashApiKey, isWellFormed } from '../keys/api-key.js';
import type { KeyStore } from '../storage/store.js';

const BEARER = /^Bearer +([^ ]+) *$/i;

export function authenticate(keys: KeyStore, clock: Clock): RequestHandler {
  return async (req, res, next) => {
    const headers = authorizationHeaders(req);
    res.locals.credentialsSent = headers.length > 0;
    const key = headers.length === 1 ? BEARER.exec(headers[0] ?? '')?.[1] : undefined;
    if (key !== undefined && isWellFormed(key)) {
      const caller = await keys.find(hashApiKey(key), clock());
      if (caller) res.locals.caller = caller;
    }
    if (!res.headersSent) next(); // else its body turned out to be no HTTP, and it was refused meanwhile
  };
}

/** A request with a missing or invalid key gets 401, whatever its path, method or body. */
export function requireCaller(): RequestHandler {
  return (_req, res, next) => {
    if (res.locals.caller) return next();
    const challenge = 'Bearer realm="animal-store"';
    throw new ApiError('unauthorized', {
      headers: {
        'WWW-Authenticate': res.locals.credentialsSent
          ? `${challenge}, error="invalid_token"`
          : challenge, // RFC 6750
      },
    });
  };
}

/** Node keeps the first of several Authorization headers and drops the rest; we want to know of all of them. */
function authorizationHeaders(req: Request): string[] {
  return req.rawHeaders.filter(
    (_, index, raw) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === 'authorization',
  );
}
