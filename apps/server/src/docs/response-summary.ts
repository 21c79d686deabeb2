// Response summary: the headers of all responses once, and the error responses that have the same body as another one.
import {
  type ContractDocument,
  type HeaderObject,
  METHODS,
  type MediaTypeObject,
  type Operation,
  type ResponseObject,
  resolve,
} from '@animal-store/contract';
import { examplesOf } from '@animal-store/contract/examples';

export interface HeaderSummary {
  name: string;
  description: string;
}

/** A header of some responses of an operation. */
export interface OwnHeader extends HeaderSummary {
  statuses: readonly string[];
}

/** An error response whose body has the schema of another one. */
export interface BriefError {
  /** The values of `code` in its examples. */
  codes: readonly string[];
  /** The status of the response that shows the schema. */
  sameAs: string;
}

type Entry = readonly [name: string, header: HeaderObject];

/**
 * The headers that responses have if the operation, or something that the request sends, is deprecated. They are optional in
 * the errors that operations share, and have there the meaning that they have in the operation's successful response.
 */
const DEPRECATION_HEADERS = ['Deprecation', 'Sunset', 'Link'];

/** The headers that every response of every operation has, with the same definition. */
export function commonHeaders(document: ContractDocument): HeaderSummary[] {
  const responses = Object.values(document.paths)
    .flatMap((item) => METHODS.flatMap((method) => item[method] ?? []))
    .flatMap((operation) => responsesOf(operation, document))
    .map(([, response]) => headersOf(response, document));
  const [first = [], ...others] = responses;
  return first.filter((entry) => others.every((headers) => has(headers, entry))).map(toSummary);
}

/** The headers that only some responses have, with the statuses of these. */
export function ownHeaders(
  operation: Operation,
  document: ContractDocument,
  common: readonly HeaderSummary[],
): OwnHeader[] {
  const found: { name: string; description: string; statuses: string[] }[] = [];
  const succeeding = responsesOf(operation, document).filter(([status]) => isSuccess(status));
  // Only a deprecated operation has a successor. The `Link` of another one is that of a list.
  const isSent = (name: string) =>
    operation.deprecated === true ||
    (name !== 'Link' && succeeding.some(([, response]) => name in (response.headers ?? {})));
  for (const [status, response] of responsesOf(operation, document)) {
    for (const entry of headersOf(response, document)) {
      const { name, description } = toSummary(entry);
      const isSame = (one: HeaderSummary) => one.name === name && one.description === description;
      const isOfDeprecated = !isSuccess(status) && isDeprecationHeader(entry);
      if (common.some(isSame) || (isOfDeprecated && !isSent(name))) continue;
      const known = found.find((one) => isSame(one) || (isOfDeprecated && one.name === name));
      if (known === undefined) found.push({ name, description, statuses: [status] });
      else known.statuses.push(status);
    }
  }
  return found;
}

/** By status. The first error response with a schema is not in it, as it shows the schema. */
export function briefErrors(
  operation: Operation,
  document: ContractDocument,
): Record<string, BriefError> {
  const firstStatuses = new Map<string, string>();
  const brief: Record<string, BriefError> = {};
  for (const [status, { content = {} }] of responsesOf(operation, document)) {
    const [[mediaType, media] = []] = Object.entries(content);
    if (isSuccess(status) || media?.schema === undefined) continue;
    const key = JSON.stringify([mediaType, media.schema]);
    const sameAs = firstStatuses.get(key);
    if (sameAs === undefined) firstStatuses.set(key, status);
    else brief[status] = { codes: codesOf(media, document), sameAs };
  }
  return brief;
}

function responsesOf(operation: Operation, document: ContractDocument): [string, ResponseObject][] {
  return Object.entries(operation.responses).map(([status, entry]) => [
    status,
    resolve(entry, document),
  ]);
}

function headersOf({ headers = {} }: ResponseObject, document: ContractDocument): Entry[] {
  return Object.entries(headers).map(([name, entry]) => [name, resolve(entry, document)]);
}

function has(headers: readonly Entry[], entry: Entry): boolean {
  return headers.some((one) => JSON.stringify(one) === JSON.stringify(entry));
}

function toSummary([name, { description = '' }]: Entry): HeaderSummary {
  return { name, description: description.trim() };
}

function isDeprecationHeader([name, { required }]: Entry): boolean {
  return required !== true && DEPRECATION_HEADERS.includes(name);
}

function isSuccess(status: string): boolean {
  return status.startsWith('2');
}

function codesOf(media: MediaTypeObject, document: ContractDocument): string[] {
  const codes = examplesOf(media, document).flatMap((body) => (isErrorBody(body) ? body.code : []));
  return [...new Set(codes)];
}

function isErrorBody(body: unknown): body is { code: string } {
  return (
    typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
  );
}
