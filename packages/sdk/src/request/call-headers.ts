// Headers that the options of a call add to those of its operation. Loaded on first use.
import type { OperationSpec } from '../operation-spec.js';
import type { IdempotentCallOptions } from '../types.js';
import { assertHeaderText } from './header-text.js';

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const DEFAULT_MAX_KEY_LENGTH = 255;

/** @throws TypeError naming the option or the header that cannot be sent. */
export function addCallHeaders(
  headers: Record<string, string>,
  { headers: ownHeaders, idempotencyKey }: IdempotentCallOptions,
  { isIdempotent, maxKeyLength = DEFAULT_MAX_KEY_LENGTH }: OperationSpec,
): void {
  if (idempotencyKey !== undefined) {
    if (!isIdempotent) throw new TypeError('idempotencyKey is not an option of this operation');
    assertHeaderText('idempotencyKey', idempotencyKey);
    if (idempotencyKey === '' || idempotencyKey.length > maxKeyLength)
      throw new TypeError(`idempotencyKey must have 1 to ${maxKeyLength} characters`);
    headers['Idempotency-Key'] = idempotencyKey;
  }
  if (ownHeaders !== undefined) addOwn(headers, ownHeaders);
}

function addOwn(headers: Record<string, string>, own: Readonly<Record<string, unknown>>): void {
  if (typeof own !== 'object' || own === null || Symbol.iterator in own)
    throw new TypeError('headers must be an object of names and values');
  const taken = new Set(['Authorization', ...Object.keys(headers)].map(toLowerCase));
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined) continue;
    if (!HEADER_NAME.test(name)) throw new TypeError(`headers: "${name}" is not a header name`);
    if (taken.has(toLowerCase(name)))
      throw new TypeError(`headers must not have ${name}, which the client sends itself`);
    assertHeaderText(`headers: ${name}`, value);
    taken.add(toLowerCase(name));
    headers[name] = value;
  }
}

const toLowerCase = (text: string): string => text.toLowerCase();
