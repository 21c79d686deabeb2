// The program with the addresses of the servers, as JavaScript that a runtime loads.
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type OutputFile } from 'esbuild';
import { projectFolder } from '../project.ts';
import type { Context } from './cases.ts';

/** What the program is told. */
export type Servers = Pick<Context, 'baseUrl' | 'apiKey' | 'publishableKey' | 'scriptedUrl'>;

const PROGRAM = fileURLToPath(new URL('cases.ts', import.meta.url));

/**
 * Bundles the program. The files are named as if they were in the project.
 * @param end What happens: code with a function `start`, which resolves with the results.
 */
export async function bundleProgram(
  servers: Servers,
  end: string,
  options: BuildOptions,
): Promise<readonly OutputFile[]> {
  const contents = `
    import * as sdk from '@animal-store/sdk';
    import * as schemas from '@animal-store/sdk/schemas';
    import * as testing from '@animal-store/sdk/testing';
    import { run } from ${JSON.stringify(PROGRAM)};
    const start = () => run({ sdk, schemas, testing, ...${JSON.stringify(servers)} });
    ${end}`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: projectFolder() },
    bundle: true,
    outdir: projectFolder(),
    target: 'es2022',
    logLevel: 'error',
    ...options,
    write: false,
  });
  return outputFiles;
}
