// IP addresses: one spelling of a client's, and the server's own.
import { isIPv4, isIPv6, type Socket, SocketAddress } from 'node:net';

/** An IPv4 address as a socket of IPv6 shows it. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;
/** `1.2.3.4:56`, `[2001:db8::1]`, `[2001:db8::1]:56`: some proxies add the port, and a client chooses its port. */
const WITH_PORT = /^(?:([\d.]+)|\[([^\]]+)\])(?::\d{1,5})?$/;

/** The address of the other end; undefined once the socket is closed. */
export function addressOf({ remoteAddress }: Socket): string | undefined {
  return remoteAddress === undefined ? undefined : withoutMapping(remoteAddress);
}

/**
 * The spelling that `addressOf` returns for the same address.
 * @param text As a proxy reports it: one that is no address is returned as it is.
 */
export function canonicalAddress(text: string): string {
  const [, ipv4 = text, ipv6 = text] = WITH_PORT.exec(text) ?? [];
  if (isIPv4(ipv4)) return ipv4;
  if (!isIPv6(ipv6)) return text;
  return withoutMapping(new SocketAddress({ address: ipv6, family: 'ipv6' }).address);
}

function withoutMapping(address: string): string {
  return MAPPED.exec(address)?.[1] ?? address;
}

/** A host as a URL has it. */
export function toUrlHost(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

/** The `host` for Node's `listen`: without one, it listens on `::`, or on `0.0.0.0` where the system has no IPv6. */
export function toListenHost(host: string): string | undefined {
  return host === '::' ? undefined : host;
}

/** An address at which this machine reaches a server that listens on `host`. Containers often have no IPv6 loopback address. */
export function toLocalHost(host: string): string {
  return host === '::' ? '127.0.0.1' : host;
}
