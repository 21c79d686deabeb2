// Request context: the state that middlewares share. The comment of each field names the middleware that sets it.
import type { ContractOperation } from '../contract/contract.js';
import type { ErrorDetails } from '../error-details.js';
import type { RequestClass } from '../http/event-loop-monitor.js';
import type { Caller } from '../model.js';
import type { RoundedNumbers } from '../validation/rounded-numbers.js';
import type { Credential } from './authenticate.js';

/** All fields exist from the start: an object that gains its fields one by one is slow to read. */
export class RequestContext {
  /** request-id, which creates the whole object. */
  readonly requestId: string;
  /** authenticate, before any lookup: whether there was an Authorization header at all. */
  hasAuthorization = false;
  /** authenticate, before any lookup: the well-formed key that was sent. */
  credential: Credential | undefined = undefined;
  /** load-shedding. */
  requestClass: RequestClass = 'anonymous';
  /** load-shedding, and authenticate while too many unknown keys are being looked up. */
  isShed = false;
  /** authenticate: the owner of the key; undefined for an anonymous client. */
  caller: Caller | undefined = undefined;
  /** match-operation: undefined if the contract has no operation for this method and path. */
  operation: ContractOperation | undefined = undefined;
  /** body-parser: the numbers of the body that JSON.parse has rounded. */
  roundedNumbers: RoundedNumbers | undefined = undefined;
  /** strict-parameters, or validation-cache for a URL that is known to be valid. */
  parameters: ValidatedParameters | undefined = undefined;
  /** body-parser, strict-parameters: the validation errors so far; undefined before the first check. */
  errorDetails: ErrorDetails | undefined = undefined;

  constructor(requestId: string) {
    this.requestId = requestId;
  }
}

/** The typed, exact values of the parameters, with defaults, by name. Requests for the same URL may share them. */
export interface ValidatedParameters {
  readonly query: Readonly<Record<string, unknown>>;
  readonly path: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
}

declare global {
  namespace Express {
    interface Locals extends RequestContext {}
  }
}
