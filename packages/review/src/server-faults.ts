// Owns the question which places of the server no longer compile with a contract.
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { REPOSITORY } from './contract.js';
import { runNode } from './contract-types.js';

const require = createRequire(import.meta.url);

/** @param contractFolder what makeContract made. @returns a line for each fault: file:line message */
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
  const tsc = require.resolve('typescript/bin/tsc');
  const { output } = await runNode([tsc, '--project', project, '--pretty', 'false']);
  return output
    .split('\n')
    .filter((line) => line.includes('error TS'))
    .map((line) => line.replace(/^(.*?)\((\d+),\d+\): error (TS\d+: )?/, '$1:$2 '));
}
