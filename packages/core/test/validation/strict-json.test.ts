// Strict JSON: what it accepts is what JSON.parse accepts, and what else it reports.
import fc from 'fast-check';
import { parseInt64 } from '../../src/int64.js';
import { ErrorDetails } from '../../src/validation/error-details.js';
import { formatPath } from '../../src/validation/json/error-path.js';
import { readBody } from '../../src/validation/json/strict-json.js';

const RUNS = { numRuns: 500 };
const BOUNDS = { maxDetails: 20, maxPathLength: 100_000, maxMessageLength: 1_000 };

/** Any character. The unit `binary` of fast-check takes half a second to set up. */
const character = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
/** Well-formed text in which characters that JSON Pointer escapes are frequent. */
const key = fc.oneof(
  fc.string({ unit: character, maxLength: 8 }),
  fc.string({ unit: fc.constantFrom('~', '/', '0', '1', '"', '\\'), maxLength: 6 }),
  fc.constantFrom('__proto__', 'constructor', 'toString', '', '~1', '~01'),
);

/** JSON of any shape whose numbers are exact. */
const { exactJson } = fc.letrec((tie) => ({
  exactJson: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(fc.maxSafeInteger(), fc.boolean(), fc.constant(null), key),
    fc.array(tie('exactJson')),
    fc.dictionary(key, tie('exactJson')),
  ),
}));

/** Parses a text and collects all problems. */
function read(text: string) {
  const details = new ErrorDetails(BOUNDS);
  const json = readBody(text, details);
  const tooLarge = json.tooLarge.map(({ path, ...problem }) => ({
    ...problem,
    path: formatPath(path),
  }));
  const problems = details.all.map(({ in: _, ...problem }) => problem);
  return { ...json, problems: [...problems, ...tooLarge] };
}

/** Reference implementation of RFC 6901. */
function pointerTo(keys: readonly string[]): string {
  return keys.map((step) => `/${step.split('~').join('~0').split('/').join('~1')}`).join('');
}

function outcome(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (error) {
    return error instanceof SyntaxError ? 'SyntaxError' : error;
  }
}

test('when JSON.parse accepts a text, then it is accepted with the same value, and no other text is', () => {
  const damaged = fc
    .tuple(
      fc.jsonValue({ maxDepth: 5 }),
      fc.constantFrom('', ' ', '\t', '\n  '),
      fc.nat(),
      fc.nat(3),
      fc.string({ unit: fc.constantFrom(...'{}[],:"\\ 0-.eEtn\n\t\u0000\u00a0') }),
    )
    .map(([value, layout, at, cut, extra]) => {
      const text = JSON.stringify(value, null, layout);
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

test('when a key is given twice, then it is reported once at its JSON Pointer, at any depth', () => {
  fc.assert(
    fc.property(
      fc.array(key, { maxLength: 6 }),
      key,
      exactJson,
      exactJson,
      (path, duplicate, value1, value2) => {
        const inner = `{${JSON.stringify(duplicate)}:${JSON.stringify(value1)},${JSON.stringify(duplicate)}:${JSON.stringify(value2)}}`;
        expect(read(JSON.stringify([value1, value2])).problems).toEqual([]);
        const text = path.reduceRight((json, step) => `{${JSON.stringify(step)}:${json}}`, inner);
        expect(read(text).problems).toEqual([
          {
            path: pointerTo([...path, duplicate]),
            code: 'duplicate',
            message: 'is given more than once',
          },
        ]);
      },
    ),
    RUNS,
  );
});

test('when an integer has 64 bits, then it is restored exactly', () => {
  const integer = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);
  fc.assert(
    fc.property(fc.array(fc.tuple(key, integer), { minLength: 1 }), (pairs) => {
      const unique = [...new Map(pairs)];
      const text = `[[${unique.map(([, n]) => n).join(' , ')}],{${unique.map(([name, n]) => `${JSON.stringify(name)}:${n}`).join(',')}}]`;
      const { value, problems, restoreIntegers } = read(text);
      restoreIntegers();
      const exact = unique.map(([name, n]): [string, unknown] => [name, parseInt64(String(n))]);
      expect(problems).toEqual([]);
      expect(value).toEqual([exact.map(([, n]) => n), Object.fromEntries(exact)]);
    }),
    RUNS,
  );
});

test('when nesting is deeper than 32 levels, then it is reported once, where it is too deep', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  for (const text of [nested(32), `[${'[],{},'.repeat(500)}0]`])
    expect(read(text).problems).toEqual([]);
  for (const levels of [33, 34, 8000]) {
    expect(read(nested(levels)).problems.map((problem) => problem.path)).toEqual(['/0'.repeat(32)]);
  }
});

test('when enough problems are found, then the search ends', () => {
  for (const text of [`[${'1e400,'.repeat(1_000)}0]`, `{${'"a":1e400,'.repeat(1_000)}"a":0}`]) {
    expect(read(text).isFullyScanned).toBe(false);
  }
});
