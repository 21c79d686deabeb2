import fc from 'fast-check';
import { maxNameLength } from '../../support/contract-values.js';
import { startServer, type TestServer } from '../../support/start-server.js';
import { errorLocations, post } from './helpers.js';

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
/** Code points of joined emoji. */
const joinedEmoji = (length: number) => [...'👨‍👩‍👧‍👦'.repeat(length)].slice(0, length).join('');
const MAX_LENGTH = maxNameLength();

async function expectStored(name: string): Promise<void> {
  const created = await post(server, { name, categoryId: 1 });
  expect(created.status).toBe(201);
  expect(created.json.name).toBe(name);
  const { id } = created.json;
  expect((await server.call(`/pets/${id}`)).json.name).toBe(name);
}

async function expectRefused(body: string | { name: string; categoryId: number }): Promise<void> {
  expect(errorLocations(await post(server, body))).toEqual(['body /name']);
  expect((await server.call('/pets')).json).toEqual([]);
}

describe('a name', () => {
  test.each([
    ['one letter', 'a'],
    ['one emoji', '😀'],
    ['one space', ' '],
    ['spaces around it', '  Hambone  '],
    ['the maximum number of letters', 'x'.repeat(MAX_LENGTH)],
    [
      'the maximum number of emoji, with two UTF-16 units and four bytes each',
      '😀'.repeat(MAX_LENGTH),
    ],
    ['the maximum number of code points in joined emoji', joinedEmoji(MAX_LENGTH)],
    ['a letter with a combining accent', 'e\u0301'],
    ['the same letter, precomposed', '\u00e9'],
    ['a byte order mark', '\ufeffHambone'],
    ['a soft hyphen and a zero-width space', 'Ham\u00adbo\u200bne'],
    ['line separators that are not control characters', 'a\u2028b\u2029c'],
    ['the last code point of Unicode', '\u{10ffff}'],
    ['a private-use code point and a noncharacter', '\ue000\ufffe'],
    ['a replacement character', '\ufffd'],
    ['right-to-left letters', 'שלום مرحبا'],
    ['quotes and backslashes', `"'\\\\" OR 1=1; --`],
    ['markup', '<b>&amp;</b>'],
    ['a number', '9007199254740993'],
    ['a property of Object.prototype', '__proto__'],
  ])('of %s is stored unchanged', (_, name) => expectStored(name));

  test.each([
    ['nothing', ''],
    ['one letter more than the maximum', 'x'.repeat(MAX_LENGTH + 1)],
    ['one emoji more than the maximum', '😀'.repeat(MAX_LENGTH + 1)],
    ['one code point more than the maximum in joined emoji', joinedEmoji(MAX_LENGTH + 1)],
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
    // JSON.stringify escapes a lone surrogate, which is the only way to send one
    expectRefused({ name, categoryId: 1 }),
  );

  test('with an unescaped line feed is not JSON', async () => {
    expect(errorLocations(await post(server, '{"name":"a\nb","categoryId":1}'))).toEqual(['body ']);
  });

  test('is not normalized to another Unicode form', async () => {
    await expectStored('e\u0301');
    await expectStored('\u00e9');
    const listed = (await server.call('/pets')).json.map((pet: { name: string }) => pet.name);
    expect(listed).toEqual(['e\u0301', '\u00e9']);
  });

  test('of any text is stored unchanged or refused according to the contract', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom('😀', 'x'),
        minLength: MAX_LENGTH - 2,
        maxLength: MAX_LENGTH + 3,
      }),
      fc.string({ unit: fc.constantFrom('a', '\ud83d', '\ude00', '\u0085'), maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (name) => {
        const length = [...name].length;
        const allowed = length >= 1 && length <= MAX_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(name);
        if (allowed) return expectStored(name);
        expect(errorLocations(await post(server, { name, categoryId: 1 }))).toEqual(['body /name']);
      }),
      { numRuns: 300 },
    );
  });
});
