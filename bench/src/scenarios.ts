// Scenarios on SQLite: throughput of each work, refusals, starts, memory.
import { join } from 'node:path';
import { assertStatuses, type LoadGenerator, measureInterleaved, type Round } from './measure.js';
import { type Goal, median, type Result, ratios } from './report.js';
import { copyDatabase } from './seed.js';
import { type Server, startServer } from './server-process.js';
import { ON_SQLITE, type Store } from './servers.js';
import { CONNECTIONS, WORKS, type WorkName } from './works.js';

export interface Bench {
  rounds: number;
  seconds: number;
  isQuick: boolean;
  /** Temporary files of this run. */
  folder: string;
  store: Store;
  load: LoadGenerator;
  /** Running and compared; empty for scenarios that start their own. */
  servers: readonly Server[];
}

export type Measured = Omit<Result, 'foreignShare'>;

const STARTS = 15;
const MEMORY_SAMPLES = 10;
const MAX_MEGABYTES = 140;
export const COLUMNS = ['requests/s', 'server CPU µs/request', 'load generator CPU'];

export function toRow(label: string, rounds: readonly Round[]): string[] {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  return [
    label,
    of((round) => round.perSecond).toFixed(0),
    of((round) => round.cpuMicroseconds).toFixed(0),
    `${(of((round) => round.loadShare) * 100).toFixed(0)} %`,
  ];
}

export function rates(rounds: readonly Round[] | undefined): number[] {
  return rounds?.map(({ perSecond }) => perSecond) ?? [];
}

export async function measureWork(
  name: WorkName,
  { rounds, seconds, load, servers }: Bench,
): Promise<Measured> {
  const { title, hasFloor = false, connections = CONNECTIONS, goals, note } = WORKS[name];
  const job = { work: name, connections, seconds };
  const series = servers
    .filter((server) => hasFloor || server.name !== 'floor')
    .map((server) => ({ label: server.name, server, job }));
  const kept = await measureInterleaved(load, series, rounds);
  return {
    title,
    note: `${connections} connections. ${note}`,
    columns: COLUMNS,
    rows: [...kept].map(([label, each]) => toRow(label, each)),
    goals: Object.entries(goals).map(([rival, target]): Goal => {
      const values = ratios(rates(kept.get('ours')), rates(kept.get(rival)));
      return { work: title, rival, values, unit: '×', operator: '>=', target };
    }),
  };
}

export async function measureRefusals({
  rounds,
  seconds,
  load,
  servers,
}: Bench): Promise<Measured> {
  const server = servers.find(({ name }) => name === 'ours');
  if (server === undefined) throw new Error('the animal store does not run');
  const job = { work: 'list' as const, connections: CONNECTIONS, seconds };
  const { freeKey } = server.store;
  const series = [
    { label: 'admitted', server, job },
    { label: 'refused', server, job, key: freeKey, statuses: ['429', '503'] },
  ];
  const kept = await measureInterleaved(load, series, rounds);
  const costs = (label: string) => kept.get(label)?.map((round) => round.cpuMicroseconds) ?? [];
  return {
    title: 'Refused and admitted requests for the same page',
    note: 'The refused key is on the free plan: the warm-up uses up its quota, and its tenth refusal bans it.',
    columns: COLUMNS,
    rows: [...kept].map(([label, each]) => toRow(label, each)),
    goals: [
      {
        work: 'CPU time of a refusal',
        rival: 'the same page',
        values: ratios(costs('refused'), costs('admitted')),
        unit: '×',
        operator: '<=',
        target: 1,
      },
    ],
  };
}

export async function measureStarts({ isQuick, folder, store }: Bench): Promise<Measured> {
  const starts = isQuick ? 3 : STARTS;
  const names = ON_SQLITE.filter((name) => name !== 'floor');
  const copies = names.map((name) => copyDatabase(store, join(folder, `start-${name}.db`)));
  const times = names.map((): number[] => []);
  for (let round = 0; round <= starts; round += 1)
    for (const [index, name] of names.entries()) {
      const server = await startServer(name, copies[index] ?? store);
      await server.stop();
      if (round > 0) times[index]?.push(server.startMs); // round 0 fills the file cache
    }
  return {
    title: 'Start to the first 200',
    note: `${starts} starts in turns on 10,000 animals, from spawn to a complete listing.`,
    columns: ['median ms', 'least', 'most'],
    rows: names.map((name, index) => {
      const each = times[index] ?? [];
      return [
        name,
        ...[median(each), Math.min(...each), Math.max(...each)].map((ms) => ms.toFixed(0)),
      ];
    }),
    goals: [],
  };
}

export async function measureMemory({ isQuick, folder, store, load }: Bench): Promise<Measured> {
  const amount = isQuick ? 10_000 : 100_000;
  const server = await startServer('ours', copyDatabase(store, join(folder, 'memory.db')));
  const samples: number[] = [];
  for (let sample = 1; sample <= MEMORY_SAMPLES; sample += 1) {
    const work = sample % 2 === 0 ? 'get' : 'pages-and-writes';
    assertStatuses(
      'ours',
      await load.send(server, { work, connections: CONNECTIONS, amount }, sample),
    );
    samples.push(server.residentMegabytes());
  }
  await server.stop();
  return {
    title: 'Resident memory',
    note: `VmRSS after each ${amount.toLocaleString('en')} requests, pages with writes and single animals in turns.`,
    columns: samples.map((_, index) => ((index + 1) * amount).toLocaleString('en')),
    rows: [['MB', ...samples.map((megabytes) => megabytes.toFixed(0))]],
    goals: [
      {
        work: 'Resident memory over a million requests',
        values: samples,
        unit: ' MB',
        operator: '<=',
        target: MAX_MEGABYTES,
      },
    ],
  };
}
