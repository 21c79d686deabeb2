// Operation spec: what a call needs to know of its operation at run time. Generated from openapi.yaml.
import type { ParameterSpec } from '@animal-store/core';

/** The argument of a call, without its types. */
export type CallArgument = Readonly<Record<string, unknown>>;

export interface WireOperation {
  /** HTTP method, in upper case. */
  method: string;
  /** Path template, relative to the base URL: `/pets/{petId}`. */
  path: string;
  /** Without `Idempotency-Key`, which the client sends itself. */
  parameters: readonly WireParameter[];
  /** Absent if the operation takes no body. */
  body?: 'required' | 'optional';
  /** Media type of the body. Default: `application/json`. */
  contentType?: string;
  /** Media types of the responses. Default: `application/json`. */
  accept?: string;
  /** Statuses of successful responses that have no body. */
  emptyStatuses?: readonly number[];
  /** Places of 64-bit integers in the `body`, and in results by status. Absent if there are none. */
  int64s?: Readonly<Record<string, number>>;
  /** What the JSON of a successful response is at its top. Default: `object`. */
  result?: 'object' | 'list' | 'any';
  /** Whether a page must have a `Link` to the first or the next page. */
  hasPageLinks?: boolean;
  /** Whether a call's parameters come as `{ path, query, headers, body }`. Otherwise they are all in one object. */
  isStructured?: boolean;
  /** Whether the operation takes an `Idempotency-Key` header. */
  isIdempotent?: boolean;
  /** Greatest length of the `Idempotency-Key`. Default: 255. */
  maxKeyLength?: number;
}

/** A parameter of the contract. Absent are flags that are false, and the type `string`. */
export interface WireParameter
  extends Pick<ParameterSpec, 'name' | 'in'>,
    Partial<Pick<ParameterSpec, 'type' | 'isRequired' | 'isNullable' | 'list'>> {
  /** Whether a list without items is refused: with repeated items it would be sent as an absent one. */
  isNonEmpty?: boolean;
}
