// Authentication: looks up the caller of the bearer key. A missing or invalid key is not refused here: the request is
// counted first (rate-limit), then refused (requireCaller).
import type { Socket } from 'node:net';
import { unauthorized } from '@animal-store/core/errors';
import { bearerKey } from '@animal-store/core/http';
import { rawHeaderValues } from '../http/headers.js';
import { hashApiKey, type KeyFormat } from '../keys/api-key.js';
import type { Clock } from '../lib/clock.js';
import type { Caller } from '../model.js';
import type { Credential, Exchange } from '../request/exchange.js';
import type { KeyStore } from '../storage/stores/key-store.js';
import { type LoadMonitor, shedRequest } from './load-shedding.js';

const MAX_LOW_PRIORITY_LOOKUPS = 16;

/** Returns the function that parses the Authorization header, without a lookup. */
export function createCredentialParser(format: KeyFormat): (exchange: Exchange) => void {
  /** By connection. Most connections repeat the header, and then the key need not be hashed again. */
  const lastParsed = new WeakMap<Socket, { header: string; credential: Credential | undefined }>();

  function parse(header: string, socket: Socket): Credential | undefined {
    const last = lastParsed.get(socket);
    if (last?.header === header) return last.credential;
    const credential = credentialOf(header, format);
    lastParsed.set(socket, { header, credential });
    return credential;
  }

  return (exchange) => {
    const { req } = exchange;
    const headers = rawHeaderValues(req, 'authorization');
    exchange.hasAuthorization = headers.length > 0;
    if (headers.length === 1) exchange.credential = parse(headers[0] ?? '', req.socket);
  };
}

/** @returns undefined if the header has no well-formed key. */
function credentialOf(header: string, format: KeyFormat): Credential | undefined {
  const key = bearerKey(header);
  if (key === undefined || !format.isWellFormed(key)) return undefined;
  const secretHash = hashApiKey(key);
  const name = secretHash.toString('latin1');
  return { secretHash, name, isPublishable: format.isPublishable(key) };
}

/** Returns the function that looks up the owner of a key. */
export function createAuthentication(
  keys: KeyStore,
  clock: Clock,
  monitor: LoadMonitor,
): (exchange: Exchange, credential: Credential) => Promise<Caller | undefined> {
  let lowPriorityLookups = 0;
  return (exchange, { secretHash }) => {
    if (exchange.requestClass === 'key') return keys.find(secretHash, clock());
    if (lowPriorityLookups >= MAX_LOW_PRIORITY_LOOKUPS) {
      // When storage is slow, lookups for a flood of unknown keys must not queue ahead of those for valid keys.
      exchange.closeDirectConnection();
      shedRequest(monitor, exchange);
    }
    lowPriorityLookups += 1;
    return keys.find(secretHash, clock()).finally(() => {
      lowPriorityLookups -= 1;
    });
  };
}

/** A request with a missing or invalid key gets 401, whatever its path, method or body. */
export function requireCaller({ caller, hasAuthorization }: Exchange, realm: string): Caller {
  if (caller === undefined) throw unauthorized(realm, hasAuthorization);
  return caller;
}
