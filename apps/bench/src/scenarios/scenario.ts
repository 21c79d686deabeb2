// Types and helpers that the scenarios share.
import type { CpuShares } from '../cpu.js';
import type { LoadGenerator, Round } from '../measure.js';
import type { Options } from '../options.js';
import type { Server } from '../server-process.js';
import type { Kind, ServerName, Store } from '../servers.js';
import { median, ratios, type Spread, spreadOf } from '../statistics.js';

export interface Bench {
  options: Options;
  /** Temporary files of this run. */
  folder: string;
  store: Store;
  load: LoadGenerator;
  /** Running and verified; empty unless a scenario uses shared servers. */
  servers: readonly Server[];
  progress(line: string): void;
}

export interface Goal {
  work: string;
  /** What it is compared with, if it is a ratio. */
  rival?: string;
  kind?: Kind;
  value: number;
  unit: string;
  operator: '>=' | '<=';
  target: number;
  /** Of the rounds. */
  spread?: Spread;
}

export interface Measured {
  notes: readonly string[];
  columns: readonly string[];
  rows: readonly { name: string; cells: readonly string[] }[];
  /** For the chart. */
  bars?: { unit: string; values: readonly { name: string; value: number }[] };
  goals: readonly Goal[];
  /** Written by --write, not reported. */
  raw: unknown;
}

export interface ScenarioResult extends Measured {
  id: string;
  title: string;
  /** Used by other processes while the scenario ran. */
  cpu: CpuShares;
}

export interface Scenario {
  id: string;
  title: string;
  /** The other scenarios start servers of their own, after the shared ones have stopped. */
  usesSharedServers: boolean;
  /** Names of other processes that belong to the run, such as `postgres`. */
  services?: readonly string[];
  /** About how long it takes. */
  estimateSeconds(options: Options): number;
  /** Returns the reason if the scenario cannot run. */
  run(bench: Bench): Promise<Measured | string>;
}

export const CONNECTIONS = 32;
export const COLUMNS = [
  'requests/s',
  'p50 ms',
  'p99 ms',
  'server CPU µs/request',
  'memory MB',
  'load CPU',
];

export function findServer(bench: Bench, name: ServerName): Server | undefined {
  return bench.servers.find((server) => server.name === name);
}

export function toRow(name: string, rounds: readonly Round[], server: Server) {
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

type RatioOptions = Pick<Goal, 'work' | 'rival' | 'kind' | 'operator' | 'target'>;

/** The median of the ratios of the rounds. */
export function ratioGoal(
  options: RatioOptions,
  ours: readonly number[],
  theirs: readonly number[],
): Goal {
  const values = ratios(ours, theirs);
  return { ...options, value: median(values), unit: '×', spread: spreadOf(values) };
}

export function isMet({ value, operator, target }: Goal): boolean {
  return operator === '>=' ? value >= target : value <= target;
}
