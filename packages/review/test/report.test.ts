import { type Comparison, compare } from '../src/compare.js';
import { CONTRACT_FILE } from '../src/contract.js';
import { FORMATS } from '../src/report.js';
import { all, type Edit, edited, remove, set, withFolder, write } from './support/edit.js';

async function compareWith(edit: Edit): Promise<Comparison> {
  return withFolder(async (folder) =>
    compare(CONTRACT_FILE, await write(folder, 'openapi.yaml', await edited(edit))),
  );
}

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
    'Clients break: the next version is 2.0.0, but info.version was 1.0.0 and is 1.0.0.',
  );
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
