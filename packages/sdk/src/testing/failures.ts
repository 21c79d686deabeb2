// Failures that a test has ordered: the next matching requests get them instead of their answer.
import type { ErrorCode, ErrorDetail, OperationId } from '@animal-store/contract';
import { errorBody, unauthorized } from '@animal-store/core/errors';
import { contract } from '../../generated/mock.js';
import { refuse } from '../client/refuse.js';
import { JSON_TYPE } from '../int64/json.js';
import { type HeaderTexts, REALM, type Reply } from './reply.js';

export interface MockFailure {
  /** Default: the next request of any operation. */
  operation?: OperationId;
  /** HTTP status. A status without an error code of the contract, such as 502, is a proxy's: its body is not JSON. */
  status?: number;
  /**
   * Code of an error that the operation declares. Default: the first with the status. With a status, also a code that this
   * version of the contract does not have.
   */
  code?: ErrorCode | (string & {});
  /** Validation errors of the body. */
  details?: readonly ErrorDetail[];
  /** Headers of the response, beside those that the service sends with the error. */
  headers?: Readonly<Record<string, string>>;
  /** Whether the call rejects as `fetch` does when the connection fails. */
  networkError?: boolean;
  /** Delay of the response in milliseconds, by the platform's timers. Without a status and a code, it is the only fault. */
  delayMs?: number;
  /** Number of requests that fail. Default: 1. */
  times?: number;
}

type Pending = MockFailure & { times: number };

/** Headers without which the contract has no response with the status. */
const REQUIRED_HEADERS: Readonly<Record<number, HeaderTexts>> = {
  401: unauthorized(REALM, true).headers,
  429: { 'Retry-After': 1 },
  503: { 'Retry-After': 1 },
};

export class Failures {
  #pending: Pending[] = [];

  /** @throws TypeError naming what is wrong with the failure. */
  add(failure: MockFailure): void {
    const { operation, status, code, networkError, delayMs, times = 1 } = failure;
    if (operation !== undefined && !contract.operations.some(({ id }) => id === operation))
      refuse('operation', 'one of the contract', operation);
    if (status !== undefined && !(Number.isInteger(status) && status >= 400 && status <= 599))
      refuse('status', 'an integer from 400 to 599', status);
    if (code !== undefined) requireDeclared(code, failure);
    if (!Number.isInteger(times) || times < 1) refuse('times', 'an integer from 1', times);
    if (status === undefined && code === undefined && !networkError && delayMs === undefined)
      throw new TypeError('a failure must have a status, a code, networkError or delayMs');
    this.#pending.push({ ...failure, times });
  }

  /** The failure of this request, which is counted. */
  take(operation: OperationId | undefined): MockFailure | undefined {
    const found = this.#pending.find(
      (failure) => failure.operation === undefined || failure.operation === operation,
    );
    if (found === undefined) return undefined;
    found.times -= 1;
    if (found.times === 0) this.#pending = this.#pending.filter((failure) => failure !== found);
    return found;
  }
}

/** @throws TypeError naming the codes that the operation declares, for another one. */
function requireDeclared(code: string, { operation, status }: MockFailure): void {
  const declared = errorsOf(operation);
  const wanted = declared.get(code)?.status ?? (errorsOf().has(code) ? undefined : status);
  if (wanted !== undefined && wanted === (status ?? wanted)) return;
  const codes = Array.from(declared, ([name, row]) => `${name} (${row.status})`).join(', ');
  refuse('code', `one of ${codes}, or a new one with a status`, code);
}

/** The errors that the operation declares, by code. Without one, those of all. */
function errorsOf(operation?: OperationId) {
  const asked = contract.operations.filter(({ id }) => id === (operation ?? id));
  return new Map(asked.flatMap(({ errors }) => Object.entries(errors)));
}

/** Undefined for a failure that only delays. */
export function failureReply(failure: MockFailure, operation?: OperationId): Reply | undefined {
  const { code = codeOf(failure.status, operation), details, status, headers } = failure;
  if (code === undefined)
    return status === undefined
      ? undefined
      : { status, headers, mediaType: 'text/plain', body: `HTTP ${status}` };
  const row = { status, ...errorsOf().get(code) };
  const { status: final } = errorBody(code, row);
  const all = { ...REQUIRED_HEADERS[final], ...headers };
  const advice = final === 429 ? `Try again after ${all['Retry-After']} s.` : undefined;
  const body = errorBody(code, { ...row, advice, details });
  return { status: final, headers: all, mediaType: JSON_TYPE, body };
}

/** The first code with the status, of the operation if it has one. */
function codeOf(status: number | undefined, operation?: OperationId): string | undefined {
  const rows = [...errorsOf(operation), ...errorsOf()];
  return rows.find(([, row]) => row.status === status)?.[0];
}

/** What `fetch` rejects with. The code and the number are those of Node.js, which MSW takes for a failed connection. */
export function networkError(): TypeError {
  return Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET', errno: -104 });
}
