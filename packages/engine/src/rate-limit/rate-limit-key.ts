// Rate-limit keys of client addresses: an IPv4 address, or an IPv6 /64, the network that a provider gives a customer.
import { isIPv4, isIPv6 } from 'node:net';
import { dayOf } from '@animal-store/core/rate-limit';
import type { Clock } from '../lib/clock.js';

const MAX_ADDRESSES_PER_DAY = 100_000;
/** The key if no address is known: the socket is closed, or a proxy reports something else. */
const UNKNOWN = 'unknown';

/** @param address Of an exchange or a socket: undefined once the socket is closed, and arbitrary text behind a proxy. */
export function addressKeyOf(address: string | undefined): string {
  if (address === undefined) return UNKNOWN;
  if (isIPv4(address)) return address;
  return isIPv6(address) ? networkOf(address) : UNKNOWN;
}

/**
 * Rate-limit keys, bounded in number: memory, the counters table and Redis hold one entry for each. The first 100,000
 * addresses of a UTC day are counted one by one, later ones by their IPv4 /16 or IPv6 /16, of which there are 131,072.
 * With publishable keys, an address is counted once for each key that it uses. A key may take at most as many entries as it
 * leaves free, so that a flood with one key leaves room for the visitors of the others.
 */
export class AddressKeys {
  readonly #clock: Clock;
  readonly #maxPerDay: number;
  #known = new Set<string>();
  #countsByApiKey = new Map<string, number>();
  #day = 0;

  constructor(clock: Clock, maxPerDay = MAX_ADDRESSES_PER_DAY) {
    this.#clock = clock;
    this.#maxPerDay = maxPerDay;
  }

  /** @param apiKeyId Of the publishable key; undefined for an anonymous client. */
  keyOf(address: string | undefined, apiKeyId?: string): string {
    const key = addressKeyOf(address);
    const name = apiKeyId === undefined ? key : `${key} ${apiKeyId}`;
    const day = dayOf(this.#clock());
    if (day !== this.#day) {
      this.#day = day;
      this.#known = new Set();
      this.#countsByApiKey = new Map();
    }
    if (this.#known.has(name)) return key;
    const left = this.#maxPerDay - this.#known.size;
    const count = apiKeyId === undefined ? 0 : (this.#countsByApiKey.get(apiKeyId) ?? 0);
    if (count >= left) return coarseKeyOf(key);
    this.#known.add(name);
    if (apiKeyId !== undefined) this.#countsByApiKey.set(apiKeyId, count + 1);
    return key;
  }
}

/** The address' /16 network. */
function coarseKeyOf(key: string): string {
  if (isIPv4(key)) return `${key.split('.').slice(0, 2).join('.')}.0.0/16`;
  return key === UNKNOWN ? key : `${key.slice(0, key.indexOf(':'))}::/16`;
}

/** The /64 network, as its first four groups; for an address that embeds an IPv4 address, that IPv4 address. */
function networkOf(address: string): string {
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right];
  return isNat64(groups) ? embeddedIPv4(groups) : groups.slice(0, 4).join(':');
}

/** 64:ff9b::/96, the prefix in which NAT64 translators embed all IPv4 addresses. Source: RFC 6052, 2.1. */
function isNat64([first, second, ...rest]: readonly string[]): boolean {
  return first === '64' && second === 'ff9b' && rest.slice(0, 4).every((group) => group === '0');
}

function embeddedIPv4(groups: readonly string[]): string {
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}
