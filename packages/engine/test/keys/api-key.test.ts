// The format and the checksum of API keys, and their redaction.
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { createKeyFormat, generateKeyId } from '../../src/keys/api-key.js';

const { find, generate, isWellFormed, redact } = createKeyFormat('as');

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

/** Any character. The unit `binary` of fast-check takes half a second to set up. */
const character = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
const PREFIXES = ['as_live_', 'as_pub_'];

/** Builds a key with the given random part. */
function keyOf(random: string, prefix = 'as_live_'): string {
  let rest = BigInt(crc32(random));
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
      const key = generate({ isPublishable });
      expect(key).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{36}$`));
      expect(key).toBe(keyOf(key.slice(prefix.length, -6), prefix));
      expect(isWellFormed(key)).toBe(true);
    }
  });

  test('new keys and ids are unique and use the whole alphabet', () => {
    const generated = Array.from({ length: 2000 }, () => generate());
    expect(new Set(generated).size).toBe(2000);
    expect(new Set(generated.flatMap((key) => [...key.slice(8, 38)])).size).toBe(62);
    const ids = Array.from({ length: 2000 }, generateKeyId);
    expect(new Set(ids).size).toBe(2000);
    expect(ids.every((id) => /^key_[0-9A-Za-z]{12}$/.test(id))).toBe(true);
  });

  test('when a text is a key with its checksum, then it is well-formed, and no other is', () => {
    const text = fc.oneof(fc.string(), randomParts, fc.string({ unit: character }));
    fc.assert(
      fc.property(keys, text, (key, other) => {
        expect(isWellFormed(key)).toBe(true);
        for (const prefix of ['', ...PREFIXES])
          expect(isWellFormed(`${prefix}${other}`)).toBe(false);
      }),
    );
  });

  test('when a character is replaced, swapped, omitted or repeated, then it is noticed', () => {
    fc.assert(
      fc.property(keys, fc.nat(44), fc.constantFrom(...PRINTABLE), (key, place, character) => {
        const at = place % (key.length - 1);
        const [left, right] = [key.charAt(at), key.charAt(at + 1)];
        const [before, after] = [key.slice(0, at), key.slice(at + 2)];
        for (const middle of [
          `${character}${right}`,
          `${right}${left}`,
          right,
          `${left}${left}${right}`,
        ])
          if (middle !== `${left}${right}`)
            expect(isWellFormed(`${before}${middle}${after}`)).toBe(false);
      }),
      { numRuns: 5_000 },
    );
  });
});

test('when a text contains keys or parts of keys, then they are redacted', () => {
  fc.assert(
    fc.property(keys, fc.integer({ min: 9, max: 43 }), fc.string(), (key, length, text) => {
      const part = key.slice(0, length);
      const shown = redact(`${text} ${part} ${text}?key=${key}`);
      expect(shown).not.toContain(part);
      expect(shown.match(/as_(live|pub)_\[redacted\]/g)?.length).toBe(2);
    }),
  );
});

test('when shops have prefixes of their own, then a key of one is nothing to another', () => {
  const books = createKeyFormat('bk');
  const key = books.generate();
  expect(key).toMatch(/^bk_live_/);
  expect(books.isPublishable(books.generate({ isPublishable: true }))).toBe(true);
  expect([books.isWellFormed(key), isWellFormed(key)]).toEqual([true, false]);
  expect([books.find(`key ${key}`), find(`key ${key}`)]).toEqual([key, undefined]);
  expect([books.redact(key), redact(key)]).toEqual(['bk_live_[redacted]', key]);
  expect(() => createKeyFormat('b.')).toThrow('lower-case letters');
});
