// Idempotency keys of the mock: an operation that declares the header takes effect once for each key.
import { contract } from '../../generated/mock.js';
import { stringifyJson } from '../json.js';
import type { MockOperation } from './mock-contract.js';
import { copyJson, errorReply, type Reply } from './reply.js';

const HEADER = 'Idempotency-Key';

/** A validated request. */
export interface ValidRequest {
  path: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, unknown>>;
  body: unknown;
}

interface Claim {
  fingerprint: string;
  reply: Reply;
  expiresMs: number;
}

export class IdempotencyKeys {
  readonly #claims = new Map<string, Claim>();

  /**
   * Calls `handle`, or returns the stored reply of an earlier request with the same key.
   * @param caller The API key: each has idempotency keys of its own.
   */
  once(
    { id, isIdempotent }: MockOperation,
    { body, path, query, headers: { [HEADER]: sent, ...headers } }: ValidRequest,
    caller: string,
    nowMs: number,
    handle: () => Reply,
  ): Reply {
    if (!isIdempotent || typeof sent !== 'string') return handle();
    const name = `${caller} ${sent}`;
    const fingerprint = `${id} ${canonical({ body, path, query, headers })}`;
    const claim = this.#claims.get(name);
    if (claim !== undefined && nowMs < claim.expiresMs) {
      if (claim.fingerprint !== fingerprint) return errorReply('idempotency_mismatch');
      const { reply } = claim;
      return { ...reply, headers: { ...reply.headers, 'Idempotency-Replayed': 'true' } };
    }
    const reply = handle();
    const expiresMs = nowMs + contract.idempotencyRetentionSeconds * 1000;
    if (reply.status < 400) {
      const stored = { ...reply, body: copyJson(reply.body) }; // a test may change the item
      this.#claims.set(name, { fingerprint, reply: stored, expiresMs });
    }
    return reply;
  }
}

/** The same text for the same value, whatever the order of its keys. */
function canonical(value: unknown): string {
  return stringifyJson(sortKeys(value));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}
