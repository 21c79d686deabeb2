// Request headers as the service reads them: the API key, the media type of the body, and the idempotency key.

const BEARER = /^Bearer +([^ ]+) *$/i;
/** A parameter may be empty: RFC 9110, 5.6.6. */
const MEDIA_TYPE = /^([^\s;]+)(?: *;(?: *charset="?utf-8"?)?)* *$/i;
const QUOTED_STRING = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;

/** The key in an Authorization header; undefined if it has another scheme. Source: RFC 6750, 2.1. */
export function bearerKey(authorization: string): string | undefined {
  return BEARER.exec(authorization)?.[1];
}

/** The media type in a Content-Type header, in lower case; undefined if its charset is not UTF-8. */
export function mediaTypeOf(contentType: string): string | undefined {
  return MEDIA_TYPE.exec(contentType)?.[1]?.toLowerCase();
}

/** The string that a quoted Idempotency-Key denotes (RFC 8941, 3.3.3). Any other text denotes itself. */
export function unquoteIdempotencyKey(text: string): string {
  const quoted = QUOTED_STRING.exec(text)?.[1];
  return quoted?.replaceAll(/\\(["\\])/g, '$1') ?? text;
}
