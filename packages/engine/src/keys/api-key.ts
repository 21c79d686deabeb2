// API key format: a prefix, 30 random base62 characters, and 6 characters with their checksum.
//
// The prefix lets secret scanners find a leaked key: after the shop's own, `live_` must be secret, and `pub_` may be part of a web
// page. With the checksum, the server rejects a mistyped key without a lookup.
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export interface KeyFormat {
  /** How a secret key and a publishable one begin. */
  prefixes: readonly [secret: string, publishable: string];
  /** Generates a key. Show it once and store only its hash. */
  generate(options?: { isPublishable?: boolean }): string;
  isWellFormed(key: string): boolean;
  /** Whether the prefix is that of a publishable key. */
  isPublishable(key: string): boolean;
  /** The first part of a text that looks like a key, whole or not; undefined if none does. */
  find(text: string): string | undefined;
  /** Redacts everything that looks like a key, for logs. */
  redact(text: string): string;
}

/** @param prefix Of the shop: lower-case letters. */
export function createKeyFormat(prefix: string): KeyFormat {
  if (!/^[a-z]+$/.test(prefix))
    throw new Error(`the key prefix ${prefix} must be lower-case letters`);
  const start = `${prefix}_`;
  const kind = `${start}(?:live|pub)_`;
  const secret = `${start}live_`;
  const publishable = `${start}pub_`;
  const whole = new RegExp(`^${kind}([0-9A-Za-z]{30})([0-9A-Za-z]{6})$`);
  const part = new RegExp(`(?<![0-9a-z])${kind}[0-9a-z]*|${kind}[0-9a-z]{16,}`, 'i');
  const allParts = new RegExp(`(${kind})[0-9A-Za-z]*`, 'g');
  return {
    prefixes: [secret, publishable],
    generate({ isPublishable = false } = {}) {
      const random = randomBase62(30);
      return `${isPublishable ? publishable : secret}${random}${checksum(random)}`;
    },
    isWellFormed(key) {
      const [, random, sum] = whole.exec(key) ?? [];
      return random !== undefined && checksum(random) === sum;
    },
    isPublishable: (key) => key.startsWith(publishable),
    find: (text) => part.exec(text)?.[0],
    redact(text) {
      if (!text.includes(start)) return text; // nearly all texts
      return text.replace(allParts, '$1[redacted]');
    },
  };
}

/** Generates an identifier for a key. It is safe to show and to log. */
export function generateKeyId(): string {
  return `key_${randomBase62(12)}`;
}

/** SHA-256. A key has 178 bits of entropy, so an unsalted hash cannot be brute-forced. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('');
}

/** The CRC-32 of the random part as six base62 digits. */
function checksum(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let place = 0; place < 6; place += 1) {
    digits = BASE62[rest % BASE62.length] + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
