// What the user hands to the commands: the usage file and the date, and what the error says otherwise.
import { readUsage, type Usage } from '../src/decision/usage-file.js';
import { withTemporaryFolder } from '../src/temporary-folder.js';
import { readToday } from '../src/user-input.js';
import { write } from './support/edit-contract.js';
import { USAGE_ROW } from './support/usage-row.js';

type Rows = Record<string, unknown>[];

const textOf = (...changes: Rows) =>
  JSON.stringify(changes.map((change) => ({ ...USAGE_ROW, ...change })));
/** As the command prints them. */
const linesOf = (...changes: Rows) =>
  `[\n${changes.map((change) => JSON.stringify({ ...USAGE_ROW, ...change })).join(',\n')}\n]\n`;
const parseUsage = (text: string): Promise<Usage> =>
  withTemporaryFolder(async (folder) => readUsage(await write(folder, 'u.json', text), 'u.json'));

test.each([
  ['a row on each line', linesOf],
  ['all rows on one line', textOf],
])(
  'when the file has %s, then the requests of a key to an operation are added up',
  async (_, toText) => {
    const { from, to, key, name, plan, operation } = USAGE_ROW;
    const text = toText(
      {},
      { statusClass: '4xx', day: '2026-11-22' },
      { key: 'key_b', name: undefined, plan: undefined },
    );
    expect(await parseUsage(text)).toEqual({
      from,
      to,
      calls: [
        { key, name, plan, operation, requests: 24, lastDay: '2026-11-22' },
        {
          key: 'key_b',
          name: undefined,
          plan: undefined,
          operation,
          requests: 12,
          lastDay: '2026-11-20',
        },
      ],
    });
  },
);

test('when rows have further properties, then these are dropped, so that no report prints them', async () => {
  expect(JSON.stringify(await parseUsage(textOf({ secret: 'as_live_1' })))).not.toContain(
    'as_live_1',
  );
});

test.each<[text: string, says: RegExp]>([
  ['', /^u\.json is not JSON: make it with `animal-store usage --days 90 --json`\.$/],
  ['> animal-store@1.0.0 cli\n[]', /^u\.json is not JSON: /],
  ['[\n{"from":', /^u\.json is not JSON: /],
  ['{}', /^u\.json: expected the array/],
  ['[]', /^u\.json: it has no requests, so it does not say which days it covers\.$/],
  ['["x"]', /^u\.json: row 1 must be an object\.$/],
  ['[null]', /^u\.json: row 1 must be an object\.$/],
])('when the file is %j, then one line says what is wrong', async (text, says) => {
  await expect(parseUsage(text)).rejects.toThrow(says);
});

test.each<[row: Record<string, unknown>, says: RegExp]>([
  [{ from: undefined }, /has no `from` and `to`: .* without --key and --operation\.$/],
  [{ from: 20_000 }, /must have a date such as 2030-12-05 as `from`\.$/],
  [{ to: '2026-11-22' }, /has other days/],
  [{ day: '2026-02-30' }, /must have a date such as 2030-12-05 as `day`\.$/],
  [{ day: '2026-08-25' }, /has a `day` that is not between/],
  [{ day: '2026-11-24' }, /has a `day` that is not between/],
  [{ requests: '12' }, /must have a number from 1 as `requests`\.$/],
  [{ key: undefined }, /must have a text as `key`\.$/],
  [{ operation: '' }, /must have a text as `operation`\.$/],
  [{ name: { first: 'as_live_1' } }, /must have a text as `name`\.$/],
])('when a row has %j, then one line names the row and says what is wrong', async (row, says) => {
  await expect(parseUsage(linesOf({}, row))).rejects.toThrow(
    new RegExp(`^u\\.json: row 2 ${says.source}`),
  );
});

test.each([
  ['does not exist', 'none.json', /^none\.json does not exist\.$/],
  ['is a folder', '.', /^\. cannot be read \(EISDIR\)\.$/],
])('when the file %s, then one line says so', async (_name, name, says) => {
  await withTemporaryFolder(async (folder) => {
    await expect(readUsage(`${folder}/${name}`, name)).rejects.toThrow(says);
  });
});

test('when a date is given, then it is today, and otherwise the UTC date is', () => {
  expect(readToday('2030-12-05')).toBe('2030-12-05');
  expect(readToday(undefined)).toBe(new Date().toISOString().slice(0, 10));
});

test.each(['', 'tomorrow', '2030-12-5', '2030-02-30', '2030-12-05T00:00:00Z'])(
  'when the date is %j, then it is refused by its value',
  (text) => {
    expect(() => readToday(text)).toThrow(
      `--today must be a calendar date such as 2030-12-05 (got "${text}").`,
    );
  },
);
