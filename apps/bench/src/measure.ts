// Interleaved measurement: servers take turns in each round, so that noise on the machine affects all of them alike.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { JobChoice, LoadJob, LoadResult } from './load/job.js';
import type { Options } from './options.js';
import type { Server } from './server-process.js';
import { cursorSecretOf } from './servers.js';

const LOAD_PROCESS = fileURLToPath(new URL('load/process.js', import.meta.url));

export interface Round extends LoadResult {
  /** CPU time of the server per request. */
  cpuMicroseconds: number;
}

export class LoadGenerator {
  readonly #child: ChildProcess = fork(LOAD_PROCESS);
  readonly #ended = once(this.#child, 'exit').then((): never => {
    throw new Error('the load generator exited');
  });

  constructor() {
    this.#ended.catch(() => {}); // reported by send()
  }

  async send(server: Server, choice: JobChoice, seed = 1, key = server.store.key): Promise<Round> {
    const { name, store, origins } = server;
    const cursorSecret = cursorSecretOf(name, store);
    const job: LoadJob = { ...choice, origins, key, seed, ...(cursorSecret && { cursorSecret }) };
    const cpuBeforeMs = server.cpuMs();
    const answered = once(this.#child, 'message');
    this.#child.send(job);
    const [result]: LoadResult[] = await Promise.race([answered, this.#ended]);
    if (result === undefined) throw new Error('the load generator returned no result');
    const cpuMicroseconds = ((server.cpuMs() - cpuBeforeMs) * 1000) / result.count;
    return { ...result, cpuMicroseconds };
  }

  close(): void {
    this.#child.disconnect();
  }
}

/** One row of a table: a server and the load it gets in every round. */
export interface Series<Label extends string> {
  label: Label;
  server: Server;
  job: JobChoice;
  key?: string;
  /** The beginnings of the expected statuses; `2` by default. */
  statuses?: readonly string[];
}

/** Besides the rounds of `measureInterleaved`: requests are built before, and connections opened. */
const SECONDS_BETWEEN_ROUNDS = 0.3;

/** How long `measureInterleaved` takes. */
export function secondsOf(
  series: number,
  { rounds, seconds }: Pick<Options, 'rounds' | 'seconds'>,
): number {
  return series * (rounds + 1) * (seconds + SECONDS_BETWEEN_ROUNDS);
}

/** Round 0 is the warm-up and is dropped. The order is reversed in every other round. */
export async function measureInterleaved<Label extends string>(
  load: LoadGenerator,
  series: readonly Series<Label>[],
  rounds: number,
  progress: (line: string) => void,
): Promise<Map<Label, Round[]>> {
  const kept = new Map<Label, Round[]>(series.map(({ label }) => [label, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { label, server, job, key, statuses } of round % 2 ? series.toReversed() : series) {
      const result = await load.send(server, job, round + 1, key);
      if (round > 0) {
        assertStatuses(label, result, statuses);
        kept.get(label)?.push(result);
      }
      const name = round === 0 ? 'warm-up' : `round ${round} of ${rounds}`;
      progress(
        `${name}: ${label} ${result.perSecond.toFixed(0)}/s, p99 ${result.p99Ms.toFixed(2)} ms`,
      );
    }
  }
  return kept;
}

/** @param expected The beginnings of the expected statuses. */
export function assertStatuses(
  label: string,
  { statuses, errors }: LoadResult,
  expected: readonly string[] = ['2'],
): void {
  const isExpected = (status: string) => expected.some((beginning) => status.startsWith(beginning));
  if (errors === 0 && Object.keys(statuses).every(isExpected)) return;
  throw new Error(`${label}: ${errors} errors, statuses ${JSON.stringify(statuses)}`);
}
