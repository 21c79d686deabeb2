// What a work is, and what comes of it.
import type { Name } from '../contestants.js';
import type { Loader, Round } from '../measure.js';
import type { Options } from '../options.js';
import type { Seeded } from '../seeded.js';
import type { Server } from '../server-process.js';
import { compare, median } from '../statistics.js';

export interface Bench {
  options: Options;
  /** For the files of this run. */
  folder: string;
  seeded: Seeded;
  loader: Loader;
  /** The servers that works share, verified. */
  fleet: readonly Server[];
  progress(line: string): void;
}

export interface Goal {
  text: string;
  value: number;
  unit: string;
  /** At least, or at most. */
  sense: '>=' | '<=';
  bound: number;
  /** Of the rounds, where there are any. */
  range?: { least: number; most: number };
}

export interface Outcome {
  id: string;
  title: string;
  notes: readonly string[];
  columns: readonly string[];
  rows: readonly { name: string; cells: readonly string[] }[];
  /** For the chart. */
  bars?: { unit: string; values: readonly { name: string; value: number }[] };
  goals: readonly Goal[];
  raw: unknown;
}

export interface Work {
  id: string;
  title: string;
  /** Whether it is measured on the servers that are shared. The others start their own, when those are gone. */
  onFleet: boolean;
  /** An outcome, or why there is none. */
  run(bench: Bench): Promise<Outcome | string>;
}

export const CONNECTIONS = 32;
export const COLUMNS = [
  'requests/s',
  'p50 ms',
  'p99 ms',
  'server CPU µs/request',
  'memory MB',
  'load at',
];

export function member(bench: Bench, name: Name): Server | undefined {
  return bench.fleet.find((server) => server.name === name);
}

export function rowOf(name: string, rounds: readonly Round[], server: Server) {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  return {
    name,
    cells: [
      of((round) => round.perSecond).toFixed(0),
      of((round) => round.p50Ms).toFixed(2),
      of((round) => round.p99Ms).toFixed(2),
      of((round) => round.cpuMicroseconds).toFixed(0),
      server.residentMegabytes().toFixed(0),
      `${(of((round) => round.loadShare) * 100).toFixed(0)} %`,
    ],
  };
}

export function ratioGoal(
  text: string,
  [ours, theirs]: readonly [readonly number[], readonly number[]],
  sense: Goal['sense'],
  bound: number,
): Goal {
  const { ratio, least, most } = compare(ours, theirs);
  return { text, value: ratio, unit: '×', sense, bound, range: { least, most } };
}

export function isMet({ value, sense, bound }: Goal): boolean {
  return sense === '>=' ? value >= bound : value <= bound;
}
