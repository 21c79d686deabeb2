// Random bodies, from valid animals to noise.

import { maxNameLength } from '../support/contract-values.js';
import type { Random } from '../support/random.js';

const MAX_LENGTH = maxNameLength();

const NUMBERS = [
  ...['0', '1', '-1', '-0', '1.5', '1e2', '1e400', '-1e-400', '9007199254740993', '0.1e1', '5.0'],
  ...['9223372036854775807', '9223372036854775808', '1.0000000000000000001', '9'.repeat(5000)],
] as const;

const STRINGS = [
  ...[
    '""',
    '"Hambone"',
    '"Zoë 🐈"',
    '"\\u0000"',
    '"\\ud800"',
    '"a\\nb"',
    '"\\u2028"',
    '"__proto__"',
  ],
  ...[
    `"${'n'.repeat(MAX_LENGTH)}"`,
    `"${'n'.repeat(MAX_LENGTH + 1)}"`,
    `"${'🐈'.repeat(MAX_LENGTH)}"`,
    '"\\u007f"',
    '" "',
  ],
] as const;

const INVALID_JSON = [
  ...['{', '{"name":"a"', '[1,]', '{"a":1,}', "{'a':1}", '{a:1}', 'NaN', '01', '+1', '"\u0007"'],
  ...['<pet/>', 'name=a', 'undefined', '\ufeff{}', '{}{}', '// x', '\0', '{"name":"\ttab"}', ' '],
] as const;

const PROPERTIES = [
  'id',
  'Name',
  '__proto__',
  'constructor',
  'toString',
  'a/b',
  'a~b',
  '',
  'name',
] as const;

export function randomBody(random: Random): Buffer {
  const { pick, between } = random;
  const oneIn = (count: number) => between(1, count) === 1;
  const kind = between(1, 100);
  if (kind <= 45) return Buffer.from(validAnimal());
  if (kind <= 60) return Buffer.from(invalidAnimal());
  if (kind <= 68) return mutated(Buffer.from(invalidAnimal()));
  if (kind <= 76) return Buffer.from(value(between(0, 4)));
  if (kind <= 84) return Buffer.from(pick(INVALID_JSON));
  if (kind <= 88) return Buffer.from(nested(pick([5, 32, 33, 100, 4000])));
  if (kind <= 92) return Buffer.from(`{"name":"${'x'.repeat(between(16_000, 40_000))}"}`);
  if (kind <= 96) return Buffer.from(Array.from({ length: between(0, 60) }, () => between(0, 255)));
  return Buffer.alloc(0);

  function validAnimal(): string {
    const status = oneIn(2) ? `,"status":"${pick(['available', 'pending', 'sold'])}"` : '';
    return `{"name":"n${between(1, 50)}","categoryId":${pick([1, 2, between(1, 1e9)])}${status}}`;
  }

  function invalidAnimal(): string {
    const members = [
      `"name":${oneIn(3) ? value(1) : pick(STRINGS)}`,
      `"categoryId":${oneIn(3) ? value(1) : pick(NUMBERS)}`,
      `"status":${oneIn(2) ? value(1) : '"sold"'}`,
      `${JSON.stringify(pick(PROPERTIES))}:${value(2)}`,
    ];
    return `{${members.filter(() => !oneIn(3)).join(',')}}`;
  }

  function value(depth: number): string {
    if (depth === 0 || oneIn(3)) {
      return oneIn(2) ? pick(STRINGS) : pick([pick(NUMBERS), 'null', 'true', 'false']);
    }
    const items = Array.from({ length: between(0, 4) }, () => value(depth - 1));
    if (oneIn(2)) return `[${items.join(',')}]`;
    return `{${items.map((item) => `${JSON.stringify(pick(PROPERTIES))}:${item}`).join(',')}}`;
  }

  function nested(depth: number): string {
    return oneIn(2)
      ? '['.repeat(depth) + ']'.repeat(depth)
      : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  }

  /** Replaces a few bytes with brackets, quotes or parts of characters. */
  function mutated(bytes: Buffer): Buffer {
    for (let count = between(1, 3); count > 0; count -= 1) {
      bytes[between(0, bytes.length - 1)] = pick([
        0x00,
        0x22,
        0x5c,
        0x7b,
        0xc3,
        0xff,
        between(0, 255),
      ]);
    }
    return bytes;
  }
}
