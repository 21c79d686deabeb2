// Random bodies, from valid animals to noise.
import type { Random } from '../support/random.js';
import { INVALID_JSON, NUMBERS, PROPERTIES, STRINGS } from './fuzz-values.js';
import { randomWorstCaseBody } from './worst-case-requests.js';

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
  if (kind <= 90) return Buffer.from(`{"name":"${'x'.repeat(between(16_000, 40_000))}"}`);
  if (kind <= 92) return Buffer.from(randomWorstCaseBody(random));
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
      const byte = pick([0x00, 0x22, 0x5c, 0x7b, 0xc3, 0xff, between(0, 255)]);
      bytes[between(0, bytes.length - 1)] = byte;
    }
    return bytes;
  }
}
