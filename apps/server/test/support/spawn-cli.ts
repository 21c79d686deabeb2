// Spawns the built command line with a clean environment.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from './repository.js';

export interface CliOptions {
  /** SQLite database file. */
  file?: string;
  /** Additional environment variables. */
  env?: Readonly<Record<string, string>>;
  /** Standard input. On a terminal, it is typed once something was printed. */
  input?: string;
  /** Runs it on a terminal, by Debian's `script`. Everything is then read from stdout. */
  onTerminal?: boolean;
  /** By default the workspace. */
  cwd?: string;
  /** Workspace whose build runs. */
  root?: string;
  /** The user and group that run it. By default those of the tests. */
  uid?: number;
  /** A command that starts the program, such as `nohup`. */
  wrapper?: readonly string[];
  /** The program, instead of the one that the workspace has built. */
  entry?: string;
  /** Kills the process after this time. 0, the default, means never. */
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
  /** Resolves when the process has ended and its output has been read. */
  ended: Promise<CliResult>;
  /** Waits until the output matches, and returns the first match. Rejects if the process ends without one. */
  waitForOutput(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray>;
}

export function spawnCli(args: readonly string[], options: CliOptions = {}): CliProcess {
  const { file, env = {}, root = REPOSITORY, timeoutMs = 0, onTerminal = false, input } = options;
  const { cwd = root, entry = join(root, 'apps/server/dist/main.js'), uid } = options;
  if (!existsSync(entry)) throw new Error(`${entry} does not exist: build the server first`);
  const command = [...(options.wrapper ?? []), process.execPath, entry, ...args];
  const [program = '', ...rest] = onTerminal
    ? ['script', '--quiet', '--return', '--command', command.join(' '), '/dev/null']
    : command;
  const child = spawn(program, rest, {
    cwd,
    env: {
      PATH: process.env.PATH,
      ...(file !== undefined && { DATABASE_URL: `file:${file}` }),
      ...env,
    },
    ...(uid !== undefined && { uid, gid: uid }),
    stdio: 'pipe',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  child.stdin.on('error', () => {}); // it ended without reading
  if (onTerminal && input) child.stdout.once('data', () => child.stdin.end(input));
  else child.stdin.end(input);
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
    waitForOutput(stream, pattern) {
      return new Promise((resolve, reject) => {
        const check = () => {
          const match = pattern.exec(output[stream]);
          if (match === null) return;
          child[stream].off('data', check);
          resolve(match);
        };
        child[stream].on('data', check);
        check();
        const giveUp = () => reject(new Error(`ended without ${pattern}:\n${output.stderr}`));
        ended.then(giveUp, reject); // no effect after a match
      });
    },
  };
}
