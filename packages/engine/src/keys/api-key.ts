// API key format: a prefix, 30 random base62 characters, and 6 characters with their checksum.
//
// The prefix lets secret scanners find a leaked key: `as_live_` must be secret, `as_pub_` may be part of a web page. With
// the checksum, the server rejects a mistyped key without a lookup.
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const SECRET_PREFIX = 'as_live_';
const PUBLISHABLE_PREFIX = 'as_pub_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORMAT = /^as_(?:live|pub)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/** Generates a key. Show it once and store only its hash. */
export function generateApiKey({ isPublishable = false } = {}): string {
  const random = randomBase62(30);
  return `${isPublishable ? PUBLISHABLE_PREFIX : SECRET_PREFIX}${random}${checksum(random)}`;
}

/** Generates an identifier for a key. It is safe to show and to log. */
export function generateKeyId(): string {
  return `key_${randomBase62(12)}`;
}

export function isWellFormed(key: string): boolean {
  const [, random, sum] = FORMAT.exec(key) ?? [];
  return random !== undefined && checksum(random) === sum;
}

/** Whether the prefix is that of a publishable key. */
export function hasPublishablePrefix(key: string): boolean {
  return key.startsWith(PUBLISHABLE_PREFIX);
}

/** SHA-256. A key has 178 bits of entropy, so an unsalted hash cannot be brute-forced. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** The first part of a text that looks like a key, whole or not; undefined if none does. */
export function findApiKey(text: string): string | undefined {
  return /(?<![0-9a-z])as_(?:live|pub)_[0-9a-z]*|as_(?:live|pub)_[0-9a-z]{16,}/i.exec(text)?.[0];
}

/** Redacts everything that looks like a key, for logs. */
export function redactKeys(text: string): string {
  if (!text.includes('as_')) return text; // nearly all texts
  return text.replace(/(as_(?:live|pub)_)[0-9A-Za-z]*/g, '$1[redacted]');
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
