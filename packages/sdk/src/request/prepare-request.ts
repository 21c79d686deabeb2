// The request of a call, before its first attempt.
import type { OperationSpec } from '../operation-spec.js';
import { type ResolvedOptions, validateCallOptions } from '../options.js';
import type { IdempotentCallOptions, OperationId } from '../types.js';
import { buildRequest } from './build-request.js';
import { createIdempotencyKey } from './retry.js';

/** A call's request, the same for all of its attempts. */
export interface PreparedRequest {
  id: OperationId;
  spec: OperationSpec;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  timeoutMs: number;
  maxRetries: number;
  signal: AbortSignal | undefined;
  /** Of the latest attempt. */
  sentKey?: string;
  /** Of the next attempt, if it is known. */
  nextKey?: string | undefined;
}

/** @throws TypeError naming the parameter or the option that is invalid. */
export async function prepareRequest(
  id: OperationId,
  spec: OperationSpec,
  params: Readonly<Record<string, unknown>>,
  options: IdempotentCallOptions,
  { baseUrl, timeoutMs, maxRetries }: ResolvedOptions,
): Promise<PreparedRequest> {
  validateCallOptions(options);
  const isUncommon =
    spec.isStructured ||
    spec.parameters.some(({ list, in: location }) => list || location === 'header');
  const uncommon = isUncommon ? await import('./uncommon-parameters.js') : undefined;
  const { url, headers, body } = buildRequest(baseUrl, spec, params, uncommon);
  if (spec.isIdempotent) headers['Idempotency-Key'] = createIdempotencyKey();
  if (options.headers !== undefined || options.idempotencyKey !== undefined) {
    const { addCallHeaders } = await import('./call-headers.js');
    addCallHeaders(headers, options, spec);
  }
  return {
    id,
    spec,
    url,
    headers,
    body: typeof body === 'object' ? await body : body,
    timeoutMs: options.timeoutMs ?? timeoutMs,
    maxRetries: options.maxRetries ?? maxRetries,
    signal: options.signal,
  };
}
