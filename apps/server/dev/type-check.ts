// Type check: the compiler in watch mode, beside the server. Type errors are printed, and do not delay an edit.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const ARGUMENTS = [
  '--watch',
  '--preserveWatchOutput',
  '--pretty',
  'false',
  '-p',
  'apps/server/tsconfig.dev.json',
];
/** The server that an edit starts goes first. */
const LOW_PRIORITY = 10;

/**
 * Prints each error as `FILE:LINE:COL error TS2322: …`, and when there are none any more.
 * @returns a function that ends the compiler.
 */
export function watchTypes(print: (line: string) => void): () => void {
  const compiler = spawn(process.execPath, [TSC, ...ARGUMENTS], {
    cwd: REPOSITORY,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (compiler.pid !== undefined) setPriority(compiler.pid, LOW_PRIORITY);
  let hadErrors = false;
  createInterface({ input: compiler.stdout }).on('line', (line) => {
    const [, count] = /Found (\d+) errors?\./.exec(line) ?? [];
    if (count === undefined) {
      if (!/^$|ompilation/.test(line)) print(line.replace(/^(\S+)\((\d+),(\d+)\):/, '$1:$2:$3'));
      return;
    }
    if (count !== '0')
      print(
        `Types: ${count} ${count === '1' ? 'error' : 'errors'}. The server runs without a type check.`,
      );
    else if (hadErrors) print('Types: no errors any more.');
    hadErrors = count !== '0';
  });
  return () => compiler.kill();
}
