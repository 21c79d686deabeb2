// The format and the checksum of API keys, and their redaction.
import fc from 'fast-check';
import {
  generateApiKey,
  generateKeyId,
  isWellFormed,
  redactKeys,
} from '../../../src/keys/api-key.js';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

const PREFIXES = ['as_live_', 'as_pub_'];

/** Builds a key with the given random part. */
function keyOf(random: string, prefix = 'as_live_'): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(random)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = BigInt(~crc >>> 0);
  let sum = '';
  for (let place = 0; place < 6; place += 1) {
    sum = `${BASE62[Number(rest % 62n)]}${sum}`;
    rest /= 62n;
  }
  return `${prefix}${random}${sum}`;
}

const randomParts = fc.string({
  unit: fc.constantFrom(...BASE62),
  minLength: 30,
  maxLength: 30,
});
const keys = fc
  .tuple(randomParts, fc.constantFrom(...PREFIXES))
  .map(([random, prefix]) => keyOf(random, prefix));

describe('the format of a key', () => {
  test.each([
    ['as_live_', false],
    ['as_pub_', true],
  ])('a key is %s, 30 random characters, and 6 of CRC-32', (prefix, isPublishable) => {
    for (let index = 0; index < 1000; index += 1) {
      const key = generateApiKey({ isPublishable });
      expect(key).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{36}$`));
      expect(key).toBe(keyOf(key.slice(prefix.length, -6), prefix));
      expect(isWellFormed(key)).toBe(true);
    }
  });

  test('new keys and ids are unique and use the whole alphabet', () => {
    const generated = Array.from({ length: 2000 }, () => generateApiKey());
    expect(new Set(generated).size).toBe(2000);
    expect(new Set(generated.flatMap((key) => [...key.slice(8, 38)])).size).toBe(62);
    const ids = Array.from({ length: 2000 }, generateKeyId);
    expect(new Set(ids).size).toBe(2000);
    expect(ids.every((id) => /^key_[0-9A-Za-z]{12}$/.test(id))).toBe(true);
  });

  test('when the format and checksum are right, then a key is well-formed', () => {
    fc.assert(fc.property(keys, (key) => isWellFormed(key)));
  });

  test('when the format or checksum is wrong, then it is not', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), randomParts, fc.string({ unit: 'binary' })), (text) => {
        expect(isWellFormed(text)).toBe(false);
        for (const prefix of PREFIXES) expect(isWellFormed(`${prefix}${text}`)).toBe(false);
      }),
    );
  });
});

describe('the checksum', () => {
  test('detects every substitution of a character', () => {
    fc.assert(
      fc.property(keys, (key) => {
        for (let index = 0; index < key.length; index += 1) {
          for (const character of PRINTABLE) {
            if (character === key[index]) continue;
            const changed = `${key.slice(0, index)}${character}${key.slice(index + 1)}`;
            if (isWellFormed(changed)) throw new Error(`${changed} is accepted for ${key}`);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  test('detects every swap, omission and repetition of a character', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 0, max: 41 }), (key, at) => {
        const [left, right] = [key.charAt(at), key.charAt(at + 1)];
        const [before, after] = [key.slice(0, at), key.slice(at + 2)];
        if (left !== right) expect(isWellFormed(`${before}${right}${left}${after}`)).toBe(false);
        expect(isWellFormed(`${before}${right}${after}`)).toBe(false);
        expect(isWellFormed(`${before}${left}${left}${right}${after}`)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});

test('when a text contains keys or parts of keys, then they are redacted', () => {
  fc.assert(
    fc.property(keys, fc.integer({ min: 9, max: 43 }), fc.string(), (key, length, text) => {
      const part = key.slice(0, length);
      const shown = redactKeys(`${text} ${part} ${text}?key=${key}`);
      expect(shown).not.toContain(part);
      expect(shown.match(/as_(live|pub)_\[redacted\]/g)?.length).toBe(2);
    }),
  );
});
