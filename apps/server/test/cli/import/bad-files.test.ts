// Files and rows that cannot be imported: one line that says why, and nothing is written.
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useTempStore } from '../../support/use-temp-store.js';

const store = useTempStore();
const HEADER = 'name,categoryId\n';

async function expectRefused(file: string, problem: string, args: string[] = []): Promise<void> {
  expect(await store.failureOf(['pets', 'import', file, ...args])).toContain(problem);
}

/** What is wrong in a CSV file, and what is said of it. */
const BROKEN: readonly (readonly [content: string | Uint8Array, problem: string])[] = [
  ['', 'line 1: must be a header with the columns name, '],
  ['name,colour\n', 'line 1: "colour" is not a column; the columns are name'],
  ['name,categoryId,name\n', 'line 1: the column name is given more than once'],
  [`${'x'.repeat(5_000_000)}\n`, `line 1: "${'x'.repeat(100)}…" is not a column`],
  ['\nname,status\n', 'line 2: the column categoryId is missing'],
  [`${HEADER}Rex,1\nRe"x",1\n`, 'line 3: a value with a quote'],
  [`${HEADER}"Rex"y,1\n`, 'line 2: a value with a quote'],
  [`${HEADER}Rex,1\n"Max,1\nA,2\n`, 'line 3: a quote is never closed'],
  [Buffer.from(`${HEADER}Rex,1\nR\xe9x,1\n`, 'latin1'), 'line 3: is not UTF-8'],
  [Buffer.from(`\ufeff${HEADER}`, 'utf16le'), 'line 1: is not UTF-8'],
];

test('when a CSV file is broken, then its line is named, and no store is new', async () => {
  const file = join(store.folder, 'animals.csv');
  for (const [content, problem] of BROKEN) {
    await writeFile(file, content);
    await expectRefused(file, problem);
  }
  expect(await readdir(store.folder)).toEqual(['animals.csv']);
});

test('when a file is JSON of several lines, and not NDJSON, then nothing of it is imported', async () => {
  const file = join(store.folder, 'animals.ndjson');
  const [first, last] = ['{"name":"Rex","categoryId":1}', '{"name":"Max","categoryId":2}'];
  for (const content of [
    `[\n  ${first},\n  ${last}\n]\n`,
    `\ufeff\n  [${first},\r\n${last}]`,
    `[${first}, ${last}]`,
    `{"animals": [\n${first},\n${last}\n]}`,
    `{\n"animals":\n[${first},\n${last}\n]}`,
    `${first},\n${last}\n`,
  ]) {
    await writeFile(file, content);
    await expectRefused(file, ': is not a JSON object of its own: the file is JSON, not NDJSON');
  }
  await writeFile(file, `\n ${first} \n[]\n[\n{\n${last}\n`); // bad rows later are only those rows
  const { stderr } = await store.cli(['pets', 'import', file]);
  expect(stderr).toContain('animals: 2 imported, 3 rejected');
});

test('when the bad line is far inside the file, then its number is exact', async () => {
  const file = join(store.folder, 'animals.csv');
  const rows = Array.from({ length: 60_000 }, (_, index) => `"Animal\n${index}",1\n`);
  await writeFile(file, `${HEADER}${rows.join('')}Rex"\n`);
  await expectRefused(file, 'line 120002: a quote is never closed');
  await writeFile(file, Buffer.concat([Buffer.from(HEADER + rows.join('')), Buffer.from([0xff])]));
  await expectRefused(file, 'line 120002: is not UTF-8');
});

test('when the file does not exist, is a folder, a pipe, or has another extension, then it is refused', async () => {
  const [folder, pipe] = [join(store.folder, 'folder.csv'), join(store.folder, 'pipe.csv')];
  await mkdir(folder);
  execFileSync('mkfifo', [pipe]);
  for (const path of [folder, pipe])
    await expectRefused(path, 'must be a regular file, because it is read twice');
  await expectRefused('/dev/null', 'must end in .csv or .ndjson');
  await expectRefused(join(store.folder, 'missing.csv'), 'missing.csv');
});

test('when the rejects file exists, or cannot be written, then it is left as it is', async () => {
  await store.cli(['migrate']);
  const file = join(store.folder, 'animals.csv');
  await writeFile(file, `${HEADER},1\n`);
  const other = join(store.folder, 'animals.rejects.csv');
  await writeFile(other, 'mine');
  await expectRefused(file, 'exists already: move it, or name another file with --rejects');
  expect(await readFile(other, 'utf8')).toBe('mine');
  await expectRefused(file, 'cannot write', ['--rejects', join(store.folder, 'no', 'rejects.csv')]);
  await expectRefused(file, 'exists already', ['--rejects', file]);
  expect(await readFile(file, 'utf8')).toBe(`${HEADER},1\n`);
});

test('when the name of a file has a terminal escape, then the messages show it as ?', async () => {
  const file = join(store.folder, 'a\u001b[2J\u009b.csv');
  await writeFile(file, `${HEADER}${',1\n'.repeat(21)}`);
  for (const args of [[], [], ['--rejects', `${file}/no/rejects.csv`]]) {
    const { stderr } = await store.cli(['pets', 'import', file, ...args]);
    expect(stderr).toContain('a?[2J?');
    expect(stderr).not.toContain('\u001b');
    expect(stderr).not.toContain('\u009b');
  }
});

test('when --rejects is a file of the store, then it is refused, even if the import continues', async () => {
  const file = join(store.folder, 'animals.csv');
  await writeFile(file, `${HEADER},1\n`);
  await expectRefused(file, 'belongs to the store', ['--rejects', `${store.file}-serving`]);
  const dangling = join(store.folder, 'dangling');
  await symlink('nowhere', dangling);
  const begun = await store.cli(['pets', 'import', file, '--rejects', dangling]);
  expect(begun.stderr).toContain('run the same command again to continue');
  for (const suffix of ['', '-importing', '-serving', '-wal'])
    await expectRefused(file, 'belongs to the store', ['--rejects', `${store.file}${suffix}`]);
  const link = join(store.folder, 'link');
  await symlink(`${store.file}-importing`, link);
  await expectRefused(file, 'belongs to the store', ['--rejects', link]);
  expect((await store.cli(['pets', 'import', file])).exitCode).toBe(0);
});
