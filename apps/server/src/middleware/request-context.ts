// Request context: the state that middlewares share. The comment of each field names the middleware that sets it.

import type { ErrorCode, ErrorDetail } from '@animal-store/contract';
import type {
  ErrorDetails,
  RoundedNumbers,
  ValidatedParameters,
} from '@animal-store/contract/validation';
import type { ContractOperation } from '../contract/contract.js';
import type { RequestClass } from '../http/event-loop-monitor.js';
import type { Caller } from '../model.js';
import type { Credential } from './access/authenticate.js';

/** What the log says about an error response. */
export interface LoggedError {
  code: ErrorCode;
  details?: readonly ErrorDetail[] | undefined;
  /** The error code of Node's HTTP parser, if the parser rejected the request. */
  parserCode?: string | undefined;
}

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
  /** health: whether a probe was answered. Its log line is a debug line. */
  isProbe = false;
  /** error-handler, and client-error for a body that is not valid HTTP: the error that was sent. */
  error: LoggedError | undefined = undefined;

  constructor(requestId: string) {
    this.requestId = requestId;
  }
}

declare global {
  namespace Express {
    interface Locals extends RequestContext {}
  }
}
