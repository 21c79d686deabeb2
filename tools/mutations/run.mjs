// Mutation list: applies one fault of mutations.yaml at a time to a copy of the last commit, and runs the tests that must
// notice it. Prints `killed by FILE › TITLE`, `SURVIVED`, or `STALE` where the text to find is no longer unique. Ends with
// an error if tests that killed a fault fail without it, too.
// Usage, after `npm run build`: node tools/mutations/run.mjs [--only TEXT], where TEXT is a part of a file or a guarantee.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
const BUILT = [
  'apps/server/dist',
  'packages/contract/generated',
  'packages/contract/dist',
  'packages/reference/dist',
  'packages/sdk/generated',
  'packages/sdk/dist',
];
const SUITE = /^([^/]+\/[^/]+)\/(\S+) ?(.*)$/; // workspace, pattern, options
const TIMEOUT_MS = 120_000;
/** Sources whose compiled files are run, too: by other workspaces, and by the server's command line. */
const COMPILED = [
  [/^packages\/contract\/(src\/.*)\.ts$/, 'packages/contract/dist'],
  [/^apps\/server\/src\/(.*)\.ts$/, 'apps/server/dist'],
];

const { only = '' } = parseArgs({ options: { only: { type: 'string' } } }).values;
const rows = parse(readFileSync(join(import.meta.dirname, 'mutations.yaml'), 'utf8'))
  .flatMap(({ faults, ...group }) => faults.map((fault) => ({ ...group, ...fault })))
  .filter(({ file, guarantee }) => `${file} ${guarantee}`.includes(only));

const copy = createCopy();
const soundSuites = new Set();
let failures = 0;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    removeCopy();
    process.exit(1);
  });
try {
  for (const row of rows) {
    const startMs = Date.now();
    const result = await tryRow(row);
    if (!result.startsWith('killed')) failures += 1;
    const seconds = ((Date.now() - startMs) / 1000).toFixed(1);
    print(`${row.file}: ${row.guarantee}: ${result} (${seconds} s)`);
  }
} finally {
  removeCopy();
}
print(`${rows.length} faults, ${failures} not killed`);
process.exitCode = failures > 0 ? 1 : 0;

async function tryRow({ file, find, replace, tests }) {
  const path = join(copy, file);
  const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (source.split(find).length !== 2) return 'STALE';
  for (const suite of tests) {
    write(
      file,
      source.replace(find, () => replace),
    );
    const failure = await runTests(suite);
    write(file, source);
    if (failure === undefined) continue;
    await assertSound(suite);
    return `killed by ${failure}`;
  }
  return 'SURVIVED';
}

/** @throws Error if the tests fail without a fault. */
async function assertSound(suite) {
  if (soundSuites.has(suite)) return;
  const failure = await runTests(suite);
  if (failure !== undefined) throw new Error(`${suite} fails without a fault: ${failure}`);
  soundSuites.add(suite);
}

function write(file, source) {
  writeFileSync(join(copy, file), source);
  const [pattern, folder] = COMPILED.find(([pattern]) => pattern.test(file)) ?? [];
  if (pattern === undefined) return;
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  });
  writeFileSync(join(copy, folder, `${pattern.exec(file)[1]}.js`), outputText);
}

/**
 * @param suite A path below a workspace, such as apps/server/test/http/keys, and options of Jest.
 * @returns The first test that failed; undefined if all passed.
 */
async function runTests(suite) {
  const [, workspace = '', pattern = '', options = ''] = SUITE.exec(suite) ?? [];
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const child = spawn(
    process.execPath,
    [jest, '-w', '1', '--bail', pattern, ...options.split(' ').filter(Boolean)],
    {
      cwd: join(copy, workspace),
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    },
  );
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  if (code === 0) return undefined;
  const file = /^FAIL (\S+)/m.exec(output)?.[1] ?? pattern;
  const title = /^ +● (.+)$/m.exec(output)?.[1] ?? `did not end within ${TIMEOUT_MS / 1000} s`;
  return `${file} › ${title}`;
}

/** A work tree of the last commit, with the built files and links to the installed packages. */
function createCopy() {
  const folder = join(mkdtempSync(join(tmpdir(), 'mutations-')), 'copy');
  git('worktree', 'add', '--quiet', '--detach', folder, 'HEAD');
  for (const path of BUILT) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  mkdirSync(join(folder, 'node_modules/@animal-store'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@animal-store')
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@animal-store', name));
  return folder;
}

function removeCopy() {
  git('worktree', 'remove', '--force', copy);
  rmSync(join(copy, '..'), { recursive: true, force: true });
}

function git(...args) {
  const { status } = spawnSync('git', args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed`);
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
