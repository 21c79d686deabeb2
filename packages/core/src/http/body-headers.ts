// Headers of a body: a body that is too large or of another media type is refused before it is read.
import { ApiError, unsupportedMediaType } from '../errors.js';
import type { BodySpec } from '../operation-spec.js';
import { mediaTypeOf } from './request-headers.js';

/** A header that was not sent is undefined, as in Node, or null, as in Fetch. */
export interface BodyHeaders {
  /** In bytes; 0 if there is no body, undefined if its end is not known yet. */
  length: number | undefined;
  /** All values, joined by commas: only a single one is a media type. */
  contentType: string | null | undefined;
  contentEncoding: string | null | undefined;
  transferEncoding?: string | undefined;
}

/** What an operation takes. */
export interface ExpectedBody {
  /** In lower case. */
  bodyMediaType: string;
  body?: Pick<BodySpec, 'isRequired'>;
}

/**
 * An empty body is none: its headers matter only if the operation requires one.
 * @throws ApiError 413 or 415, in this order.
 */
export function checkBodyHeaders(
  { length, contentType, contentEncoding, transferEncoding }: BodyHeaders,
  { bodyMediaType, body }: ExpectedBody,
  maxBytes: number,
): void {
  if (length !== undefined && length > maxBytes) throw new ApiError('payload_too_large');
  if (length === 0 && body?.isRequired !== true) return;
  const isExpected = mediaTypeOf(contentType ?? '') === bodyMediaType;
  const isPlain =
    /^identity$/i.test(contentEncoding ?? 'identity') &&
    /^chunked$/i.test(transferEncoding ?? 'chunked');
  if (!isExpected || !isPlain) throw unsupportedMediaType(bodyMediaType);
}
