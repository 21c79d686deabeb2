// Throughput: closed-loop load, requests per second of each server.
import { WORKLOADS, type Workload } from '../load/workloads.js';
import { measureInterleaved, type Round, secondsOf } from '../measure.js';
import type { Server } from '../server-process.js';
import { kindOf, SERVER_NAMES, type ServerName } from '../servers.js';
import { median } from '../statistics.js';
import {
  COLUMNS,
  CONNECTIONS,
  type Goal,
  type Measured,
  ratioGoal,
  type Scenario,
  toRow,
} from './scenario.js';

interface ThroughputOptions {
  workload: Workload;
  connections?: number;
  baselines?: readonly ServerName[];
  /** The least ratio of ours to each of them. */
  goals: Readonly<Partial<Record<ServerName, number>>>;
  /** The least ratio of ours to the fastest of the alike servers. */
  alike: number;
  notes?: readonly string[];
}

const SCENARIOS: readonly ThroughputOptions[] = [
  {
    workload: 'list',
    baselines: ['baseline', 'baseline-sql'],
    goals: { fastify: 1.7, 'baseline-sql': 1.4 },
    alike: 2.5,
    notes: ['`GET /v1/pets?limit=20`, again and again: the busy first page.'],
  },
  {
    workload: 'pages',
    baselines: ['baseline-sql'],
    goals: { fastify: 1.3, 'baseline-sql': 1 },
    alike: 2,
    notes: [
      '20,000 pages: cursors anywhere among 10,000 animals, half of them with a `status`, limits of 5, 10, 20 and 50.',
    ],
  },
  {
    workload: 'pages-and-writes',
    goals: { fastify: 1.2 },
    alike: 1.8,
    notes: ['The same pages. One request in fifty creates an animal.'],
  },
  { workload: 'get', goals: { fastify: 1 }, alike: 1.3, notes: ['10,000 animals.'] },
  {
    workload: 'mix',
    goals: { fastify: 1.5 },
    alike: 2,
    notes: ['The order is shuffled for each connection.'],
  },
  {
    workload: 'create',
    connections: 64,
    goals: { fastify: 3.5 },
    alike: 3.5,
    notes: [
      'Every 201 is on disk (WAL, synchronous=FULL). The usual servers commit once per request; ours and the alike ones commit once for many requests.',
    ],
  },
];

export const throughputScenarios: readonly Scenario[] = SCENARIOS.map(toScenario);

function toScenario(options: ThroughputOptions): Scenario {
  const { workload, connections = CONNECTIONS, baselines = [], notes = [] } = options;
  const takesPart = (name: Server['name']) =>
    kindOf(name) !== 'baseline' || baselines.some((baseline) => baseline === name);
  return {
    id: workload,
    title: WORKLOADS[workload],
    usesSharedServers: true,
    estimateSeconds: (run) => secondsOf(run.serverNames.filter(takesPart).length, run),
    async run({ options: { rounds: count, seconds }, load, servers, progress }): Promise<Measured> {
      const job = { workload, connections, seconds };
      const participants = servers.filter(({ name }) => takesPart(name));
      const series = participants.map((server) => ({ label: server.name, server, job }));
      const rounds = await measureInterleaved(load, series, count, progress);
      return {
        notes: [`${connections} connections, keep-alive.`, ...notes],
        columns: COLUMNS,
        rows: participants.map((server) =>
          toRow(server.name, rounds.get(server.name) ?? [], server),
        ),
        bars: {
          unit: 'requests/s',
          values: participants.map(({ name }) => ({ name, value: median(rates(rounds, name)) })),
        },
        goals: toGoals(options, participants, rounds),
        raw: Object.fromEntries(rounds),
      };
    },
  };
}

function toGoals(
  { workload, goals, alike }: ThroughputOptions,
  participants: readonly Server[],
  rounds: ReadonlyMap<string, Round[]>,
): Goal[] {
  if (!participants.some(({ name }) => name === 'ours')) return [];
  const goal = (rival: Server['name'], target: number): Goal =>
    ratioGoal(
      { work: WORKLOADS[workload], rival, kind: kindOf(rival), operator: '>=', target },
      rates(rounds, 'ours'),
      rates(rounds, rival),
    );
  const fastest = fastestAlike(participants, (name) => median(rates(rounds, name)));
  return [
    ...SERVER_NAMES.flatMap((name) => {
      const target = goals[name];
      return target !== undefined && rounds.has(name) ? [goal(name, target)] : [];
    }),
    ...(fastest ? [goal(fastest.name, alike)] : []),
  ];
}

/** Goals are stated against the fastest of the alike servers. */
export function fastestAlike(
  servers: readonly Server[],
  rateOf: (name: Server['name']) => number,
): Server | undefined {
  return servers
    .filter(({ name }) => kindOf(name) === 'alike')
    .sort((a, b) => rateOf(b.name) - rateOf(a.name))[0];
}

function rates(rounds: ReadonlyMap<string, Round[]>, name: string): number[] {
  return rounds.get(name)?.map(({ perSecond }) => perSecond) ?? [];
}
