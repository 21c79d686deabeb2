// Markdown pages: their links lead to a file and a heading, and the scripts and tests that they name exist.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '../support/spawn-cli.js';

const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: REPOSITORY, encoding: 'utf8' })
  .split('\n')
  .filter((page) => existsSync(join(REPOSITORY, page)) && page !== '');

test('when a page links to a page of the repository, then the file and its heading exist', () => {
  const links = pages.flatMap((page) =>
    Array.from(textOf(page).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g), (match) => {
      const [, target, heading] = match;
      const file = target ? join(dirname(page), target) : page;
      return { page, file, heading };
    }),
  );
  expect(links.length).toBeGreaterThan(100);
  const isDead = ({ file, heading }: (typeof links)[number]) =>
    !existsSync(join(REPOSITORY, file)) || (heading && !headingsOf(file).includes(heading));
  expect(links.filter(isDead)).toEqual([]);
});

test('when a page names a script of the repository, then there is one', () => {
  const { scripts } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8'));
  const known = [
    ...Object.keys(scripts).map((script) => `run ${script}`),
    ...usage('tools/test.mjs').map((suite) => `test -- ${suite}`),
    ...usage('packages/review/src/main.ts').map((command) => `run spec -- ${command}`),
  ];
  const named = pages
    .filter((page) => /^([^/]+|docs\/.*|bench\/README\.md)$/.test(page))
    .flatMap((page) => {
      const text = readFileSync(join(REPOSITORY, page), 'utf8').replaceAll(' --silent', '');
      const pattern = /npm (?:run spec -- [a-z-]+|test -- [a-z]+|run [a-z][a-z:-]*)/g;
      return Array.from(text.matchAll(pattern), ([script]) => ({ page, script }));
    });
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ script }) => !known.includes(script.slice('npm '.length)))).toEqual([]);
});

/** The commands that a program lists where it gets an unknown one. */
function usage(program: string): string[] {
  const args = ['--import', 'tsx', program, 'unknown'];
  const { stderr } = spawnSync(process.execPath, args, { cwd: REPOSITORY, encoding: 'utf8' });
  return stderr.match(/(?<=-- ).*(?= \[ARGUMENT)/)?.[0].split(' | ') ?? [];
}

test('when the page on security names a test, then there is one', () => {
  const page = readFileSync(join(REPOSITORY, 'docs/security.md'), 'utf8');
  const named = Array.from(page.matchAll(/`((?:test|packages)\/[^`]+)`/g), ([, name = '']) =>
    name.startsWith('test') ? `apps/server/${name}` : name,
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !existsSync(join(REPOSITORY, name)))).toEqual([]);
});

/** Without code blocks. */
function textOf(page: string): string {
  return readFileSync(join(REPOSITORY, page), 'utf8').replaceAll(/^ *```.*?^ *```$/gms, '');
}

/** As GitHub names them. */
function headingsOf(page: string): string[] {
  return Array.from(textOf(page).matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}
