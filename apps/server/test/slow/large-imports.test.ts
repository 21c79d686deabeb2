// Files for import with rows of many megabytes: they are rejected in bounded memory, and no expression overflows the stack.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCli } from '../support/run-cli.js';
import { useTempStore } from '../support/use-temp-store.js';

const store = useTempStore();
const HEADER = 'name,categoryId\n';
const MB = 1_000_000;
const TOO_LARGE = 'the row is larger than';

async function write(name: string, text: string): Promise<string> {
  const path = join(store.folder, name);
  await writeFile(path, text);
  return path;
}

test.each([
  ['csv', HEADER, `${'x'.repeat(MB)},1\n`],
  ['ndjson', '', `{"name":"${'x'.repeat(MB)}","categoryId":1}\n`],
])(
  'when a file of %s has many rows of a megabyte, then they are rejected in little memory',
  async (...file) => {
    const [extension, header, row] = file;
    const path = await write(`animals.${extension}`, header + row.repeat(100));
    const env = { NODE_OPTIONS: '--max-old-space-size=50' };
    const { stderr } = await runCli(['pets', 'import', path], { file: store.file, env });
    expect(stderr).toContain('animals: 0 imported, 100 rejected');
    const rejects = await stat(join(store.folder, `animals.rejects.${extension}`));
    expect(rejects.size).toBeGreaterThan(100 * MB);
  },
);

test('when a CSV value has millions of quotes, then its row is rejected as too large', async () => {
  const value = `"${'""'.repeat(6 * MB)}"`;
  const file = await write('animals.csv', `${HEADER}${value},1\nRex,1\n`);
  const { stderr } = await store.cli(['pets', 'import', file]);
  expect(stderr).toContain(`line 2: ${TOO_LARGE}`);
  expect(stderr).toContain('animals: 1 imported, 1 rejected');
  const rejects = await readFile(join(store.folder, 'animals.rejects.csv'), 'utf8');
  expect(rejects.endsWith(`bytes,${value},1\n`)).toBe(true);
});

test('when a record has more lines than the limit has bytes, then the file is refused with its line', async () => {
  const file = await write('animals.csv', `${HEADER}"${'\n'.repeat(17 * MB)}",1\n`);
  const { stderr, exitCode } = await store.cli(['pets', 'import', file]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('line 2: a quote is never closed in the record that begins here');
});

test.each([
  ['a comment', `"#field":"${'x'.repeat(15 * MB)}","#reason":"","name":"","categoryId":1`],
  ['text', `"#field":"","#reason":"","#text":"${'\\\\'.repeat(7 * MB)}"`],
])(
  'when a line of a rejects file has millions of characters in %s, then it is rejected',
  async (...row) => {
    const [, properties] = row;
    const file = await write('animals.ndjson', `{"#line":1,${properties}}\n`);
    const { stderr } = await store.cli(['pets', 'import', file]);
    expect(stderr).toContain(`line 1: ${TOO_LARGE}`);
  },
);
