// Served operation: an operation of the contract with everything that answers its requests. Made once, at the start.
import type { ValidatedRequest } from '@animal-store/core/validation';
import type { ContractOperation } from '../contract.js';
import type { AnyHandlers, Services } from '../handler.js';
import type { HeaderValues } from '../http/headers.js';
import type { LruCache } from '../lib/lru-cache.js';
import type { Store } from '../storage/store.js';
import type { HttpExchange, OperationValidator } from './validators.js';

/** A reply of a handler, or one that was recorded. */
export interface Reply {
  status: number;
  headers?: HeaderValues;
  body?: unknown;
}

export interface ServedOperation extends ContractOperation, OperationValidator {
  handle: NonNullable<AnyHandlers[string]>;
  /** What the handler receives beside the request, and its log. */
  services: Omit<Services, 'log'> & { store: Store };
  requests: LruCache<ValidatedRequest> | undefined;
  /** Names the route of a request for tracing agents. */
  enterRoute(exchange: HttpExchange): void;
}
