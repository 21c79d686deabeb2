// Several processes on PostgreSQL and Redis, beside as many of fastify; and what that costs over the embedded database.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { commandLine, SHARING_NAMES } from '../contestants.js';
import { alternate, type Round, type Turn } from '../measure.js';
import { copyOf } from '../seed.js';
import type { Seeded } from '../seeded.js';
import { killServers, type Server, startGroup, startServer } from '../server-process.js';
import { median } from '../statistics.js';
import { verify } from '../verify.js';
import type { Workload } from '../workloads.js';
import {
  COLUMNS,
  CONNECTIONS,
  type Goal,
  type Outcome,
  ratioGoal,
  rowOf,
  type Work,
} from './work.js';

const POSTGRES = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const REDIS = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';
const PROCESSES = [1, 2, 4];
const WORKLOADS = ['list', 'create', 'mix'] as const satisfies readonly Workload[];
const AT_LEAST = 1.2;

interface Measured {
  rounds: readonly Round[];
  row: ReturnType<typeof rowOf>;
}

export const sharingWork: Work = {
  id: 'sharing',
  title: 'One, two and four processes on PostgreSQL and Redis',
  onFleet: false,
  async run(bench): Promise<Outcome | string> {
    const { options, folder, loader, progress } = bench;
    const name = `bench_${randomBytes(6).toString('hex')}`;
    try {
      await query(`CREATE DATABASE ${name}`);
    } catch (error) {
      return `there is no PostgreSQL at TEST_POSTGRES_URL: ${error instanceof Error ? error.message : error}`;
    }
    const measured = new Map<string, Measured>();
    try {
      const embedded = copyOf(bench.seeded, join(folder, 'sharing.db'));
      const seeded = moveTo(name, embedded);
      for (const processes of PROCESSES) {
        // All at once would be more connections than PostgreSQL allows by default.
        const running = await Promise.all(
          SHARING_NAMES.map((group) => startGroup(group, seeded, processes)),
        );
        if (processes === 1) running.unshift(await startServer('ours', embedded));
        await verify(running);
        const turns = WORKLOADS.flatMap((workload) =>
          running.map((server) => toTurn(server, workload, options.seconds)),
        );
        const rounds = await alternate(loader, turns, options.rounds, progress);
        for (const { label, server } of turns) {
          const kept = rounds.get(label) ?? [];
          measured.set(label, { rounds: kept, row: rowOf(label, kept, server) });
        }
        await Promise.all(running.map((server) => server.stop()));
      }
      return describe(measured);
    } finally {
      killServers();
      await query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  },
};

/** By the product's own command, which brings the keys along. */
function moveTo(name: string, embedded: Seeded): Seeded {
  const url = new URL(POSTGRES);
  url.pathname = `/${name}`;
  execFileSync(
    process.execPath,
    [commandLine, 'copy', '--from', `file:${embedded.file}`, '--to', url.href],
    { stdio: 'ignore' },
  );
  return { ...embedded, shared: { database: url.href, counters: REDIS } };
}

function labelOf({ name, origins }: Server, workload: Workload): string {
  const who = name === 'ours' ? 'ours, embedded' : `${name} × ${origins.length}`;
  return `${workload}: ${who}`;
}

function toTurn(server: Server, workload: Workload, seconds: number): Turn<string> {
  const job = { workload, connections: CONNECTIONS, seconds };
  return { label: labelOf(server, workload), server, job };
}

function describe(measured: ReadonlyMap<string, Measured>): Outcome {
  const of = (label: string, pick: (round: Round) => number) =>
    (measured.get(label)?.rounds ?? []).map(pick);
  const rate = (label: string) => of(label, ({ perSecond }) => perSecond);
  const latency = (label: string) => median(of(label, ({ p50Ms }) => p50Ms));
  const goals: Goal[] = WORKLOADS.flatMap((workload) =>
    PROCESSES.map((processes) =>
      ratioGoal(
        `${workload}, ${processes} on PostgreSQL and Redis: ours / fastify`,
        [
          rate(`${workload}: ours-postgres × ${processes}`),
          rate(`${workload}: fastify-postgres × ${processes}`),
        ],
        '>=',
        AT_LEAST,
      ),
    ),
  );
  const added = WORKLOADS.map((workload) => {
    const ms = latency(`${workload}: ours-postgres × 1`) - latency(`${workload}: ours, embedded`);
    return `${workload} ${ms.toFixed(2)} ms`;
  });
  return {
    id: sharingWork.id,
    title: sharingWork.title,
    notes: [
      `${CONNECTIONS} connections, spread over the processes. PostgreSQL and Redis run on the same machine, and share its cores.`,
      `One process on them answers later than on the embedded database, at the median, by: ${added.join(', ')}.`,
    ],
    columns: COLUMNS,
    rows: [...measured.values()].map(({ row }) => row),
    bars: {
      unit: 'requests/s',
      values: [...measured.keys()].map((label) => ({ name: label, value: median(rate(label)) })),
    },
    goals,
    raw: Object.fromEntries(measured),
  };
}

async function query(text: string): Promise<void> {
  const client = new pg.Client(POSTGRES);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
