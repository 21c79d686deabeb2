// Kill harness: ends or suspends a process again and again, at random moments of its work.
import { setTimeout as pause } from 'node:timers/promises';
import { randomFrom } from '../support/random.js';
import type { CliProcess } from '../support/spawn-cli.js';
import { type ServerProcess, startServerProcess } from '../support/start-server-process.js';

const SEED = 20_261_120;

/** A process that can be killed and started again: a server, Redis or PostgreSQL. */
export interface Victim {
  kill(): Promise<unknown>;
  start(): Promise<unknown>;
  suspend(): void;
  resume(): void;
  /** Ends the process as its operator does. */
  terminate?(): Promise<unknown>;
}

export interface Interruption {
  how: 'is killed' | 'is terminated' | 'hangs';
  times: number;
  /** How long it is stopped or suspended. */
  downMs: number;
}

/** Interrupts the victims in random order, each time at a random moment after `settled`. */
export async function interrupt(
  victims: readonly Victim[],
  { how, times, downMs }: Interruption,
  settled: () => Promise<unknown>,
): Promise<void> {
  const { between } = randomFrom(SEED);
  for (let time = 0; time < times; time += 1) {
    await settled();
    await pause(between(0, 400)); // a random moment, which no event marks
    const victim = victims[between(0, victims.length - 1)];
    if (victim === undefined) throw new Error('there is nothing to interrupt');
    if (how === 'is killed') await victim.kill();
    else if (how === 'is terminated') await victim.terminate?.();
    else victim.suspend();
    await pause(downMs);
    if (how === 'hangs') victim.resume();
    else await victim.start();
  }
}

/** A server that starts on the same port each time. */
export class ServerVictim implements Victim {
  #process: ServerProcess | undefined;

  constructor(
    readonly port: number,
    readonly env: Readonly<Record<string, string>>,
  ) {}

  get process(): ServerProcess {
    if (this.#process === undefined) throw new Error('the server has not started');
    return this.#process;
  }

  async start(): Promise<void> {
    this.#process = await startServerProcess({ env: { ...this.env, PORT: String(this.port) } });
  }

  async kill(): Promise<void> {
    await this.#process?.stop('SIGKILL');
  }

  async terminate(): Promise<void> {
    const { exitCode, stderr, stdout } = await this.process.stop('SIGTERM');
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain('"level":50');
  }

  suspend = () => void this.process.child.kill('SIGSTOP');
  resume = () => void this.process.child.kill('SIGCONT');
}

interface KilledCommand {
  times: number;
  start(time: number): CliProcess;
  /** Resolves when the command is to be killed. */
  moment(random: number, time: number, command: CliProcess): Promise<unknown>;
  /** Checks what the killed command has left. */
  check?(time: number): Promise<unknown>;
}

/** Kills a command each time it is started. @returns How often it had not ended before. */
export async function killCommand({ times, start, moment, check }: KilledCommand): Promise<number> {
  const { between } = randomFrom(SEED);
  let killed = 0;
  for (let time = 0; time < times; time += 1) {
    const command = start(time);
    await Promise.race([moment(between(0, 1_000) / 1_000, time, command), command.ended]);
    command.child.kill('SIGKILL');
    if ((await command.ended).exitCode === null) killed += 1;
    await check?.(time);
  }
  return killed;
}
