// Owns the shape of what is generated for each operation: all that a call needs to know of it.

export interface OperationRow {
  method: string;
  /** With its parameters in braces: `/pets/{petId}`. */
  path: string;
  /** Where each parameter travels; every other field of a call's parameters goes into the body. */
  params: Readonly<Record<string, readonly [place: 'path' | 'query', type?: 'integer']>>;
  /** Takes a JSON body. */
  body?: boolean;
  /** Takes an Idempotency-Key. */
  idempotent?: boolean;
}
