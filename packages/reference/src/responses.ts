// Responses: the headers of all of them once, the errors that every operation has, and those that are an operation's own.
import {
  type ContractDocument,
  type HeaderObject,
  type OperationSpec,
  type Reference,
  type ResponseObject,
  resolve,
} from '@animal-store/contract';
import { examplesOf } from '@animal-store/contract/examples';

export interface Header {
  name: string;
  header: HeaderObject;
  /** Of the responses that have it. */
  statuses: string[];
}

export interface ErrorResponse {
  status: string;
  entry: ResponseObject | Reference;
  response: ResponseObject;
  /** The values of `code` in its examples. */
  codes: readonly string[];
}

/**
 * The headers that responses have if the operation, or something that the request sends, is deprecated. They are optional in
 * the errors that operations share, and have there the meaning that they have in the operation's successful response.
 */
const DEPRECATION_HEADERS = ['Deprecation', 'Sunset', 'Link'];

export function responsesOf(
  { path, method }: OperationSpec,
  document: ContractDocument,
): ErrorResponse[] {
  const responses = document.paths[path]?.[method]?.responses ?? {};
  return Object.entries(responses).map(([status, entry]) => {
    const response = resolve<ResponseObject>(entry, document);
    return { status, entry, response, codes: codesOf(response, document) };
  });
}

export function isSuccess({ status }: { status: string }): boolean {
  return status.startsWith('2');
}

/** The headers that every response of every operation has, with the same definition. */
export function commonHeaders(
  operations: readonly OperationSpec[],
  document: ContractDocument,
): Header[] {
  const [first = [], ...others] = operations
    .flatMap((operation) => responsesOf(operation, document))
    .map(({ status, response }) => headersOf(status, response, document));
  return first.filter((one) =>
    others.every((headers) => headers.some((other) => isSame(one, other))),
  );
}

/** The headers that only some responses of an operation have. */
export function ownHeaders(
  operation: OperationSpec,
  document: ContractDocument,
  common: readonly Header[],
): Header[] {
  const responses = responsesOf(operation, document);
  const isDeprecated = document.paths[operation.path]?.[operation.method]?.deprecated === true;
  // Only a deprecated operation has a successor. The `Link` of another one is that of a list.
  const isSent = (name: string) =>
    isDeprecated ||
    (name !== 'Link' &&
      responses.filter(isSuccess).some(({ response }) => name in (response.headers ?? {})));
  const found: Header[] = [];
  for (const one of responses)
    for (const header of headersOf(one.status, one.response, document)) {
      const { name } = header;
      const isOfDeprecated =
        !isSuccess(one) && header.header.required !== true && DEPRECATION_HEADERS.includes(name);
      if (common.some((other) => isSame(other, header)) || (isOfDeprecated && !isSent(name)))
        continue;
      const known = found.find(
        (other) => isSame(other, header) || (isOfDeprecated && other.name === name),
      );
      if (known === undefined) found.push(header);
      else known.statuses.push(one.status);
    }
  return found;
}

/** The errors that every operation has, with the same definition. */
export function commonErrors(
  operations: readonly OperationSpec[],
  document: ContractDocument,
): ErrorResponse[] {
  const [first = [], ...others] = operations.map((operation) => responsesOf(operation, document));
  return first.filter(
    (one) =>
      !isSuccess(one) && others.every((errors) => errors.some((other) => isSameError(one, other))),
  );
}

export function isSameError(one: ErrorResponse, other: ErrorResponse): boolean {
  return one.status === other.status && one.response === other.response;
}

function headersOf(
  status: string,
  { headers = {} }: ResponseObject,
  document: ContractDocument,
): Header[] {
  return Object.entries(headers).map(([name, entry]) => ({
    name,
    header: resolve<HeaderObject>(entry, document),
    statuses: [status],
  }));
}

function isSame(one: Header, other: Header): boolean {
  return one.name === other.name && one.header === other.header;
}

function codesOf({ content = {} }: ResponseObject, document: ContractDocument): string[] {
  const bodies = Object.values(content).flatMap((media) => examplesOf(media, document));
  return [...new Set(bodies.flatMap((body) => (hasCode(body) ? body.code : [])))];
}

function hasCode(body: unknown): body is { code: string } {
  return (
    typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
  );
}
