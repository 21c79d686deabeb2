// Idempotency-Key: the header, and the claim that a request with it makes. Of all requests with one key, the first takes effect.
// Draft: draft-ietf-httpapi-idempotency-key-header.
import { canonicalJson } from './canonical-json.js';
import type { ValidatedRequest } from './validation/validated-request.js';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';
const QUOTED_STRING = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;

/** Whether a parameter is the header `Idempotency-Key`. The SDK sends it by itself. */
export function isIdempotencyKey({ name, in: location }: { name: string; in: string }): boolean {
  return location === 'header' && name.toLowerCase() === IDEMPOTENCY_KEY.toLowerCase();
}

/** The string that a quoted key denotes (RFC 8941, 3.3.3). Any other text denotes itself. */
export function unquoteIdempotencyKey(text: string): string {
  const quoted = QUOTED_STRING.exec(text)?.[1];
  return quoted?.replaceAll(/\\(["\\])/g, '$1') ?? text;
}

export interface KeyClaim {
  /** What the header denotes: `"abc"` and `abc` are one name. */
  name: string;
  /** The same text for the same request, and another one for any other. */
  request: string;
}

/** Undefined if the request does not have the header, or the operation ignores it. */
export function toKeyClaim(
  { id, isIdempotent }: { id: string; isIdempotent: boolean },
  { path, query, headers: sent, body }: ValidatedRequest,
): KeyClaim | undefined {
  if (!isIdempotent) return undefined;
  const { [IDEMPOTENCY_KEY]: name, ...headers } = sent;
  if (typeof name !== 'string') return undefined;
  const parameters = Object.entries({ headers, path, query }).filter(
    ([, values]) => Object.keys(values).length > 0,
  );
  const parts: unknown[] = parameters.length > 0 ? [body, Object.fromEntries(parameters)] : [body];
  return { name, request: [id, ...parts.map(canonicalJson)].join('\n') };
}
