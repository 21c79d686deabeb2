// Random bodies of requests, from valid animals to noise, and random edits of bodies: for the fuzzing of the server, for the
// mock of the SDK beside the server, and for the validators of the SDK beside those of the server.
import { isContainer } from '@animal-store/contract/validation';
import fc from 'fast-check';
import { petStatuses } from './contract-values.js';
import { INVALID_JSON, NUMBERS, PROPERTIES, STRINGS } from './random-values.js';

type Weighted<T> = readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[];
/** One of these, each as often as its weight. */
export const weighted = <T>(...all: Weighted<T>): fc.Arbitrary<T> =>
  fc.oneof(...all.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const objectOf = (members: fc.Arbitrary<string[]>) => members.map((all) => `{${all.join()}}`);

const text = fc.oneof(
  fc.string({ unit: 'binary' }).map((value) => JSON.stringify(value)),
  fc.constantFrom(...STRINGS),
);
const number = fc.oneof(
  fc.maxSafeInteger().map(String),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  fc.constantFrom(...NUMBERS),
);
const status = fc.constantFrom(...petStatuses(), 'lost').map((value) => JSON.stringify(value));
const property = fc.constantFrom(...PROPERTIES).map((name) => JSON.stringify(name));
const value = fc.oneof(fc.json({ maxDepth: 4, stringUnit: 'grapheme' }), text, number);
const member = weighted(
  [3, text.map((name) => `"name":${name}`)],
  [3, number.map((id) => `"categoryId":${id}`)],
  [2, status.map((one) => `"status":${one}`)],
  [2, fc.tuple(property, value).map((pair) => pair.join(':'))],
);
const animal = objectOf(fc.array(member, { maxLength: 4 }));
const validAnimal = objectOf(
  fc.tuple(
    fc.nat(50).map((id) => `"name":"n${id}"`),
    fc.oneof(fc.constantFrom(1, 2), fc.maxSafeInteger()).map((id) => `"categoryId":${id}`),
  ),
);
/** The bytes of a text, of which a few are replaced by brackets, quotes or parts of characters. */
const damaged = fc
  .tuple(
    animal,
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 0x22, 0x5c, 0x7b, 0xc3, 0xff)), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([whole, changes]) => {
    const bytes = new TextEncoder().encode(whole);
    for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
    return bytes;
  });
const nested = fc
  .tuple(fc.constantFrom(5, 32, 33, 100, 4000), fc.boolean())
  .map(([depth, isArray]) =>
    isArray
      ? '['.repeat(depth) + ']'.repeat(depth)
      : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
  );

export const bodies = weighted<string | Uint8Array<ArrayBuffer>>(
  [45, validAnimal],
  [20, animal],
  [8, damaged],
  [8, value],
  [8, fc.constantFrom(...INVALID_JSON)],
  [4, nested],
  [2, fc.integer({ min: 16_000, max: 40_000 }).map((size) => `{"name":"${'x'.repeat(size)}"}`)],
  [4, fc.uint8Array({ maxLength: 60 })],
  [1, fc.constant('')],
);

/** Values at which keywords and types change. */
const boundary = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, '', 'a', 'cat', 'GrowthBall', '2026-02-30', 'x'.repeat(300), '\ud800', [], {}],
    ...[0, -1, 1.5, 3, 2 ** 31, 1e39, 1e300, 2n ** 53n, 2n ** 63n - 1n, -(2n ** 63n) - 1n],
    ...[10n ** 40n, [1, 1], ['a', 'a'], [{ a: 1 }, { a: 1 }], { name: 'a' }],
    { kind: 'cat', lives: 1 },
    Array.from({ length: 30 }, (_item, index) => `${index}`),
    Object.fromEntries(Array.from({ length: 30 }, (_item, index) => [`p${index}`, index])),
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
/** Replaces, adds or removes the value at a place, counted in the order of the text. */
const edit = fc.record({
  at: fc.nat(20),
  replacement: boundary,
  name: fc.constantFrom('', 'a/b', '~', '0', '__proto__', 'name', 'kind', 'x-a', 'toString'),
  action: fc.constantFrom('replace', 'add', 'remove'),
});

/** Functions that edit a JSON value at one to three places. */
export const jsonEdits: fc.Arbitrary<(root: unknown) => unknown> = fc
  .array(edit, { minLength: 1, maxLength: 3 })
  .map((edits) => (root) => edits.reduce(applyEdit, root));

function applyEdit(root: unknown, { at, replacement, name, action }: Edit): unknown {
  let count = 0;
  const visit = (node: unknown): unknown => {
    count += 1;
    const isHere = count === at + 1;
    if (isHere && action === 'replace') return replacement;
    if (Array.isArray(node)) {
      const items = node.map(visit);
      if (!isHere) return items;
      return action === 'add' ? [...items, replacement] : items.slice(1);
    }
    if (!isContainer(node)) return isHere ? replacement : node;
    const entries = Object.entries(node).map(([key, field]) => [key, visit(field)]);
    if (!isHere) return Object.fromEntries(entries);
    return Object.fromEntries(
      action === 'add' ? [...entries, [name, replacement]] : entries.slice(1),
    );
  };
  return visit(root);
}
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;
