import type { Comparison } from '../src/diff/compare.js';
import { FORMATS } from '../src/diff/report.js';
import { all, compareEdits, type Edit, remove, set } from './support/edit-contract.js';

const compareWith = (edit: Edit): Promise<Comparison> => compareEdits(() => {}, edit);

const BREAKING = all(remove('x-rate-limit-plans business'), set('x-max-body-bytes', 65_536));

test('when changes are printed to a terminal, then each has its position and reason, and the version comes last', async () => {
  const lines = FORMATS.terminal(await compareWith(BREAKING), 'v1').split('\n');
  expect(lines[0]).toBe('Compared with v1.');
  expect(lines[2]).toMatch(
    /^major {2}openapi\.yaml:\d+:\d+ \(before\) {2}`x-rate-limit-plans\.business` removed/,
  );
  expect(lines[3]).toBe('       Keys on that plan have no quota.');
  expect(lines[4]).toMatch(
    /^minor {2}openapi\.yaml:\d+:\d+ {2}`x-max-body-bytes` changed from 16384 to 65536\./,
  );
  expect(lines.at(-1)).toBe(
    'Unannounced breaking changes: the next version must be 2.0.0, but info.version is still 1.0.0, and no changeset announces a major version.',
  );
});

describe('the last line of the terminal report', () => {
  const last = async (...args: Parameters<typeof compareEdits>) =>
    FORMATS.terminal(await compareEdits(...args), 'v1')
      .split('\n')
      .at(-1);

  test('when the version announces breaking changes, then it says so', async () => {
    expect(await last(() => {}, all(BREAKING, set('info version', '2.0.0')))).toBe(
      'Breaking changes, announced by the version: info.version went from 1.0.0 to 2.0.0.',
    );
  });

  test('when a changeset announces breaking changes, then it says so', async () => {
    expect(await last(() => {}, BREAKING, { announced: 'major' })).toBe(
      'Breaking changes, announced by a major changeset: the next version is 2.0.0.',
    );
  });

  test('when only the version changes, then it says so', async () => {
    expect(await last(() => {}, set('info version', '1.1.0'))).toBe(
      'No changes, except that info.version went from 1.0.0 to 1.1.0.',
    );
  });

  test('when the version decreases, then it says that it must not', async () => {
    expect(await last(() => {}, set('info version', '0.9.0'))).toBe(
      'A version must not decrease, but info.version went from 1.0.0 to 0.9.0.',
    );
  });
});

test('when changes are written as Markdown, then each level has a table and cells are escaped', async () => {
  const edit = all(BREAKING, set('paths /pets get x-stability', 'a|b'));
  const text = FORMATS.markdown(await compareWith(edit), 'v1');
  expect(text).toMatch(
    /### Breaking \(major\)\n\n\| Change \| Reason \| Operations \| Location \|\n/,
  );
  expect(text).toContain('### Additions (minor)');
  expect(text).toContain('a\\|b');
});

test('when changes are written as JSON, then it is the whole comparison', async () => {
  const comparison = await compareWith(BREAKING);
  expect(JSON.parse(FORMATS.json(comparison, 'v1'))).toMatchObject({
    base: 'v1',
    level: 'major',
    nextVersion: '2.0.0',
    admissible: false,
    changes: [{ level: 'major' }, { level: 'minor' }],
  });
});

test('when nothing changed, then the report says so', async () => {
  const text = FORMATS.terminal(await compareWith(() => {}), 'v1');
  expect(text).toBe('Compared with v1.\n\nNo changes.');
});
