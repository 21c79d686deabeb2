// Formats of texts in requests as ajv-formats defines them; of durations and URIs without what it takes for a path or skips.
import type { Format } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';

const { duration, ipv6, uri, 'uri-reference': uriReference } = fullFormats;

export const {
  email: emailFormat,
  hostname: hostnameFormat,
  ipv4: ipv4Format,
  'json-pointer': jsonPointerFormat,
} = fullFormats;
export const ipv6Format = ipv6;

/** RFC 3339, appendix A: no unit is left out between two others. */
export function durationFormat(text: string): boolean {
  return matches(duration, text) && !/Y\d+D|H\d+S/.test(text);
}

export function uriFormat(text: string): boolean {
  return matches(uri, text) && hasUriParts(text);
}

export function uriReferenceFormat(text: string): boolean {
  return matches(uriReference, text) && hasUriParts(text);
}

const PARTS = /^(?<scheme>[^:/?#]*:)?(?:\/\/(?<authority>[^/?#]*))?(?<rest>.*)$/s; // RFC 3986, appendix B
const AUTHORITY = /^(?:[^@[\]]*@)?(?:\[(?<address>[^[\]]+)\]|[^@:[\]]*)(?::\d*)?$/;

/** Whether what stands behind `//` is an authority of RFC 3986, and the rest a path, a query and a fragment. */
function hasUriParts(text: string): boolean {
  const { scheme = '', authority = '', rest = '' } = PARTS.exec(text)?.groups ?? {};
  const parts = AUTHORITY.exec(authority);
  const address = parts?.groups?.address;
  const isAddress = address === undefined || /^v/i.test(address) || matches(ipv6, address);
  const isScheme = scheme === '' || /^[a-z]/i.test(scheme);
  return parts !== null && isAddress && isScheme && !/["[\]]/.test(rest);
}

function matches(format: Format, text: string): boolean {
  return format instanceof RegExp
    ? format.test(text)
    : typeof format === 'function' && format(text);
}
