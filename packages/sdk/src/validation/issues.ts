// Issues: error details in the form of Standard Schema.
import type { ErrorDetail, ErrorDetailCode, ErrorDetailIn } from '@animal-store/contract';
import { isContainer, unescapeToken } from '@animal-store/core/validation';

/** What is wrong with one value. */
export interface Issue {
  /** Human-readable, without the name of the property: `must have at most 255 characters`. */
  readonly message: string;
  /** The properties and indices that lead to the value: `['tags', 0]`. Empty for the whole body. */
  readonly path: readonly (string | number)[];
  /** The same code as in an `ErrorDetail` of the service. */
  readonly code: ErrorDetailCode;
  /** The part of the request: `body`, or where a parameter is. */
  readonly in: ErrorDetailIn;
}

/**
 * The details of an `ApiError` in the form in which the schemas report theirs, for a form that shows both.
 * @param sent The body of the call. It tells an index from a property that is named by digits; without it, digits are an
 * index.
 */
export function toIssues(details: readonly ErrorDetail[], sent?: unknown): Issue[] {
  return details.map(({ in: place, path, code, message }) => ({
    message,
    path: toKeys(path, place === 'body' ? sent : undefined),
    code,
    in: place,
  }));
}

/** The names and indices of a JSON Pointer. Source: RFC 6901. */
function toKeys(pointer: string, root: unknown): (string | number)[] {
  let value = root;
  return pointer
    .split('/')
    .slice(1)
    .map((token) => {
      const name = unescapeToken(token);
      const isIndex =
        /^(?:0|[1-9]\d*)$/.test(name) && (!isContainer(value) || Array.isArray(value));
      value = isContainer(value) ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
      return isIndex ? Number(name) : name;
    });
}
