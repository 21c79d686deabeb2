// Error details of a 400: bounded in number and in length, at most one for each place in the request.
//
//   schema-errors.ts  from the errors of Ajv
//   parameters/       from the texts of parameters
//   json/             from bodies that JSON.parse would accept
import { type ErrorPath, formatPath, shorten } from './json/error-path.js';

/** Limits on the `details` of an error. */
export interface ErrorBounds {
  maxDetails: number;
  maxPathLength: number;
  maxMessageLength: number;
}

/** The part of a request that is invalid. */
export type ErrorDetailIn = 'body' | 'query' | 'path' | 'header';

/** Machine-readable reasons, most of them named after the schema keyword that a value violates. The contract lists each. */
export type ErrorDetailCode =
  | 'required'
  | 'unknown'
  | 'duplicate'
  | 'malformed'
  | 'max_depth'
  | 'type'
  | 'format'
  | 'enum'
  | 'const'
  | 'min_length'
  | 'max_length'
  | 'pattern'
  | 'minimum'
  | 'maximum'
  | 'exclusive_minimum'
  | 'exclusive_maximum'
  | 'multiple_of'
  | 'min_items'
  | 'max_items'
  | 'unique_items'
  | 'min_properties'
  | 'max_properties'
  | 'invalid';

export interface ErrorDetail {
  in: ErrorDetailIn;
  /** JSON Pointer inside the part of the request. */
  path: string;
  code: ErrorDetailCode;
  message: string;
}

/** What is wrong with a value, wherever it is. */
export type Problem = Pick<ErrorDetail, 'code' | 'message'>;

/** Problems of values in bodies and in parameters. */
export const DUPLICATE: Problem = { code: 'duplicate', message: 'is given more than once' };
export const NOT_INT64: Problem = {
  code: 'format',
  message: 'must be a 64-bit integer in decimal digits',
};
export const NOT_SAFE_INTEGER: Problem = {
  code: 'format',
  message: 'must be an integer from -(2^53 - 1) to 2^53 - 1',
};
export const NOT_FINITE: Problem = { code: 'format', message: 'must be a number up to 1.79e308' };

export class ErrorDetails {
  readonly #bounds: ErrorBounds;
  readonly #byPlace = new Map<string, ErrorDetail>();
  #found = 0;

  constructor(bounds: ErrorBounds) {
    this.#bounds = bounds;
  }

  get isEmpty(): boolean {
    return this.#byPlace.size === 0;
  }

  /** Whether the maximum number of errors was found, so that validation can stop. */
  get isFull(): boolean {
    return this.#found >= this.#bounds.maxDetails;
  }

  /** Keeps only the first of several errors in one place. */
  add(place: ErrorDetailIn, path: ErrorPath, { code, message }: Problem): void {
    if (this.isFull) return;
    this.#found += 1;
    const { maxPathLength, maxMessageLength } = this.#bounds;
    const detail = {
      in: place,
      path: formatPath(path, maxPathLength),
      code,
      message: shorten(message, maxMessageLength),
    };
    const key = `${place}${detail.path}`;
    if (!this.#byPlace.has(key)) this.#byPlace.set(key, detail);
  }

  /** In the order in which they were found. */
  get all(): ErrorDetail[] {
    return [...this.#byPlace.values()];
  }
}
