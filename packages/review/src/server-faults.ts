// Owns the question which places of the server no longer compile with a contract.
import { realpath, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { REPOSITORY } from './repository.js';
import { fileOf, runNode } from './run-node.js';

/**
 * @param contractFolder what makeContract made.
 * @returns each fault as `file:line message`, with further lines if the compiler has more to say of it.
 * @throws an Error if the compiler could not do its work.
 */
export async function serverFaults(contractFolder: string): Promise<string[]> {
  const project = join(contractFolder, 'server.json');
  const config = {
    extends: join(REPOSITORY, 'apps/server/tsconfig.json'),
    compilerOptions: {
      noEmit: true,
      types: ['node'],
      typeRoots: [join(REPOSITORY, 'node_modules/@types')],
      paths: { '@animal-store/contract': [join(contractFolder, 'src/index.ts')] },
    },
    include: [join(REPOSITORY, 'apps/server/src')],
  };
  await writeFile(project, JSON.stringify(config));
  const { exitCode, stdout, stderr } = await runNode(
    [fileOf('typescript', 'bin/tsc'), '--project', project, '--pretty', 'false'],
    { cwd: REPOSITORY },
  );
  const away = relative(await realpath(REPOSITORY), contractFolder);
  const output = stdout.replaceAll(away, HOME).replaceAll(contractFolder, HOME);
  const faults = parseFaults(output);
  // What has no place is no fault of the code: the compiler could not do its work.
  if (/^error TS/m.test(output) || (exitCode !== 0 && faults.length === 0))
    throw new Error(`The compiler failed with ${exitCode}: ${output}${stderr}`.trim());
  return faults;
}

/** Where the package stands that the contract's types are made for. */
const HOME = 'packages/contract';

/** A fault is a line, and the indented lines after it, which say what is missing. */
function parseFaults(output: string): string[] {
  const faults: string[] = [];
  for (const line of output.split('\n')) {
    const [, file, row, message] = /^(.+?)\((\d+),\d+\): error TS\d+: (.*)$/.exec(line) ?? [];
    if (file !== undefined) faults.push(`${file}:${row} ${message}`);
    else if (/^\s+\S/.test(line) && faults.length > 0) faults.push(`${faults.pop()}\n${line}`);
  }
  return faults;
}
