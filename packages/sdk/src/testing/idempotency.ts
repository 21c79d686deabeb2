// Idempotency keys of the mock: an operation that declares the header takes effect once for each key.
import type { KeyClaim } from '@animal-store/core';
import { ApiError } from '@animal-store/core/errors';
import { contract } from '../../generated/mock.js';
import { copyJson, type Reply } from './reply.js';

interface KeyRecord {
  claim: KeyClaim;
  reply: Reply;
  expiresMs: number;
}

export class IdempotencyKeys {
  readonly #records = new Map<string, KeyRecord>();

  /**
   * Calls `handle`, or returns the stored reply of an earlier request with the same key.
   * @param caller The API key: each has idempotency keys of its own.
   * @throws ApiError 422 if that was another request.
   */
  once(claim: KeyClaim | undefined, caller: string, nowMs: number, handle: () => Reply): Reply {
    if (claim === undefined) return handle();
    const name = `${caller} ${claim.name}`;
    const record = this.#records.get(name);
    if (record !== undefined && nowMs < record.expiresMs) {
      if (record.claim.request !== claim.request) throw new ApiError('idempotency_mismatch');
      const { reply } = record;
      return { ...reply, headers: { ...reply.headers, 'Idempotency-Replayed': 'true' } };
    }
    const reply = handle();
    if (reply.status >= 400) return reply; // as if the handler had thrown it
    const expiresMs = nowMs + contract.idempotencyRetentionSeconds * 1000;
    const stored = { ...reply, body: copyJson(reply.body) }; // a test may change the item
    this.#records.set(name, { claim, reply: stored, expiresMs });
    return reply;
  }
}
