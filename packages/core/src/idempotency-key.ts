// The header `Idempotency-Key`, as a parameter of an operation.
import type { ParameterSpec } from './operation-spec.js';

/** Whether it is the header `Idempotency-Key`, which the SDK sends itself. */
export function isIdempotencyKey({
  name,
  in: location,
}: Pick<ParameterSpec, 'name' | 'in'>): boolean {
  return location === 'header' && name.toLowerCase() === 'idempotency-key';
}
