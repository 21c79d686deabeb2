// Idempotency-Key: an operation that declares this header takes effect once for each key, and repeats its response.
// Draft: draft-ietf-httpapi-idempotency-key-header.
import { createHash } from 'node:crypto';
import { ApiError } from '@animal-store/core/errors';
import { isObject } from '@animal-store/core/validation';
import { stringify } from 'lossless-json';
import { type Contract, type ContractOperation, IDEMPOTENCY_KEY } from '../contract.js';
import type { Services } from '../handler.js';
import { Json, toJsonText } from '../lib/json.js';
import type { Caller } from '../model.js';
import type { IdempotencyClaim, Store, StoredResponse } from '../storage/store.js';
import type { Reply } from './served-operation.js';

export interface IdempotentRequest {
  path: unknown;
  query: unknown;
  headers: Readonly<Record<string, unknown>>;
  body: unknown;
  caller: Caller;
}

/**
 * Calls `handle` in one transaction with the record of its reply, or returns the recorded reply.
 * @throws ApiError 409 while the first request with the key is being processed, 422 if that was another request.
 */
export async function once(
  claim: IdempotencyClaim,
  services: Services & { store: Store },
  handle: (services: Services) => Promise<Reply>,
): Promise<Reply> {
  const { store } = services;
  const result = await store.once(claim, async (resources) =>
    toStored(await handle({ ...services, store: resources })),
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

/** Undefined if the request does not have the header. @param operation One that declares it. */
export function toClaim(
  operation: ContractOperation,
  { path, query, headers: sent, body, caller }: IdempotentRequest,
  { idempotencyRetentionSeconds }: Contract,
): IdempotencyClaim | undefined {
  const { [IDEMPOTENCY_KEY]: name, ...headers } = sent;
  if (typeof name !== 'string') return undefined;
  const parameters = Object.entries({ headers, path, query }).filter(([, values]) =>
    hasKeys(values),
  );
  const parts: unknown[] = parameters.length > 0 ? [body, Object.fromEntries(parameters)] : [body];
  return {
    keyId: caller.id,
    name,
    fingerprint: createHash('sha256')
      .update([operation.id, ...parts.map(canonical)].join('\n'))
      .digest(),
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

/** Canonical JSON: the same text for the same value, whatever its white space and order of keys. */
function canonical(value: unknown): string {
  return stringify(value, (_key, inner) => (isObject(inner) ? sortKeys(inner) : inner)) ?? '';
}

function sortKeys(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function hasKeys(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0;
}
