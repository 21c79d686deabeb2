import { parseInt64 } from '@animal-store/contract';
import fc from 'fast-check';
import { pointer } from '../../src/json/pointer.js';
import { parseStrictJson } from '../../src/json/strict-json.js';

const RUNS = { numRuns: 500 };

/** Any well-formed text, with the characters that JSON Pointer escapes more often than by chance. */
const key = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ unit: fc.constantFrom('~', '/', '0', '1', '"', '\\'), maxLength: 6 }),
  fc.constantFrom('__proto__', 'constructor', 'toString', '', '~1', '~01'),
);

/** JSON of any shape, whose numbers need no rounding. */
const { exactJson } = fc.letrec((tie) => ({
  exactJson: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(fc.maxSafeInteger(), fc.boolean(), fc.constant(null), key),
    fc.array(tie('exactJson')),
    fc.dictionary(key, tie('exactJson')),
  ),
}));

/** RFC 6901, written once more. */
function pointerTo(keys: readonly string[]): string {
  return keys.map((step) => `/${step.split('~').join('~0').split('/').join('~1')}`).join('');
}

/** Each character as \\uXXXX. */
function spellOut(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
}

function outcome(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (error) {
    return error instanceof SyntaxError ? 'SyntaxError' : error;
  }
}

describe('what is JSON', () => {
  test('has the value that JSON.parse gives it, however it is laid out', () => {
    const layout = fc.constantFrom('', ' ', '\t', '\n  ');
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), layout, (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseStrictJson(text).value).toEqual(JSON.parse(text));
      }),
      RUNS,
    );
  });

  test('has no fault, as long as its numbers are exact and its text is well-formed', () => {
    fc.assert(
      fc.property(exactJson, (value) => {
        expect(parseStrictJson(JSON.stringify(value)).faults).toEqual([]);
      }),
      RUNS,
    );
  });

  test('is what JSON.parse takes, and nothing else', () => {
    const damaged = fc
      .tuple(
        fc.jsonValue(),
        fc.nat(),
        fc.nat(3),
        fc.string({ unit: fc.constantFrom(...'{}[],:"\\ 0-.eEtn\n\t\u0000\u00a0') }),
      )
      .map(([value, at, cut, extra]) => {
        const text = JSON.stringify(value);
        const start = at % (text.length + 1);
        return text.slice(0, start) + extra + text.slice(start + cut);
      });
    fc.assert(
      fc.property(fc.oneof(damaged, fc.string()), (text) => {
        expect(outcome(() => parseStrictJson(text).value)).toEqual(outcome(() => JSON.parse(text)));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a duplicate key', () => {
  test('is reported once, at its JSON Pointer, whatever its values and however deep', () => {
    fc.assert(
      fc.property(
        fc.array(key, { maxLength: 6 }),
        key,
        exactJson,
        exactJson,
        (outer, twice, one, other) => {
          const inner = `{${JSON.stringify(twice)}:${JSON.stringify(one)},${JSON.stringify(twice)}:${JSON.stringify(other)}}`;
          const text = outer.reduceRight(
            (json, step) => `{${JSON.stringify(step)}:${json}}`,
            inner,
          );
          expect(parseStrictJson(text).faults).toEqual([
            { path: pointerTo([...outer, twice]), message: 'is there twice' },
          ]);
        },
      ),
      RUNS,
    );
  });

  test('is one under another spelling too', () => {
    fc.assert(
      fc.property(key, (twice) => {
        const text = `{${JSON.stringify(twice)}:1,${spellOut(twice)}:2}`;
        expect(parseStrictJson(text).faults.map((fault) => fault.path)).toEqual([
          pointerTo([twice]),
        ]);
      }),
      RUNS,
    );
  });

  test('inside arrays is reported under its index', () => {
    const { faults } = parseStrictJson('[0,[{"a":1},{"a":1,"b":[],"a":2}],{"c":{},"c":[]}]');
    expect(faults.map((fault) => fault.path)).toEqual(['/1/1/a', '/2/c']);
  });

  test('is not one in another object', () => {
    const text = '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}],"c":"a","d":"\\"a\\":1,\\"a\\":2"}';
    expect(parseStrictJson(text).faults).toEqual([]);
  });
});

describe('an integer', () => {
  test('of 64 bits is restored exactly, wherever it stands', () => {
    const integer = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);
    fc.assert(
      fc.property(fc.array(fc.tuple(key, integer), { minLength: 1 }), (pairs) => {
        const unique = [...new Map(pairs)];
        const text = `[[${unique.map(([, n]) => n).join(' , ')}],{${unique.map(([name, n]) => `${JSON.stringify(name)}:${n}`).join(',')}}]`;
        const { value, faults, restoreIntegers } = parseStrictJson(text);
        restoreIntegers();
        const exact = unique.map(([name, n]): [string, unknown] => [name, parseInt64(String(n))]);
        expect(faults).toEqual([]);
        expect(value).toEqual([exact.map(([, n]) => n), Object.fromEntries(exact)]);
      }),
      RUNS,
    );
  });

  test.each([
    '9223372036854775808',
    '-9223372036854775809',
    '9007199254740993.0',
    '1e19',
    '1e400',
    '1.0000000000000000001',
    '4503599627370497.5',
    '1e-400',
  ])('that would have to be rounded, such as %s, is a fault', (digits) => {
    expect(parseStrictJson(`{"n":[0,${digits}]}`).faults.map((fault) => fault.path)).toEqual([
      '/n/1',
    ]);
  });

  test.each([
    '0',
    '-0',
    '5.0',
    '50e-1',
    '1e3',
    '0.5',
    '9007199254740991',
    '-9007199254740991',
    '0e9999',
  ])('or another number that is exact, such as %s, is none', (digits) => {
    expect(parseStrictJson(digits).faults).toEqual([]);
  });
});

test.each(['"\\ud800"', '"a\\udc00b"', '"\\udc00\\ud800"', '"\\ud83d \\ude00"'])(
  'a lone surrogate in %s is a fault, in a value and in a key',
  (text) => {
    expect(parseStrictJson(`[${text}]`).faults.map((fault) => fault.path)).toEqual(['/0']);
    expect(parseStrictJson(`{${text}:1}`).faults).toHaveLength(1);
  },
);

test('a pair of surrogates is a character', () => {
  expect(parseStrictJson('{"\\ud83d\\ude00":"\\ud83d\\ude00"}').faults).toEqual([]);
});

test('nesting is a fault from the 33rd level on, once, at the place where it goes too deep', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(parseStrictJson(nested(32)).faults).toEqual([]);
  for (const levels of [33, 34, 8000]) {
    expect(parseStrictJson(nested(levels)).faults.map((fault) => fault.path)).toEqual([
      '/0'.repeat(32),
    ]);
  }
});

test('many containers side by side are not nested', () => {
  expect(parseStrictJson(`[${'[],{},'.repeat(500)}0]`).faults).toEqual([]);
});

test('a pointer escapes ~ before /', () => {
  expect(pointer(['a/b', '~1', 0, ''])).toBe('/a~1b/~01/0/');
});
