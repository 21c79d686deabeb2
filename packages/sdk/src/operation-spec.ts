// Operation spec: what a call needs to know of its operation at run time. Generated from openapi.yaml.

export interface OperationSpec {
  /** HTTP method, in upper case. */
  method: string;
  /** Path template, relative to the base URL: `/pets/{petId}`. */
  path: string;
  /** Path and query parameters by name. All other parameters of a call are properties of the body. */
  params: Readonly<Record<string, readonly [location: 'path' | 'query', type?: 'integer']>>;
  /** Whether the operation takes a JSON body. */
  body?: boolean;
  /** Whether the operation takes an `Idempotency-Key` header. */
  idempotent?: boolean;
}
