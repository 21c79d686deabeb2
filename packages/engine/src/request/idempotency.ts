// Idempotency-Key: an operation that declares this header takes effect once for each key, and repeats its response.
// Draft: draft-ietf-httpapi-idempotency-key-header.
import { createHash } from 'node:crypto';
import { toKeyClaim } from '@animal-store/core';
import { ApiError } from '@animal-store/core/errors';
import type { ValidatedRequest } from '@animal-store/core/validation';
import type { Contract, ContractOperation } from '../contract.js';
import type { Reply, Services } from '../handler.js';
import { Json, toJsonText } from '../lib/json.js';
import type { Caller } from '../model.js';
import type { IdempotencyClaim, Store, StoredResponse } from '../storage/store.js';

export interface IdempotentRequest extends ValidatedRequest {
  caller: Caller;
}

/**
 * Calls `handle` in one transaction with the record of its reply, or returns the recorded reply.
 * @throws ApiError 409 while the first request with the key is being processed, 422 if that was another request.
 */
export async function handleOnce(
  claim: IdempotencyClaim,
  services: Services & { store: Store },
  handle: (services: Services) => Promise<Reply>,
): Promise<Reply> {
  const result = await services.store.once(claim, async (store, transaction) =>
    toStored(await handle({ ...services, store, transaction })),
  );
  switch (result.outcome) {
    case 'done':
      return toReply(result.response);
    case 'replayed': {
      const reply = toReply(result.response);
      return { ...reply, headers: { ...reply.headers, 'Idempotency-Replayed': 'true' } };
    }
    case 'mismatch':
      throw new ApiError('idempotency_mismatch');
    case 'in_progress':
      throw new ApiError('idempotency_in_progress');
  }
}

/** Undefined if the request does not have the header, or the operation does not heed it. */
export function toClaim(
  operation: ContractOperation,
  request: IdempotentRequest,
  { idempotencyRetentionSeconds }: Contract,
): IdempotencyClaim | undefined {
  const claim = toKeyClaim(operation, request);
  if (claim === undefined) return undefined;
  return {
    keyId: request.caller.id,
    operation: operation.id,
    name: claim.name,
    fingerprint: createHash('sha256').update(claim.request).digest(),
    retentionMs: idempotencyRetentionSeconds * 1000,
  };
}

function toStored({ status, headers = {}, body }: Reply): StoredResponse {
  const texts = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return {
    status,
    headers: Object.fromEntries(texts),
    body: body === undefined ? undefined : toJsonText(body),
  };
}

function toReply({ status, headers, body }: StoredResponse): Reply {
  return { status, headers, ...(body !== undefined && { body: new Json(body) }) };
}
