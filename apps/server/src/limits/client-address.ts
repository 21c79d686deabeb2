// Owns which addresses are counted as one client: each IPv4 address, and each IPv6 /64, which is what one customer of a
// provider gets.
import { isIPv6, SocketAddress } from 'node:net';

/** Of an address, with room for a port. What is longer is none, and need not be kept whole. */
const LONGEST = 64;

/** @param address As Express names it: undefined once the socket is gone, and anything at all behind a proxy. */
export function bucketOf(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  return isIPv6(address) ? networkOf(address) : address.slice(0, LONGEST);
}

/** The first four groups; for an address that stands for an IPv4 one, that one. */
function networkOf(address: string): string {
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail = ''] = canonical.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
