import type { Comparison } from '../src/compare.js';
import { FORMATS } from '../src/report.js';
import { all, compareEdits, type Edit, remove, set } from './support/edit.js';

const compareWith = (edit: Edit): Promise<Comparison> => compareEdits(() => {}, edit);

const BREAKING = all(remove('x-rate-limit-plans business'), set('x-max-body-bytes', 65_536));

test('the terminal names the base, each change with its place and reason, and the version', async () => {
  const lines = FORMATS.terminal(await compareWith(BREAKING), 'v1').split('\n');
  expect(lines[0]).toBe('Compared with v1.');
  expect(lines[2]).toMatch(
    /^major {2}openapi\.yaml:\d+:\d+ \(before\) {2}`x-rate-limit-plans\.business` removed/,
  );
  expect(lines[3]).toBe('       Keys of that plan have no quota.');
  expect(lines[4]).toMatch(
    /^minor {2}openapi\.yaml:\d+:\d+ {2}`x-max-body-bytes` changed from 16384 to 65536\./,
  );
  expect(lines.at(-1)).toBe(
    'Clients break: the next version is 2.0.0, but info.version was 1.0.0 and is 1.0.0, and no changeset announces a major step.',
  );
});

describe('the last line tells where the version goes', () => {
  const last = async (...args: Parameters<typeof compareEdits>) =>
    FORMATS.terminal(await compareEdits(...args), 'v1')
      .split('\n')
      .at(-1);

  test('and that it says so if clients break', async () => {
    expect(await last(() => {}, all(BREAKING, set('info version', '2.0.0')))).toBe(
      'Clients break, and the version says so: info.version was 1.0.0 and is 2.0.0.',
    );
  });

  test('and that a changeset says so', async () => {
    expect(await last(() => {}, BREAKING, { announced: 'major' })).toBe(
      'Clients break, and a changeset announces a major step: the next version is 2.0.0.',
    );
  });

  test('and that it moves, if nothing else does', async () => {
    expect(await last(() => {}, set('info version', '1.1.0'))).toBe(
      'The contract says what it said, but for its version: info.version was 1.0.0 and is 1.1.0.',
    );
  });

  test('and that it must not step back', async () => {
    expect(await last(() => {}, set('info version', '0.9.0'))).toBe(
      'A version only moves forward, but info.version was 1.0.0 and is 0.9.0.',
    );
  });
});

test('the Markdown has a table for each level, and no text that breaks it', async () => {
  const edit = all(BREAKING, set('paths /pets get x-stability', 'a|b'));
  const text = FORMATS.markdown(await compareWith(edit), 'v1');
  expect(text).toMatch(/### Breaking \(major\)\n\n\| Change \| Why \| Operations \| Place \|\n/);
  expect(text).toContain('### Additions (minor)');
  expect(text).toContain('a\\|b');
});

test('the JSON is the whole comparison', async () => {
  const comparison = await compareWith(BREAKING);
  expect(JSON.parse(FORMATS.json(comparison, 'v1'))).toMatchObject({
    base: 'v1',
    level: 'major',
    nextVersion: '2.0.0',
    admissible: false,
    changes: [{ level: 'major' }, { level: 'minor' }],
  });
});

test('without a change there is nothing to do', async () => {
  const text = FORMATS.terminal(await compareWith(() => {}), 'v1');
  expect(text).toBe('Compared with v1.\n\nThe contract says what it said.');
});
