// Node, Bun and Deno: a process that resolves the SDK in the project, and prints the results.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../project.ts';
import { bundleProgram, type Servers } from './bundle.ts';

const PRINT = 'start().then((results) => console.log(JSON.stringify(results)));';
const ENV = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DO_NOT_TRACK: '1',
  DENO_NO_UPDATE_CHECK: '1',
};

/** @param file Name of the program's file, whose extension says which kind of module it is. */
export async function runInProcess(
  servers: Servers,
  [command, ...args]: readonly [string, ...string[]],
  file: 'program.mjs' | 'program.cjs',
): Promise<string> {
  const format = file.endsWith('.cjs') ? 'cjs' : 'esm';
  const external = ['@animal-store/sdk', '@animal-store/sdk/*'];
  const [program] = await bundleProgram(servers, PRINT, { format, external });
  writeFileSync(join(projectFolder(), file), program?.contents ?? '');
  const { stdout, stderr } = await promisify(execFile)(command, [...args, file], {
    cwd: projectFolder(),
    env: { ...ENV, DENO_DIR: join(projectFolder(), '.deno') },
    timeout: 60_000,
  });
  assert.equal(stderr, ''); // a warning
  return stdout;
}
