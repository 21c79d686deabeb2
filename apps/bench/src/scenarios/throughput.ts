// Throughput: closed-loop load, requests per second of each server.

import type { Workload } from '../load/workloads.js';
import { measureInterleaved, type Round } from '../measure.js';
import type { Server } from '../server-process.js';
import { BASELINES, type ServerName } from '../servers.js';
import { median } from '../statistics.js';
import {
  COLUMNS,
  CONNECTIONS,
  type Measured,
  ratioGoal,
  type Scenario,
  toRow,
} from './scenario.js';

interface ThroughputOptions {
  id: Workload & string;
  title: string;
  connections: number;
  goals: readonly { competitor: ServerName; atLeast: number }[];
  notes: readonly string[];
}

const WORKLOADS: readonly ThroughputOptions[] = [
  {
    id: 'list',
    title: 'List 20 animals',
    connections: CONNECTIONS,
    goals: [
      { competitor: 'baseline-sql', atLeast: 1.0 },
      { competitor: 'fastify', atLeast: 1.5 },
      { competitor: 'express', atLeast: 4 },
    ],
    notes: [],
  },
  {
    id: 'get',
    title: 'Get one animal, random ids',
    connections: CONNECTIONS,
    goals: [{ competitor: 'fastify', atLeast: 1.2 }],
    notes: [],
  },
  {
    id: 'create',
    title: 'Create an animal',
    connections: 64,
    goals: [{ competitor: 'fastify', atLeast: 3 }],
    notes: [
      'Every 201 is on disk (WAL, synchronous=FULL). The other servers commit once per request.',
    ],
  },
  {
    id: 'mix',
    title: 'Mix: 90 % list, 8 % get, 2 % create',
    connections: CONNECTIONS,
    goals: [{ competitor: 'fastify', atLeast: 1.5 }],
    notes: ['The order is shuffled for each connection.'],
  },
];

export const throughputScenarios: readonly Scenario[] = WORKLOADS.map(toScenario);

function toScenario({ id, title, connections, goals, notes }: ThroughputOptions): Scenario {
  return {
    id,
    title,
    usesSharedServers: true,
    async run({ options, load, servers, progress }): Promise<Measured> {
      const job = { workload: id, connections, seconds: options.seconds };
      const participants = servers.filter(({ name }) => id === 'list' || !BASELINES.includes(name));
      const series = participants.map((server) => ({ label: server.name, server, job }));
      const rounds = await measureInterleaved(load, series, options.rounds, progress);
      return {
        notes: [`${connections} connections, keep-alive.`, ...notes],
        columns: COLUMNS,
        rows: participants.map((server) =>
          toRow(server.name, rounds.get(server.name) ?? [], server),
        ),
        bars: { unit: 'requests/s', values: participants.map((server) => toBar(server, rounds)) },
        goals: goals.flatMap(({ competitor, atLeast }) => {
          const [ours, theirs] = [rates(rounds, 'ours'), rates(rounds, competitor)];
          if (ours === undefined || theirs === undefined) return [];
          return ratioGoal(`${id}: ours / ${competitor}`, [ours, theirs], '>=', atLeast);
        }),
        raw: Object.fromEntries(rounds),
      };
    },
  };
}

function toBar({ name }: Server, rounds: ReadonlyMap<string, Round[]>) {
  return { name, value: median(rates(rounds, name) ?? []) };
}

function rates(rounds: ReadonlyMap<string, Round[]>, name: string): number[] | undefined {
  return rounds.get(name)?.map(({ perSecond }) => perSecond);
}
