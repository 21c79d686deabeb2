// Claims of idempotency keys: which requests are the same.
import fc from 'fast-check';
import { canonicalJson } from '../src/canonical-json.js';
import { toKeyClaim } from '../src/index.js';

const POST = { id: 'createPet', isIdempotent: true };
const REQUEST = { path: {}, query: {}, headers: { 'Idempotency-Key': 'a' }, body: { name: 'Rex' } };
const claimOf = (change: object = {}) => toKeyClaim(POST, { ...REQUEST, ...change })?.request;

test('when names of an object come in another order, then its canonical text is the same', () => {
  const reverse = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reverse);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).reverse();
    return Object.fromEntries(entries.map(([name, inner]) => [name, reverse(inner)]));
  };
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(reverse(value))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test.each<[string, unknown, string]>([
  ['an integer beyond 2^53', { b: [2n ** 60n], a: 1 }, '{"a":1,"b":[1152921504606846976]}'],
  ['names that are array indices', { b: 0, 10: 1, 9: 2 }, '{"9":2,"10":1,"b":0}'],
  ['a name of prototypes', JSON.parse('{"b":1,"__proto__":2}'), '{"__proto__":2,"b":1}'],
  ['nothing', undefined, ''],
])('when the value is %s, then its canonical text has it', (_, value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

test('when only the name of the key differs, then the request is the same', () => {
  expect(claimOf()).toBe('createPet\n{"name":"Rex"}'); // as servers have stored it
  expect(claimOf({ headers: { 'Idempotency-Key': 'b' } })).toBe(claimOf());
});

test.each([
  ['a parameter of the query', { query: { dryRun: true } }],
  ['a parameter of the path', { path: { petId: 1 } }],
  ['another header', { headers: { ...REQUEST.headers, 'X-Shelf': 'A1' } }],
  ['no body', { body: undefined }],
])('when a request differs by %s, then it is another one', (_, change) => {
  expect(claimOf(change)).not.toBe(claimOf());
});

test('when an operation does not heed keys, then a request with one claims nothing', () => {
  expect(toKeyClaim({ ...POST, isIdempotent: false }, REQUEST)).toBeUndefined();
  expect(toKeyClaim(POST, { ...REQUEST, headers: {} })).toBeUndefined();
});
