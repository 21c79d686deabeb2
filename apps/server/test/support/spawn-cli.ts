// Starts the command line as its users do: a process of its own, from the built files, in a clean environment.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const REPOSITORY = join(__dirname, '../../../..');

export interface CliOptions {
  /** The store's database file. */
  file?: string;
  /** Environment variables, besides. */
  env?: Readonly<Record<string, string>>;
  /** The workspace whose build runs. */
  root?: string;
  /** Kills it after so long; by default it may run for ever. */
  timeoutMs?: number;
}

export interface CliResult {
  stdout: string;
  stderr: string;
  /** Null if a signal ended the process. */
  exitCode: number | null;
}

export interface CliProcess {
  child: ChildProcess;
  /** Resolves when the process is gone and all its output is read. */
  ended: Promise<CliResult>;
  /** The first match in what the stream has said, now or later. Rejects if the process ends without. */
  said(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray>;
}

export function spawnCli(args: readonly string[], options: CliOptions = {}): CliProcess {
  const { file, env = {}, root = REPOSITORY, timeoutMs = 0 } = options;
  const entry = join(root, 'apps/server/dist/cli/main.js');
  if (!existsSync(entry)) throw new Error(`${entry} is not there: build the server first`);
  const child = spawn(process.execPath, [entry, ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      ...(file !== undefined && { DATABASE_URL: `file:${file}` }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  }
  const ended = new Promise<CliResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ ...output, exitCode }));
  });

  return {
    child,
    ended,
    said(stream, pattern) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output[stream]);
          if (match === null) return;
          child[stream].off('data', look);
          resolve(match);
        };
        child[stream].on('data', look);
        look();
        const giveUp = () => reject(new Error(`ended without ${pattern}:\n${output.stderr}`));
        ended.then(giveUp, reject); // without effect if it was said
      });
    },
  };
}
