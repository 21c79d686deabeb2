// Parent's side of a child process with a server: commands, each with one reply.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Mode } from './prepare.js';

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url));
/** Sources run without a build: tsx strips their types, and the contract's package is read from its sources, too. */
const EXEC_ARGV = ['--import', 'tsx', '--conditions=@animal-store/source'];
const STOP_TIMEOUT_MS = 5_000;

export type Command =
  /** Loads the sources and compiles the contract. */
  | { name: 'prepare'; mode: Mode }
  /** Takes the database and the port. @see PreparedServer */
  | { name: 'open'; port?: number }
  /** Releases the database and the port. It can be opened again. */
  | { name: 'close' };

export interface Reply {
  /** The command failed: lines for the developer. */
  problem?: string;
  notes?: readonly string[];
  address?: Address;
}

export interface Address {
  url: string;
  port: number;
}

export class ServerProcess {
  readonly #child: ChildProcess;
  /** Resolves when the process has ended, with a description. */
  readonly ended: Promise<string>;
  /** Resolves with the first reply, which no command has asked for: the process is ready. */
  readonly #ready: Promise<unknown>;

  constructor() {
    this.#child = fork(CHILD, { execArgv: EXEC_ARGV });
    this.#ready = once(this.#child, 'message');
    this.ended = once(this.#child, 'exit').then(([code, signal]) =>
      signal === null ? `exit code ${code}` : `signal ${signal}`,
    );
  }

  /** @throws an Error for the developer if the command fails, or the process ends. */
  async send(command: Command): Promise<Reply> {
    await Promise.race([this.#ready, this.ended]);
    const reply = new Promise<Reply>((resolve) => this.#child.once('message', resolve));
    this.#child.send(command, () => {}); // a process that has ended is reported below
    const ended = this.ended.then((how): Reply => ({ problem: `the server ended with ${how}` }));
    const result = await Promise.race([reply, ended]);
    if (result.problem !== undefined) throw new Error(result.problem);
    return result;
  }

  /** Stores everything, and ends the process. */
  async stop(): Promise<void> {
    const deadline = setTimeout(() => this.#child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await this.send({ name: 'close' }).catch(() => {});
    if (this.#child.connected) this.#child.disconnect();
    await this.ended;
    clearTimeout(deadline);
  }
}
