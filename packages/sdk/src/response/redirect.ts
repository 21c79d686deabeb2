// Redirects, which the client does not follow: a POST would become a GET, and another service would get the key.
import { ConnectionError } from '../errors.js';

/** Undefined for any other response. Browsers hide status and target of a redirect that they do not follow. */
export function toRedirectError(
  method: string,
  url: string,
  { type, status, headers }: Response,
): ConnectionError | undefined {
  if (type !== 'opaqueredirect' && (status < 300 || status > 399)) return undefined;
  const target = headers.get('location') ?? 'another URL';
  return new ConnectionError(`${method} ${url} redirects to ${target}: check baseUrl`);
}
