// Rows that are far longer than any valid one: they are rejected like others, in bounded memory.
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { useTempStore } from '../../support/use-temp-store.js';

const store = useTempStore();
const MB = 1_000_000;
const TOO_LARGE = 'the row is larger than';

/** Writes a new file: the header, and the part `count` times. */
async function write(name: string, header: string, part: string, count = 1): Promise<string> {
  const path = join(store.folder, name);
  const file = await open(path, 'w');
  await file.write(header);
  for (let index = 0; index < count; index += 1) await file.write(part);
  await file.close();
  return path;
}

test.each([
  ['csv', 'name,categoryId\n', `${'x'.repeat(MB)},1\n`],
  ['ndjson', '', `{"name":"${'x'.repeat(MB)}","categoryId":1}\n`],
])(
  'when a file of %s has many rows of a megabyte, then they are rejected in little memory',
  async (extension, header, row) => {
    const file = await write(`animals.${extension}`, header, row, 300);
    const env = { NODE_OPTIONS: '--max-old-space-size=150' };
    const { stderr } = await store.cli(['pets', 'import', file], env);
    expect(stderr).toContain('0 animals imported, 300 rows rejected');
    const rejects = await stat(join(store.folder, `animals.rejects.${extension}`));
    expect(rejects.size).toBeGreaterThan(300 * MB);
  },
);

test('when a CSV value has millions of quotes, then its row is rejected as too large', async () => {
  const value = `"${'""'.repeat(6 * MB)}"`;
  const file = await write('animals.csv', 'name,categoryId\n', `${value},1\nRex,1\n`);
  const { stderr } = await store.cli(['pets', 'import', file]);
  expect(stderr).toContain(`line 2: ${TOO_LARGE}`);
  expect(stderr).toContain('1 animals imported, 1 rows rejected');
  const rejects = await readFile(join(store.folder, 'animals.rejects.csv'), 'utf8');
  expect(rejects.endsWith(`bytes,${value},1\n`)).toBe(true);
});

test('when a record has more lines than the limit has bytes, then the file is refused with its line', async () => {
  const lines = `"${'\n'.repeat(17 * MB)}",1\n`;
  const file = await write('animals.csv', 'name,categoryId\n', lines);
  const { stderr, exitCode } = await store.cli(['pets', 'import', file]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('line 2: a quote is never closed in the record that begins here');
});

test.each([
  [
    'a comment',
    `{"#line":1,"#field":"${'x'.repeat(15 * MB)}","#reason":"","name":"","categoryId":1}`,
  ],
  ['text', `{"#line":1,"#field":"","#reason":"","#text":"${'\\\\'.repeat(7 * MB)}"}`],
])(
  'when a line of a rejects file has millions of characters in %s, then it is rejected',
  async (_what, line) => {
    const file = await write('animals.ndjson', '', `${line}\n`);
    const { stderr } = await store.cli(['pets', 'import', file]);
    expect(stderr).toContain(`line 1: ${TOO_LARGE}`);
  },
);
