// Owns what the stages tell one another about a request: each field is set by the stage named beside it.
import type { ErrorDetail, Int64, ParameterIn } from '@animal-store/contract';
import type { ContractOperation } from '../contract.js';
import type { Caller } from '../storage/store.js';

declare global {
  namespace Express {
    interface Locals {
      /** identify-request */
      requestId: string;
      /** authenticate: whoever the key belongs to; undefined for a stranger. */
      caller?: Caller;
      /** authenticate: whether a stranger sent anything that looks like an attempt. */
      credentialsSent?: boolean;
      /** name-operation: undefined if the contract has none for this method and path. */
      operation?: ContractOperation;
      /** read-body: puts the exact 64-bit integers back into the body after validation. */
      restoreIntegers?: () => void;
      /** read-parameters: the exact integers among the parameters, by place and name. */
      integers?: Readonly<Record<ParameterIn, Record<string, Int64>>>;
      /** remember-verdicts: what the path and the query ask for, as the contract reads them. */
      asked?: { query: Readonly<Record<string, unknown>>; path: Readonly<Record<string, unknown>> };
      /** read-body, read-parameters: what the validator would not see. */
      faults?: readonly ErrorDetail[];
    }
  }
}
