// Functions that compiled validators call instead of Ajv's own.
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { equal, ucs2length } from '../../src/validation/ajv-runtime.js';

const ajv = new Ajv2020();

test('when two JSON values are compared, then the result is Ajv’s', () => {
  // Ajv takes an inherited name for what it usually is: it calls `valueOf`, for one.
  const json = fc
    .jsonValue({ maxDepth: 3 })
    .filter((value) => !/"(?:constructor|toString|valueOf)":/.test(JSON.stringify(value)));
  const pair = fc.oneof(
    fc.tuple(json, json),
    json.map((value) => [value, JSON.parse(JSON.stringify(value))] as const),
    json.map((value) => [value, [value]] as const),
  );
  fc.assert(
    fc.property(pair, ([one, other]) => {
      expect(equal(one, other)).toBe(ajv.validate({ const: other }, one));
    }),
  );
});

test('when properties come in another order, then the values are the same', () => {
  expect(equal({ a: [1, { b: null }], c: '' }, { c: '', a: [1, { b: null }] })).toBe(true);
  expect(equal({ a: undefined }, { b: undefined })).toBe(false);
  expect(equal([], {})).toBe(false);
});

test('when a text has surrogates, then its length is Ajv’s', () => {
  const unit = fc.constantFrom('a', '😀', '\ud83d', '\ude00', 'é');
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const length = ucs2length(text);
      expect(ajv.validate({ type: 'string', minLength: length, maxLength: length }, text)).toBe(
        true,
      );
    }),
  );
});
