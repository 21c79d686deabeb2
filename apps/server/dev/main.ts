// Development server: `npm run dev` and `npm run mock`. It serves the sources as they are, and follows every edit.
//
//   main.ts            this process: generates the contract's code, runs tsx, which starts a server after each edit, and the
//                      compiler, which prints type errors and delays no edit
//   serve.ts           a child process of tsx with a server; open-mock.ts is the server of `npm run mock`
//   examples/          replies of operations without a handler
//
// While the sources cannot be loaded, nothing is served. A contract with a problem changes nothing.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { constants, setPriority } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isContractFile } from '@animal-store/spec/contract-folder';
import { generate } from '@animal-store/spec/generate';
import { watch } from 'chokidar';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CONTRACT = join(ROOT, 'openapi.yaml');
const GENERATED = join(ROOT, 'packages/contract/generated');
const { resolve } = createRequire(import.meta.url);
/** Sources run without a build: tsx strips their types, and the contract's package is read from its sources, too. */
const TSX_ARGUMENTS = [
  resolve('tsx/cli'),
  'watch',
  '--clear-screen=false',
  '--include=apps/server/src/**',
  '--include=packages/contract/src/**',
  '--include=packages/core/src/**',
  '--include=packages/engine/src/**',
  '--conditions=@animal-store/source',
  fileURLToPath(new URL('serve.ts', import.meta.url)),
];
const COMPILER_ARGUMENTS = [
  resolve('typescript/bin/tsc'),
  '--watch',
  '--preserveWatchOutput',
  '-p',
  join(ROOT, 'apps/server/tsconfig.dev.json'),
];
/** A save writes several events, and a checkout several files. */
const SETTLE_MS = 40;
/** Installed packages, build outputs and data. */
const IGNORED_FOLDER = /^(?:\..*|coverage|data|dist|generated|node_modules)$/;
/** Loaded by this process, which cannot load them again. */
const TOOL_FILE = /^packages\/spec\/(?:src\/.*\.ts|contract\.schema\.yaml)$/;

const mode = process.argv[2] === 'mock' ? 'mock' : 'dev';
if (process.env.PORT === '0') process.env.PORT = `${await freePort()}`; // the same after each edit
let server: ChildProcess | undefined;
let compiler: ChildProcess | undefined;
let following = Promise.resolve();
const changed = new Set<string>();
let timer: NodeJS.Timeout | undefined;

const isWatched = (name: string) => isContractFile(name) || TOOL_FILE.test(name);
const watcher = watch(ROOT, {
  ignoreInitial: true,
  ignored(path, stats) {
    const name = relative(ROOT, path);
    const isIgnored = name.split(sep).some((folder) => IGNORED_FOLDER.test(folder));
    return isIgnored || (stats?.isFile() === true && !isWatched(name));
  },
});
watcher.on('ready', followSoon).on('all', (_event, path) => {
  changed.add(relative(ROOT, path));
  followSoon();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    const isCtrlC = signal === 'SIGINT' && process.stdin.isTTY; // which reaches every process of the terminal
    if (!isCtrlC) server?.kill(signal);
    stop();
  });

function followSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    following = following.then(follow);
  }, SETTLE_MS);
}

/** tsx notices what this writes, and starts another server. */
async function follow(): Promise<void> {
  const tools = [...changed].filter((name) => TOOL_FILE.test(name));
  changed.clear();
  if (tools.length > 0) print(`Restart \`npm run ${mode}\` to use ${tools.join(', ')}.`);
  const { problems } = await generate(CONTRACT, GENERATED);
  if (problems.length > 0) {
    const served = server ? 'The previous contract stays in use.' : 'Nothing is served.';
    return print(`${problems.join('\n')}\n${served}`);
  }
  if (watcher.closed) return;
  server ??= spawn(process.execPath, [...TSX_ARGUMENTS, mode], { stdio: 'inherit' }).on(
    'exit',
    stop,
  );
  if (mode === 'dev') compiler ??= startCompiler();
}

/** Once there is generated code: the compiler does not notice a file that an export of a package names. */
function startCompiler(): ChildProcess {
  const stdio = ['ignore', process.stderr, 'inherit'] as const;
  const child = spawn(process.execPath, COMPILER_ARGUMENTS, { stdio: [...stdio] });
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL); // the server that an edit starts goes first
  return child;
}

/** 0 if the server cannot listen either, which then says why. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, process.env.HOST || '127.0.0.1');
  try {
    await once(probe, 'listening');
    return (probe.address() as AddressInfo).port; // it listens on TCP
  } catch {
    return 0;
  } finally {
    probe.close();
  }
}

async function stop(): Promise<void> {
  compiler?.kill();
  await watcher.close();
}

/** On stderr: stdout has the log of the server. */
function print(text: string): void {
  process.stderr.write(`${text}\n`);
}
