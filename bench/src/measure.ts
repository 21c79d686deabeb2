// Interleaved measurement: servers take turns in each round, so that noise on the machine affects all of them alike.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadJob, LoadResult } from './load.js';
import type { Server } from './server-process.js';
import { hasChecksums } from './servers.js';

export interface Round extends LoadResult {
  /** CPU time of the server per request. */
  cpuMicroseconds: number;
}

export type Job = Pick<LoadJob, 'work' | 'connections' | 'seconds' | 'amount'>;

export class LoadGenerator {
  readonly #child: ChildProcess = fork(fileURLToPath(new URL('load.js', import.meta.url)));
  readonly #ended = once(this.#child, 'exit').then((): never => {
    throw new Error('the load generator exited');
  });

  constructor() {
    this.#ended.catch(() => {}); // reported by send()
  }

  async send(server: Server, choice: Job, seed = 1, key = server.store.key): Promise<Round> {
    const { name, origins } = server;
    const job: LoadJob = { ...choice, origins, key, seed, hasChecksums: hasChecksums(name) };
    const cpuBeforeMs = server.cpuMs();
    const answered = once(this.#child, 'message');
    this.#child.send(job);
    const [result]: LoadResult[] = await Promise.race([answered, this.#ended]);
    if (result === undefined) throw new Error('the load generator returned no result');
    return { ...result, cpuMicroseconds: ((server.cpuMs() - cpuBeforeMs) * 1000) / result.count };
  }

  close(): void {
    this.#child.disconnect();
  }
}

/** One row of a table: a server and the load that it gets in every round. */
export interface Series {
  label: string;
  server: Server;
  job: Job;
  key?: string;
  /** The beginnings of the expected statuses; `2` by default. */
  statuses?: readonly string[];
}

/** Round 0 is the warm-up and is dropped. The order is reversed in every other round. */
export async function measureInterleaved(
  load: LoadGenerator,
  series: readonly Series[],
  rounds: number,
): Promise<Map<string, Round[]>> {
  const kept = new Map<string, Round[]>(series.map(({ label }) => [label, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { label, server, job, key, statuses } of round % 2 ? series.toReversed() : series) {
      const result = await load.send(server, job, round + 1, key);
      const name = round === 0 ? 'warm-up' : `round ${round} of ${rounds}`;
      console.error(`${name}: ${label} ${result.perSecond.toFixed(0)}/s`);
      if (round === 0) continue;
      assertStatuses(label, result, statuses);
      kept.get(label)?.push(result);
    }
  }
  return kept;
}

export function assertStatuses(
  label: string,
  { statuses, errors }: LoadResult,
  expected: readonly string[] = ['2'],
): void {
  const isExpected = (status: string) => expected.some((beginning) => status.startsWith(beginning));
  if (errors === 0 && Object.keys(statuses).every(isExpected)) return;
  throw new Error(`${label}: ${errors} errors, statuses ${JSON.stringify(statuses)}`);
}
