// HTTP methods that an OpenAPI path item can have.

/** The methods that the server serves. */
export const SUPPORTED_METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** The methods that take an `Idempotency-Key`: requests of others can be repeated without one. */
export const METHODS_WITH_KEY: readonly string[] = ['post', 'patch'];

/** The server answers HEAD and OPTIONS for every path itself, and never serves TRACE. */
const METHODS: readonly string[] = [...SUPPORTED_METHODS, 'head', 'options', 'trace'];

/** Whether a key of a path item is a method of OpenAPI 3.1. */
export function isMethod(key: string): boolean {
  return METHODS.includes(key);
}
