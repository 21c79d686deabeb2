// Compile errors of the server with another contract.
import { execFile } from 'node:child_process';
import { realpath, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '../repository.js';

const MANIFEST = createRequire(import.meta.url).resolve('@typescript/native-preview/package.json');
const COMPILER = join(dirname(MANIFEST), 'bin/tsgo');
const MAX_OUTPUT_BYTES = 2 ** 28;

/**
 * Runs TypeScript's native compiler: docs/decisions/24-ratings-of-changes.md says why.
 * @param contractFolder the folder that generateContract wrote.
 * @returns each error as `file:line message`, with further lines if the compiler prints details.
 * @throws an Error if the compiler could not run.
 */
export async function findCompileErrors(contractFolder: string): Promise<string[]> {
  const modules = join(contractFolder, 'node_modules'); // what the contract's sources import
  await symlink(join(REPOSITORY, 'node_modules'), modules, 'junction');
  const project = join(contractFolder, 'server.json');
  const config = {
    extends: join(REPOSITORY, 'apps/server/tsconfig.json'),
    compilerOptions: {
      noEmit: true,
      types: ['node'],
      typeRoots: [join(REPOSITORY, 'node_modules/@types')],
      paths: {
        '@animal-store/contract': [join(contractFolder, 'src/index.ts')],
        '@animal-store/contract/*': [join(contractFolder, 'src/*/index.ts')],
      },
    },
    include: [join(REPOSITORY, 'apps/server/src')],
  };
  await writeFile(project, JSON.stringify(config));
  const args = [COMPILER, '--project', project, '--pretty', 'false'];
  const options = { cwd: REPOSITORY, maxBuffer: MAX_OUTPUT_BYTES };
  const run = promisify(execFile)(process.execPath, args, options);
  const { code = 0, stdout, stderr } = await run.catch((error) => error); // has the outputs, too
  const relativeFolder = relative(await realpath(REPOSITORY), contractFolder);
  const output = stdout
    .replaceAll(relativeFolder, CONTRACT_FOLDER)
    .replaceAll(contractFolder, CONTRACT_FOLDER);
  // An error is one line, followed by indented lines with details.
  const found = output.matchAll(/^(.+?)\((\d+),\d+\): error TS\d+: (.*(?:\n[ \t]+\S.*)*)/gm);
  const errors = [...found].map(([, file, row, message]) => `${file}:${row} ${message}`);
  // An error without a position is not an error of the code: the compiler could not run.
  if (/^error TS/m.test(output) || (code !== 0 && errors.length === 0))
    throw new Error(`The compiler failed with exit code ${code ?? 1}: ${output}${stderr}`.trim());
  return errors;
}

/** The folder that errors name instead of the temporary one. */
const CONTRACT_FOLDER = 'packages/contract';
