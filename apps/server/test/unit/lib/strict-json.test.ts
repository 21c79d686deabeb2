import { parseInt64 } from '@animal-store/contract';
import fc from 'fast-check';
import { pointer } from '../../../src/lib/json-pointer.js';
import { type JsonProblem, parseStrictJson } from '../../../src/lib/strict-json.js';

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

/** Reads to the end, whatever is found on the way. */
function read(text: string) {
  const faults: JsonProblem[] = [];
  const json = parseStrictJson(text, (fault) => faults.push(fault) > 0);
  return {
    ...json,
    faults: faults.map(({ path, ...fault }) => ({ ...fault, path: pointer(path) })),
  };
}

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
        expect(read(text).value).toEqual(JSON.parse(text));
      }),
      RUNS,
    );
  });

  test('has no fault, as long as its numbers are exact and its text is well-formed', () => {
    fc.assert(
      fc.property(exactJson, (value) => {
        expect(read(JSON.stringify(value)).faults).toEqual([]);
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
        expect(outcome(() => read(text).value)).toEqual(outcome(() => JSON.parse(text)));
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
          expect(read(text).faults).toEqual([
            {
              path: pointerTo([...outer, twice]),
              code: 'duplicate',
              message: 'is given more than once',
            },
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
        expect(read(text).faults.map((fault) => fault.path)).toEqual([pointerTo([twice])]);
      }),
      RUNS,
    );
  });

  test('inside arrays is reported under its index', () => {
    const { faults } = read('[0,[{"a":1},{"a":1,"b":[],"a":2}],{"c":{},"c":[]}]');
    expect(faults.map((fault) => fault.path)).toEqual(['/1/1/a', '/2/c']);
  });

  test('is not one in another object', () => {
    const text = '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}],"c":"a","d":"\\"a\\":1,\\"a\\":2"}';
    expect(read(text).faults).toEqual([]);
  });
});

describe('an integer', () => {
  test('of 64 bits is restored exactly, wherever it stands', () => {
    const integer = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);
    fc.assert(
      fc.property(fc.array(fc.tuple(key, integer), { minLength: 1 }), (pairs) => {
        const unique = [...new Map(pairs)];
        const text = `[[${unique.map(([, n]) => n).join(' , ')}],{${unique.map(([name, n]) => `${JSON.stringify(name)}:${n}`).join(',')}}]`;
        const { value, faults, restoreIntegers } = read(text);
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
    expect(read(`{"n":[0,${digits}]}`).faults.map((fault) => fault.path)).toEqual(['/n/1']);
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
    expect(read(digits).faults).toEqual([]);
  });
});

test.each(['"\\ud800"', '"a\\udc00b"', '"\\udc00\\ud800"', '"\\ud83d \\ude00"'])(
  'a lone surrogate in %s is a fault, in a value and in a key',
  (text) => {
    expect(read(`[${text}]`).faults.map((fault) => fault.path)).toEqual(['/0']);
    expect(read(`{${text}:1}`).faults).toHaveLength(1);
  },
);

test('a pair of surrogates is a character', () => {
  expect(read('{"\\ud83d\\ude00":"\\ud83d\\ude00"}').faults).toEqual([]);
});

test('nesting is a fault from the 33rd level on, once, at the place where it goes too deep', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(read(nested(32)).faults).toEqual([]);
  for (const levels of [33, 34, 8000]) {
    expect(read(nested(levels)).faults.map((fault) => fault.path)).toEqual(['/0'.repeat(32)]);
  }
});

test('many containers side by side are not nested', () => {
  expect(read(`[${'[],{},'.repeat(500)}0]`).faults).toEqual([]);
});

test('when no more faults are wanted, then the search for them ends', () => {
  for (const text of [`[${'1e400,'.repeat(1_000)}0]`, `{${'"a":1e400,'.repeat(1_000)}"a":0}`]) {
    const faults: JsonProblem[] = [];
    parseStrictJson(text, (fault) => faults.push(fault) < 20);
    expect(faults).toHaveLength(20);
  }
});

describe('a pointer', () => {
  test('escapes ~ before /', () => {
    expect(pointer(['a/b', '~1', 0, ''])).toBe('/a~1b/~01/0/');
  });

  test.each<[string, (string | number)[], string]>([
    ['as long as allowed', ['abc', 'efgh'], '/abc/efgh'],
    ['longer', ['abc', 'efghi'], '/abc/efg…'],
    ['longer by a step', ['abc', 'efgh', 0], '/abc/efg…'],
    ['longer once escaped', ['~~~~~'], '/~0~0~0…'],
    ['cut inside an escape', ['ab/////'], '/ab~1~1…'],
    ['cut inside a character', ['abcdef🐈g'], '/abcdef…'],
    ['far too long', ['a'.repeat(10_000_000), 'b'], '/aaaaaaa…'],
  ])('%s is cut to its length', (_, path, text) => {
    expect(pointer(path, 9)).toBe(text);
  });
});
