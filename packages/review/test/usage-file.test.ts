// The usage file: what it must have, and what the error says otherwise.
import { parseUsage, readUsage } from '../src/decision/usage-file.js';
import { withFolder } from './support/edit-contract.js';

const ROW = {
  day: '2026-11-20',
  key: 'key_a',
  operation: 'listPets',
  statusClass: '2xx',
  requests: 12,
  name: 'Ann',
  plan: 'pro',
  from: '2026-08-26',
  to: '2026-11-23',
};
const textOf = (...changes: Record<string, unknown>[]) =>
  JSON.stringify(changes.map((change) => ({ ...ROW, ...change })));

test('when the file is the output of `usage --json`, then its period and its rows are read', () => {
  const { statusClass: _, from, to, ...row } = ROW;
  const gone = { name: undefined, plan: undefined };
  expect(parseUsage(textOf({}, { ...gone, statusClass: '4xx' }), 'u.json')).toEqual({
    from,
    to,
    rows: [row, { ...row, ...gone }],
  });
});

test('when rows have further properties, then these are dropped, so that no report prints them', () => {
  const usage = parseUsage(textOf({ secret: 'as_live_1' }), 'u.json');
  expect(JSON.stringify(usage)).not.toContain('as_live_1');
});

test.each<[string, string, RegExp]>([
  ['nothing', '', /^u\.json is not JSON: make it with `animal-store usage --days 90 --json`\.$/],
  ['broken JSON', '[\n  {"day": 1,\n}]', /^u\.json:3:1 is not JSON: /],
  ['output of npm', '> animal-store@1.0.0 cli\n[]', /^u\.json is not JSON: /],
  ['an object', '{}', /^u\.json: expected the array/],
  ['no rows', '[]', /^u\.json: it has no requests, so it does not say which days it covers\.$/],
  ['a row that is text', '["x"]', /^u\.json: row 1 must be an object\.$/],
  ['a row that is null', '[null]', /^u\.json: row 1 must be an object\.$/],
  [
    'no period',
    textOf({ from: undefined }),
    /^u\.json: row 1 has no `from` and `to`: .* without --key and --operation\.$/,
  ],
  [
    'a wrong period',
    textOf({ from: 20_000 }),
    /^u\.json: row 1 must have a date such as 2030-12-05 as `from`\.$/,
  ],
  ['two periods', textOf({}, { to: '2026-11-22' }), /^u\.json: row 2 has other days/],
  [
    'a wrong day',
    textOf({}, { day: '2026-02-30' }),
    /^u\.json: row 2 must have a date such as 2030-12-05 as `day`\.$/,
  ],
  [
    'a day before the period',
    textOf({ day: '2026-08-25' }),
    /^u\.json: row 1 has a `day` that is not between/,
  ],
  [
    'a day after the period',
    textOf({ day: '2026-11-24' }),
    /^u\.json: row 1 has a `day` that is not between/,
  ],
  [
    'no requests',
    textOf({ requests: '12' }),
    /^u\.json: row 1 must have a number from 1 as `requests`\.$/,
  ],
  ['no key', textOf({ key: undefined }), /^u\.json: row 1 must have a text as `key`\.$/],
  [
    'an empty operation',
    textOf({ operation: '' }),
    /^u\.json: row 1 must have a text as `operation`\.$/,
  ],
  [
    'a name that is no text',
    textOf({ name: { first: 'as_live_1' } }),
    /^u\.json: row 1 must have a text as `name`\.$/,
  ],
])('when the file has %s, then one line says what is wrong', (_name, text, says) => {
  expect(() => parseUsage(text, 'u.json')).toThrow(says);
});

test.each([
  ['does not exist', 'none.json', /^none\.json does not exist\.$/],
  ['is a folder', '.', /^\. cannot be read \(EISDIR\)\.$/],
])('when the file %s, then one line says so', async (_name, name, says) => {
  await withFolder(async (folder) => {
    await expect(readUsage(`${folder}/${name}`, name)).rejects.toThrow(says);
  });
});
