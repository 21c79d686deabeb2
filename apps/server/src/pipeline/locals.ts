// Owns what the stages tell one another about a request: each field is set by the stage named beside it.
import type { ErrorDetail, Int64, ParameterIn } from '@animal-store/contract';
import type { ContractOperation } from '../contract.js';
import type { Caller } from '../storage/store.js';

/** All fields from the beginning: an object that gains them one by one is slow to read. */
export class Locals {
  /** identify-request, which makes all of this. */
  readonly requestId: string;
  /** authenticate: whoever the key belongs to; undefined for a stranger. */
  caller: Caller | undefined = undefined;
  /** authenticate: whether a stranger sent anything that looks like an attempt. */
  credentialsSent = false;
  /** name-operation: undefined if the contract has none for this method and path. */
  operation: ContractOperation | undefined = undefined;
  /** read-body: puts the exact 64-bit integers back into the body after validation. */
  restoreIntegers: (() => void) | undefined = undefined;
  /** read-parameters: the exact integers among the parameters, by place and name. */
  integers: Readonly<Record<ParameterIn, Record<string, Int64>>> | undefined = undefined;
  /** remember-verdicts: what the path and the query ask for, as the contract reads them. */
  asked: Asked | undefined = undefined;
  /** read-body, read-parameters: what the validator would not see. */
  faults: readonly ErrorDetail[] = [];

  constructor(requestId: string) {
    this.requestId = requestId;
  }
}

export interface Asked {
  query: Readonly<Record<string, unknown>>;
  path: Readonly<Record<string, unknown>>;
}

type Fields = Locals; // inside the namespace that name means another

declare global {
  namespace Express {
    interface Locals extends Fields {}
  }
}
