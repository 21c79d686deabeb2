// Served operation: an operation of the contract with everything that answers its requests. Made once, at the start.
import type { ValidatedRequest } from '@animal-store/core/validation';
import type { ContractOperation } from '../contract.js';
import type { Reply } from '../handler.js';
import type { LruCache } from '../lib/lru-cache.js';
import type { IdempotentRequest } from './idempotency.js';
import type { HttpExchange, OperationValidator } from './validators.js';

export interface ServedOperation extends ContractOperation, OperationValidator {
  /** Calls the handler, or repeats its reply to an earlier request. */
  handle(request: IdempotentRequest, requestId: string): Promise<Reply>;
  requests: LruCache<ValidatedRequest> | undefined;
  /** Names the route of a request for tracing agents. */
  enterRoute(exchange: HttpExchange): void;
}
