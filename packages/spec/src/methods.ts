// HTTP methods that an OpenAPI path item can have.
import { METHODS } from '@animal-store/core';

/** The methods that take an `Idempotency-Key`: requests of others can be repeated without one. */
export const METHODS_WITH_KEY: readonly string[] = ['post', 'patch'];

/** The server answers HEAD and OPTIONS for every path itself, and never serves TRACE. */
const CONTRACT_METHODS = [...METHODS, 'head', 'options', 'trace'] as const;

/** A method of OpenAPI 3.1. */
export type ContractMethod = (typeof CONTRACT_METHODS)[number];

/** Whether a key of a path item is such a method. */
export function isMethod(key: string): key is ContractMethod {
  return CONTRACT_METHODS.some((method) => method === key);
}
