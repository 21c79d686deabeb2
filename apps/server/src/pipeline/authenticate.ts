// Owns the question «who are you?»: finds the caller behind the bearer key. It refuses nobody: a stranger's request is
// counted first (enforce-quota), then turned away (requireCaller).
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import type { Clock } from '../clock.js';
import { ApiError } from '../errors.js';
import { headerValues } from '../header-values.js';
import { hashApiKey, isWellFormed } from '../keys/api-key.js';
import type { KeyStore } from '../storage/store.js';

const BEARER = /^Bearer +([^ ]+) *$/i;

export function authenticate(keys: KeyStore, clock: Clock): RequestHandler {
  return async (req, res, next) => {
    const headers = headerValues(req, 'authorization');
    res.locals.credentialsSent = headers.length > 0;
    const secretHash = headers.length === 1 ? hashOf(headers[0] ?? '', req.socket) : undefined;
    if (secretHash !== undefined) res.locals.caller = await keys.find(secretHash, clock());
    if (!res.headersSent) next(); // else its body turned out to be no HTTP, and it was refused meanwhile
  };
}

/** What each connection sent last: it mostly sends the same again, and need not wait for the same sum again. */
const lastOf = new WeakMap<Socket, { header: string; secretHash: Buffer | undefined }>();

/** Undefined for what is not a key at all. */
function hashOf(header: string, socket: Socket): Buffer | undefined {
  const last = lastOf.get(socket);
  if (last?.header === header) return last.secretHash;
  const key = BEARER.exec(header)?.[1];
  const secretHash = key !== undefined && isWellFormed(key) ? hashApiKey(key) : undefined;
  lastOf.set(socket, { header, secretHash });
  return secretHash;
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
