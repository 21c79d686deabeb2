// Request headers as the service reads them: the API key, and the media type of the body.

const BEARER = /^Bearer +([^ ]+) *$/i;
/** A parameter may be empty: RFC 9110, 5.6.6. */
const MEDIA_TYPE = /^([^\s;]+)(?: *;(?: *charset="?utf-8"?)?)* *$/i;

/** The key in an Authorization header; undefined if it has another scheme. Source: RFC 6750, 2.1. */
export function bearerKey(authorization: string): string | undefined {
  return BEARER.exec(authorization)?.[1];
}

/** The media type in a Content-Type header, in lower case; undefined if its charset is not UTF-8. */
export function mediaTypeOf(contentType: string): string | undefined {
  return MEDIA_TYPE.exec(contentType)?.[1]?.toLowerCase();
}
