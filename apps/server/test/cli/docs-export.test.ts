// `docs export`: the reference page as files.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { document } from '@animal-store/contract/document';
import { DOCS_FILES, linkedFiles } from '../support/docs-files.js';
import { useTempStore } from '../support/use-temp-store.js';

describe('docs export', () => {
  const store = useTempStore();
  let folder: string;
  beforeEach(() => {
    folder = join(store.folder, 'new', 'site');
  });

  test('writes a complete page with the current contract', async () => {
    const { stdout, stderr, exitCode } = await store.cli(['docs', 'export', folder]);
    expect([stdout, exitCode]).toEqual(['', 0]);
    const names = await readdir(folder);
    expect(stderr).toContain(`${names.length} files written to `);
    expect(stderr).toMatch(/\nTo open the page: .*http\S+\n$/);
    for (const name of names) expect(stderr).toContain(join(folder, name));
    expect(names).toEqual(expect.arrayContaining(DOCS_FILES.map(([name]) => name)));

    const html = await readFile(join(folder, 'index.html'), 'utf8');
    const loaded = linkedFiles(html);
    expect(loaded).toHaveLength(3);
    expect(names).toEqual(
      expect.arrayContaining(loaded.map((address) => address.replace(/\?.*/, ''))),
    );
    expect(html).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ${document.servers.map(({ url }) => new URL(url).origin).join(' ')};`,
    );
    expect(html).toContain(`data-url="${document.servers[0].url}"`);
    expect(JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8'))).toEqual(document);
  });

  test('when the folder is not empty, then it is refused without --force', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'notes.txt'), 'mine');
    expect(await store.failureOf(['docs', 'export', folder])).toBe(
      `animal-store: ${folder} must be empty; use --force to write into it anyway\n`,
    );
    expect(await readdir(folder)).toEqual(['notes.txt']);

    expect((await store.cli(['docs', 'export', folder, '--force'])).exitCode).toBe(0);
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['index.html', 'notes.txt']));
    expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('mine');
  });

  test('when the folder cannot be written, then it fails with one line', async () => {
    const file = join(store.folder, 'notes.txt');
    await writeFile(file, 'mine');
    for (const [name, message] of [
      [file, `${file} must be a folder (it is a file, or inside one)`],
      [join(file, 'site'), `${join(file, 'site')} must be a folder (it is a file, or inside one)`],
      ['/proc/site', 'cannot write to /proc/site (ENOENT)'],
      ['', '<folder> must not be empty (got "")'],
    ] as const)
      expect(await store.failureOf(['docs', 'export', name])).toBe(`animal-store: ${message}\n`);
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  test('a relative path is relative to the folder where npm was called', async () => {
    await store.cli(['docs', 'export', 'site'], { INIT_CWD: store.folder });
    expect(await readdir(join(store.folder, 'site'))).toContain('index.html');
  });
});
