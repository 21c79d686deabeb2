// Text of a body: strict JSON in UTF-8, or a 400.
import { invalidRequest, malformed } from '../../errors.js';
import type { ErrorDetails } from '../error-details.js';
import { type BodyJson, readBody } from './strict-json.js';

let decoder: InstanceType<typeof TextDecoder> | undefined; // created when it is needed: jsdom has none

/** Undefined if the bytes are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array | ArrayBuffer): string | undefined {
  decoder ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Adds to `details` what is wrong with the JSON whatever its schema.
 * @param text Undefined for a body that is not valid UTF-8.
 * @throws ApiError 400 for a body that need not be validated any further.
 */
export function parseBody(text: string | undefined, details: ErrorDetails): BodyJson {
  if (text === undefined) throw malformed('body', 'is not valid UTF-8');
  const json = readJson(text, details);
  if (!json.isFullyScanned) throw invalidRequest(...details.all);
  return json;
}

function readJson(text: string, details: ErrorDetails): BodyJson {
  try {
    return readBody(text, details);
  } catch {
    throw malformed('body', 'is not valid JSON');
  }
}
