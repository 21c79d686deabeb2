// Authentication: looks up the caller of the bearer key. A missing or invalid key is not refused here: the request is
// counted first (rate-limit), then refused (requireCaller).
import type { Socket } from 'node:net';
import { bearerKey } from '@animal-store/contract/http';
import type { RequestHandler } from 'express';
import { ApiError } from '../../errors.js';
import { rawHeaderValues } from '../../http/headers.js';
import { hashApiKey, hasPublishablePrefix, isWellFormed } from '../../keys/api-key.js';
import type { Clock } from '../../lib/clock.js';
import type { KeyStore } from '../../storage/store.js';
import { closeDirectConnection, type LoadMonitor, shedRequest } from './load-shedding.js';

const MAX_LOW_PRIORITY_LOOKUPS = 16;

/** A well-formed key that has not been looked up yet. */
export interface Credential {
  secretHash: Buffer;
  /** The hash as text, for use as a map key. */
  name: string;
  isPublishable: boolean;
}

/** Parses the Authorization header, without a lookup. */
export function parseCredential(): RequestHandler {
  return (req, res, next) => {
    const headers = rawHeaderValues(req, 'authorization');
    res.locals.hasAuthorization = headers.length > 0;
    if (headers.length === 1) res.locals.credential = credentialOf(headers[0] ?? '', req.socket);
    next();
  };
}

export function authenticate(keys: KeyStore, clock: Clock, monitor: LoadMonitor): RequestHandler {
  let lowPriorityLookups = 0;
  return async (req, res, next) => {
    const { credential, requestClass } = res.locals;
    if (credential !== undefined) {
      const isLowPriority = requestClass !== 'key';
      if (isLowPriority && lowPriorityLookups >= MAX_LOW_PRIORITY_LOOKUPS) {
        // When storage is slow, lookups for a flood of unknown keys must not queue ahead of those for valid keys.
        closeDirectConnection(req, res);
        shedRequest(monitor, res);
      }
      if (isLowPriority) lowPriorityLookups += 1;
      try {
        res.locals.caller = await keys.find(credential.secretHash, clock());
      } finally {
        if (isLowPriority) lowPriorityLookups -= 1;
      }
    }
    if (!res.headersSent) next(); // otherwise its body was malformed HTTP, and it has been refused meanwhile
  };
}

/** By connection. Most connections repeat the header, and then the key need not be hashed again. */
const lastParsed = new WeakMap<Socket, { header: string; credential: Credential | undefined }>();

/** @returns undefined if the header has no well-formed key. */
function credentialOf(header: string, socket: Socket): Credential | undefined {
  const last = lastParsed.get(socket);
  if (last?.header === header) return last.credential;
  const key = bearerKey(header);
  let credential: Credential | undefined;
  if (key !== undefined && isWellFormed(key)) {
    const secretHash = hashApiKey(key);
    const name = secretHash.toString('latin1');
    credential = { secretHash, name, isPublishable: hasPublishablePrefix(key) };
  }
  lastParsed.set(socket, { header, credential });
  return credential;
}

/** A request with a missing or invalid key gets 401, whatever its path, method or body. */
export function requireCaller(): RequestHandler {
  return (_req, res, next) => {
    if (res.locals.caller) return next();
    const error = res.locals.hasAuthorization ? ', error="invalid_token"' : ''; // RFC 6750
    throw new ApiError('unauthorized', {
      headers: { 'WWW-Authenticate': `Bearer realm="animal-store"${error}` },
    });
  };
}
