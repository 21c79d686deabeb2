// Development server: `npm run dev` and `npm run mock`. It serves the sources as they are, and follows every edit.
//
//   main.ts            this process: generates the contract's code and starts a server for each edit
//   watch-files.ts     reports edits
//   dev-server.ts      hands over from one server to the next
//   server-process.ts  a child process with a server; child.ts is its other side
//   prepare.ts         what a child loads; open-mock.ts is the server of `npm run mock`
//   examples/          replies of operations without a handler
//   type-check.ts      reports type errors
//
// An edit gets a new process. The old one serves until the new one has loaded the sources, and goes on serving if the new
// one fails to load them or to open the database.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate, isContractFile } from '@animal-store/contract/generator';
import { generateApiKey } from '../src/keys/api-key.js';
import { DevServer } from './dev-server.js';
import type { Mode } from './prepare.js';
import { watchTypes } from './type-check.js';
import { watchFiles } from './watch-files.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CONTRACT = join(ROOT, 'openapi.yaml');
const GENERATED = join(ROOT, 'packages/contract/generated');

const SERVER_FILE = /^(?:apps\/server|packages\/contract)\/src\/.*\.(?:[cm]?[jt]s|json|lua|sql)$/;
/** Loaded by this process, which cannot load them again. */
const TOOL_FILE =
  /^(?:apps\/server\/dev|packages\/contract\/generator|packages\/openapi-tools\/src)\/.*\.ts$/;

const mode: Mode = process.argv[2] === 'mock' ? 'mock' : 'dev';
const stopping = new AbortController();
const server = new DevServer(mode, (how) =>
  print(`The server ended with ${how}. The next edit starts it again.`),
);
const stopTypeCheck = mode === 'dev' ? watchTypes(print) : undefined;
stopping.signal.addEventListener('abort', () => {
  server.stop();
  stopTypeCheck?.();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());

let isFirst = true;
/** Whether anything has changed that the server has not loaded. */
let isStale = true;
/** Whether the last edit could not be served. */
let isBroken = false;
let printedNotes: readonly string[] = [];
const isWatched = (path: string) =>
  isContractFile(path) || SERVER_FILE.test(path) || TOOL_FILE.test(path);
for await (const paths of watchFiles(ROOT, isWatched, stopping.signal)) {
  await follow(paths).catch((error) => {
    if (stopping.signal.aborted) return;
    isBroken = true;
    print(error instanceof Error ? error.message : String(error));
    print(
      server.isServing
        ? 'The previous version goes on serving.'
        : 'Nothing is served. The next edit starts the server.',
    );
  });
}

async function follow(paths: readonly string[]): Promise<void> {
  const startMs = performance.now();
  const tools = paths.filter((path) => TOOL_FILE.test(path));
  if (tools.length > 0) print(`Restart \`npm run ${mode}\` to use ${tools.join(', ')}.`);
  isStale ||= paths.some((path) => SERVER_FILE.test(path));
  if (isStale || paths.some(isContractFile)) {
    const { problems, isChanged } = await generate(CONTRACT, GENERATED);
    isStale ||= isChanged;
    if (problems.length > 0) throw new Error(problems.join('\n'));
  }
  if (!isStale) {
    if (isBroken) print('Repaired: what is served is up to date.');
    isBroken = false;
    return;
  }
  const { address, notes } = await server.replace();
  isStale = false;
  isBroken = false;
  for (const note of notes) if (!printedNotes.includes(note)) print(note);
  printedNotes = notes;
  if (isFirst) welcome(address.url);
  else print(`Serving the edit of ${paths.join(', ')} after ${elapsed(startMs)} ms.`);
  isFirst = false;
}

function welcome(url: string): void {
  print(
    `Serving ${url}, with the reference at ${new URL('/docs', url)}. Edits take effect by themselves.`,
  );
  if (mode === 'mock') print(`It accepts every key of the right form, such as ${generateApiKey()}`);
}

function elapsed(startMs: number): number {
  return Math.round(performance.now() - startMs);
}

/** On stderr: stdout has the log of the server. */
function print(text: string): void {
  process.stderr.write(`${text}\n`);
}
