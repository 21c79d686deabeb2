// Headers of a call: those of its operation, and those that its options add.
import { refuse } from '../client/refuse.js';
import type { IdempotentCallOptions } from '../client/types.js';
import type { WireOperation } from '../client/wire-operation.js';
import { JSON_TYPE } from '../int64/json.js';
import { assertHeaderText, type CallParts } from './parameters.js';
import { createIdempotencyKey } from './retry.js';

/** @throws TypeError naming the option or the header that cannot be sent. */
export function toCallHeaders(
  { accept, contentType, isIdempotent, maxKeyLength = 255 }: WireOperation,
  { headers: parameters, body }: CallParts,
  { headers: own, idempotencyKey }: IdempotentCallOptions,
): Record<string, string> {
  const headers: Record<string, string> = { Accept: accept ?? JSON_TYPE, ...parameters };
  if (body !== undefined) headers['Content-Type'] = contentType ?? JSON_TYPE;
  if (idempotencyKey !== undefined) {
    if (!isIdempotent) throw new TypeError('idempotencyKey is not an option of this operation');
    assertHeaderText('idempotencyKey', idempotencyKey);
    if (idempotencyKey === '' || idempotencyKey.length > maxKeyLength)
      throw new TypeError(`idempotencyKey must have 1 to ${maxKeyLength} characters`);
  }
  if (isIdempotent) headers['Idempotency-Key'] = idempotencyKey ?? createIdempotencyKey();
  if (own !== undefined) addOwn(headers, own);
  return headers;
}

function addOwn(headers: Record<string, string>, own: Readonly<Record<string, unknown>>): void {
  if (typeof own !== 'object' || own === null || Symbol.iterator in own)
    refuse('headers', 'an object of names and values', own);
  const taken = new Set(['authorization', ...Object.keys(headers).map(toLowerCase)]);
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined) continue;
    if (taken.has(toLowerCase(name)))
      throw new TypeError(`headers must not have ${name}, which the client sends itself`);
    assertHeaderText(`headers: ${name}`, value);
    taken.add(toLowerCase(name));
    headers[name] = value;
  }
}

const toLowerCase = (text: string): string => text.toLowerCase();
