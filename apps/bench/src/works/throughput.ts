// The works that ask as fast as they get answers: requests a second, side by side.
import { FLOORS, type Name } from '../contestants.js';
import { alternate, type Round } from '../measure.js';
import type { Server } from '../server-process.js';
import { median } from '../statistics.js';
import type { Workload } from '../workloads.js';
import { COLUMNS, CONNECTIONS, type Outcome, ratioGoal, rowOf, type Work } from './work.js';

interface Contest {
  id: Workload & string;
  title: string;
  connections: number;
  goals: readonly { rival: Name; atLeast: number }[];
  notes: readonly string[];
}

const CONTESTS: readonly Contest[] = [
  {
    id: 'list',
    title: 'List 20 animals',
    connections: CONNECTIONS,
    goals: [
      { rival: 'floor-sql', atLeast: 1.0 },
      { rival: 'fastify', atLeast: 1.5 },
      { rival: 'express-usual', atLeast: 4 },
    ],
    notes: [],
  },
  {
    id: 'get',
    title: 'Get one animal, ids at random',
    connections: CONNECTIONS,
    goals: [{ rival: 'fastify', atLeast: 1.2 }],
    notes: [],
  },
  {
    id: 'create',
    title: 'Create an animal',
    connections: 64,
    goals: [{ rival: 'fastify', atLeast: 3 }],
    notes: ['Every 201 is on disk (WAL, synchronous=FULL): the rivals commit once a request.'],
  },
  {
    id: 'mix',
    title: 'Mix: 90 % list, 8 % get, 2 % create',
    connections: CONNECTIONS,
    goals: [{ rival: 'fastify', atLeast: 1.5 }],
    notes: ['The order is shuffled for each connection.'],
  },
];

export const throughputWorks: readonly Work[] = CONTESTS.map(toWork);

function toWork({ id, title, connections, goals, notes }: Contest): Work {
  return {
    id,
    title,
    onFleet: true,
    async run({ options, loader, fleet, progress }): Promise<Outcome> {
      const job = { workload: id, connections, seconds: options.seconds };
      const able = fleet.filter(({ name }) => id === 'list' || !FLOORS.includes(name));
      const turns = able.map((server) => ({ label: server.name, server, job }));
      const rounds = await alternate(loader, turns, options.rounds, progress);
      return {
        id,
        title,
        notes: [`${connections} connections, keep-alive.`, ...notes],
        columns: COLUMNS,
        rows: able.map((server) => rowOf(server.name, rounds.get(server.name) ?? [], server)),
        bars: { unit: 'requests/s', values: able.map((server) => toBar(server, rounds)) },
        goals: goals.flatMap(({ rival, atLeast }) => {
          const [ours, theirs] = [rates(rounds, 'ours'), rates(rounds, rival)];
          if (ours === undefined || theirs === undefined) return [];
          return ratioGoal(`${id}: ours / ${rival}`, [ours, theirs], '>=', atLeast);
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
