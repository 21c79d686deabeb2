// Host header check: exactly one valid Host header; HTTP/1.0 requests may omit it. Source: RFC 9112, 3.2.
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { rawHeaderValues } from '../http/headers.js';

/** `reg-name` of RFC 3986, which includes IPv4 addresses, and an optional port. */
const NAME = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*(?::\d*)?$/i;
const IP_LITERAL = /^\[([^\]]*)\](?::\d*)?$/;
const IP_FUTURE = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

export function hasValidHost(req: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): boolean {
  const [host, ...others] = rawHeaderValues(req, 'host');
  if (host === undefined) return req.httpVersion === '1.0';
  return others.length === 0 && isHost(host);
}

/** Whether the text is a host, with or without a port. */
export function isHost(text: string): boolean {
  if (!text.startsWith('[')) return NAME.test(text);
  const address = IP_LITERAL.exec(text)?.[1];
  if (address === undefined) return false;
  return (isIPv6(address) && !address.includes('%')) || IP_FUTURE.test(address);
}
