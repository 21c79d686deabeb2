// Child processes: other tools, run by Node.js.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface NodeResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

const MAX_OUTPUT_BYTES = 2 ** 28;

/** @param args a JavaScript file and its arguments. */
export function runNode(
  args: string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<NodeResult> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { ...options, env: { ...process.env, ...options.env }, maxBuffer: MAX_OUTPUT_BYTES },
      (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : 1; // no number if killed or not started
        resolve({ exitCode: error ? code : 0, stdout, stderr });
      },
    );
  });
}

/** The path of a file in an installed package, such as its command line. */
export function packageFile(packageName: string, file: string): string {
  const { resolve } = createRequire(import.meta.url);
  return join(dirname(resolve(`${packageName}/package.json`)), file);
}
