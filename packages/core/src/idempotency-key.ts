// The header `Idempotency-Key`, as a parameter of an operation.

/** Whether it is the header `Idempotency-Key`, which the SDK sends itself. */
export function isIdempotencyKey({ name, in: location }: { name: string; in: string }): boolean {
  return location === 'header' && name.toLowerCase() === 'idempotency-key';
}
