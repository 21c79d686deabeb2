// Runs one job against several servers in turns, so that whatever else the machine does meets all of them alike.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Job, Seen } from './job.js';
import type { Server } from './server-process.js';

const LOAD = fileURLToPath(new URL('load.ts', import.meta.url));

export interface Round extends Seen {
  /** Processor time of the server for each request. */
  cpuMicroseconds: number;
}

export class Loader {
  readonly #child: ChildProcess = fork(LOAD, { execArgv: ['--import', 'tsx'] });
  readonly #ended = once(this.#child, 'exit').then((): never => {
    throw new Error('the load ended');
  });

  constructor() {
    this.#ended.catch(() => {}); // it is for whoever waits for an answer
  }

  async send(server: Server, job: Omit<Job, 'origins' | 'key'>, key = server.seeded.key) {
    const before = server.cpuMs();
    const answered = once(this.#child, 'message');
    this.#child.send({ ...job, origins: server.origins, key });
    const [seen]: Seen[] = await Promise.race([answered, this.#ended]);
    if (seen === undefined) throw new Error('the load gave no answer');
    const cpuMicroseconds = ((server.cpuMs() - before) * 1000) / seen.count;
    return { ...seen, cpuMicroseconds };
  }

  close(): void {
    this.#child.disconnect();
  }
}

/** One of those that take turns: a server, and what it is asked. */
export interface Turn<Label extends string> {
  label: Label;
  server: Server;
  job: Omit<Job, 'origins' | 'key'>;
  key?: string;
  /** The status of each answer; 2xx unless it says otherwise. */
  status?: string | undefined;
}

/** The first round warms up and is not kept; every other round goes in the opposite order. */
export async function alternate<Label extends string>(
  loader: Loader,
  turns: readonly Turn<Label>[],
  rounds: number,
  progress: (line: string) => void,
): Promise<Map<Label, Round[]>> {
  const kept = new Map<Label, Round[]>(turns.map(({ label }) => [label, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) {
      const { label, server, job, key, status } = turn;
      const seen = await loader.send(server, job, key);
      if (round > 0) {
        assertAnswers(label, seen, status);
        kept.get(label)?.push(seen);
      }
      const name = round === 0 ? 'warm-up' : `round ${round} of ${rounds}`;
      progress(
        `${name}: ${label} ${seen.perSecond.toFixed(0)} a second, p99 ${seen.p99Ms.toFixed(2)} ms`,
      );
    }
  }
  return kept;
}

/** @param wanted How the status of each answer must begin. */
export function assertAnswers(label: string, { statuses, errors }: Seen, wanted = '2'): void {
  const wrong = Object.keys(statuses).filter((status) => !status.startsWith(wanted));
  if (errors > 0 || wrong.length > 0) {
    throw new Error(`${label} gave ${errors} errors and answered ${JSON.stringify(statuses)}`);
  }
}
