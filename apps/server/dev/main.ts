// Development server: `npm run dev` and `npm run mock`. It serves the sources as they are, and follows every edit.
//
//   main.ts            this process: generates the contract's code and starts a server after each edit
//   watch-files.ts     reports edits
//   serve.ts           a child process with a server; open-mock.ts is the server of `npm run mock`
//   examples/          replies of operations without a handler
//   type-check.ts      reports type errors
//
// An edit ends the server and starts another one. While the sources cannot be loaded, nothing is served. A contract with a
// problem changes nothing.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate, isContractFile } from '@animal-store/contract/generator';
import { watchTypes } from './type-check.js';
import { watchFiles } from './watch-files.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CONTRACT = join(ROOT, 'openapi.yaml');
const GENERATED = join(ROOT, 'packages/contract/generated');
const SERVE = fileURLToPath(new URL('serve.ts', import.meta.url));
/** Sources run without a build: tsx strips their types, and the contract's package is read from its sources, too. */
const EXEC_ARGV = ['--import', 'tsx', '--conditions=@animal-store/source'];
const STOP_TIMEOUT_MS = 5_000;

const SERVER_FILE = /^(?:apps\/server|packages\/contract)\/src\/.*\.(?:[cm]?[jt]s|json|lua|sql)$/;
/** Loaded by this process, which cannot load them again. */
const TOOL_FILE =
  /^(?:(?:apps\/server\/dev|packages\/contract\/generator|packages\/openapi-tools\/src)\/.*\.ts|packages\/openapi-tools\/contract\.schema\.yaml)$/;
const NOTHING = 'Nothing is served. The next edit starts the server.';

const mode = process.argv[2] === 'mock' ? 'mock' : 'dev';
const stopping = new AbortController();
const stopTypeCheck = mode === 'dev' ? watchTypes(print) : undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());

let server: ChildProcess | undefined;
/** The port of the first server: with PORT=0, later ones have the same. */
let port: number | undefined;
/** Whether anything has changed that no server has loaded. */
let isStale = true;

const isWatched = (path: string) =>
  isContractFile(path) || SERVER_FILE.test(path) || TOOL_FILE.test(path);
for await (const paths of watchFiles(ROOT, isWatched, stopping.signal)) {
  await follow(paths);
}
stopTypeCheck?.();
await stopServer();

async function follow(paths: readonly string[]): Promise<void> {
  const startMs = performance.now();
  const tools = paths.filter((path) => TOOL_FILE.test(path));
  if (tools.length > 0) print(`Restart \`npm run ${mode}\` to use ${tools.join(', ')}.`);
  isStale ||= paths.some((path) => SERVER_FILE.test(path));
  if (isStale || paths.some(isContractFile)) {
    const { problems, isChanged } = await generate(CONTRACT, GENERATED);
    isStale ||= isChanged || server === undefined;
    if (problems.length > 0)
      return print(
        `${problems.join('\n')}\n${server ? 'The previous version goes on serving.' : NOTHING}`,
      );
  }
  if (!isStale) return;
  isStale = false;
  await stopServer();
  const isFirst = port === undefined;
  if ((await startServer(isFirst)) && !isFirst) {
    const ms = Math.round(performance.now() - startMs);
    print(`Serving the edit of ${paths.join(', ')} after ${ms} ms.`);
  }
}

/** @returns whether it serves. Otherwise the child has printed why. */
async function startServer(isFirst: boolean): Promise<boolean> {
  if (stopping.signal.aborted) return false;
  const child = fork(SERVE, [mode, isFirst ? 'welcome' : ''], {
    execArgv: EXEC_ARGV,
    env: { ...process.env, ...(port !== undefined && { PORT: String(port) }) },
  });
  server = child;
  const ended = once(child, 'exit').then(([code, signal]) => {
    if (server !== child) return undefined; // it was stopped
    server = undefined;
    print(
      `The server ended with ${signal === null ? `exit code ${code}` : `signal ${signal}`}. ${NOTHING}`,
    );
    return undefined;
  });
  const served = once(child, 'message').then(([message]) => message as { port: number });
  port = (await Promise.race([served, ended]))?.port ?? port;
  return server === child;
}

/** Stores everything, and ends the process. */
async function stopServer(): Promise<void> {
  const child = server;
  server = undefined;
  if (child === undefined) return;
  const ended = once(child, 'exit');
  child.disconnect();
  const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(deadline);
}

/** On stderr: stdout has the log of the server. */
function print(text: string): void {
  process.stderr.write(`${text}\n`);
}
