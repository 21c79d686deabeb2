// Owns the running of other tools: each a process of Node.js, whose end is awaited.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface NodeResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** @param args a file of JavaScript, then what it is called with. */
export function runNode(
  args: string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<NodeResult> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { ...options, env: { ...process.env, ...options.env }, maxBuffer: 2 ** 28 },
      (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : 1; // no number: killed, or never started
        resolve({ exitCode: error ? code : 0, stdout, stderr });
      },
    );
  });
}

/** A file of a package that is installed, such as its command line. */
export function fileOf(packageName: string, file: string): string {
  const { resolve } = createRequire(import.meta.url);
  return join(dirname(resolve(`${packageName}/package.json`)), file);
}
