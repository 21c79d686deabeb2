import fc from 'fast-check';
import { maxNameLength } from '../../support/contract-values.js';
import { startServer, type TestServer } from '../../support/start-server.js';
import { faultsOf, post } from './helpers.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const LONE_SURROGATES = [
  '\ud800',
  '\udbff',
  '\udc00',
  '\udfff',
  'a\ud83d',
  '\ude00a',
  '\ude00\ud83d',
];
/** Joined emoji, cut to that many code points. */
const family = (length: number) => [...'👨‍👩‍👧‍👦'.repeat(length)].slice(0, length).join('');
const MOST = maxNameLength();

async function expectKept(name: string): Promise<void> {
  const created = await post(server, { name, categoryId: 1 });
  expect(created.status).toBe(201);
  expect(created.json.name).toBe(name);
  const { id } = created.json;
  expect((await server.call(`/pets/${id}`)).json.name).toBe(name);
}

async function expectRefused(body: string | { name: string; categoryId: number }): Promise<void> {
  expect(faultsOf(await post(server, body))).toEqual(['body /name']);
  expect((await server.call('/pets')).json).toEqual([]);
}

describe('a name', () => {
  test.each([
    ['one letter', 'a'],
    ['one emoji', '😀'],
    ['one blank', ' '],
    ['blanks around it', '  Hambone  '],
    ['as many letters as there may be', 'x'.repeat(MOST)],
    [
      'as many emoji, which are twice as many UTF-16 units and four times the bytes',
      '😀'.repeat(MOST),
    ],
    ['as many code points in joined emoji', family(MOST)],
    ['a letter with a combining accent', 'e\u0301'],
    ['the same letter in one piece', '\u00e9'],
    ['a byte order mark', '\ufeffHambone'],
    ['a soft hyphen and a zero-width blank', 'Ham\u00adbo\u200bne'],
    ['line separators that are no control characters', 'a\u2028b\u2029c'],
    ['the last code point of all', '\u{10ffff}'],
    ['a code point for private use, and one that is no character', '\ue000\ufffe'],
    ['a replacement character', '\ufffd'],
    ['right-to-left letters', 'שלום مرحبا'],
    ['quotes and backslashes', `"'\\\\" OR 1=1; --`],
    ['markup', '<b>&amp;</b>'],
    ['a number', '9007199254740993'],
    ['a word that means something elsewhere', '__proto__'],
  ])('of %s is stored exactly as it was sent', (_, name) => expectKept(name));

  test.each([
    ['nothing', ''],
    ['one letter too many', 'x'.repeat(MOST + 1)],
    ['one emoji too many', '😀'.repeat(MOST + 1)],
    ['one code point too many in joined emoji', family(MOST + 1)],
    ['NUL', 'a\u0000b'],
    ['a tab', 'a\tb'],
    ['a line feed at its end', 'Hambone\n'],
    ['a carriage return', '\rHambone'],
    ['an escape', '\u001b[31mred'],
    ['a delete', '\u007f'],
    ['the first C1 control', '\u0080'],
    ['a next line', 'a\u0085b'],
    ['the last C1 control', '\u009f'],
  ])('of %s is a 400 that names it', (_, name) => expectRefused({ name, categoryId: 1 }));

  test.each(LONE_SURROGATES)('with the lone surrogate in %j is a 400 that names it', (name) =>
    // JSON.stringify writes a lone surrogate as an escape, the only way to send one.
    expectRefused({ name, categoryId: 1 }),
  );

  test('with an unescaped line feed is not JSON', async () => {
    expect(faultsOf(await post(server, '{"name":"a\nb","categoryId":1}'))).toEqual(['body ']);
  });

  test('is told apart from the same letters in another Unicode form', async () => {
    await expectKept('e\u0301');
    await expectKept('\u00e9');
    const listed = (await server.call('/pets')).json.map((pet: { name: string }) => pet.name);
    expect(listed).toEqual(['e\u0301', '\u00e9']);
  });

  test('of any text is either stored exactly, or refused by its rule alone', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      fc.string({ unit: fc.constantFrom('😀', 'x'), minLength: MOST - 2, maxLength: MOST + 3 }),
      fc.string({ unit: fc.constantFrom('a', '\ud83d', '\ude00', '\u0085'), maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (name) => {
        const length = [...name].length;
        const allowed = length >= 1 && length <= MOST && !/[\p{Cc}\p{Cs}]/u.test(name);
        if (allowed) return expectKept(name);
        expect(faultsOf(await post(server, { name, categoryId: 1 }))).toEqual(['body /name']);
      }),
      { numRuns: 300 },
    );
  });
});
