// Several processes on PostgreSQL and Redis, compared with as many of fastify and with the embedded database.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import type { Workload } from '../load/workloads.js';
import { measureInterleaved, type Round, type Series } from '../measure.js';
import { copyDatabase } from '../seed.js';
import { killServers, type Server, startGroup, startServer } from '../server-process.js';
import { ANIMAL_STORE, CLUSTER_NAMES, type Store } from '../servers.js';
import { median } from '../statistics.js';
import { verify } from '../verify.js';
import {
  COLUMNS,
  CONNECTIONS,
  type Goal,
  type Measured,
  ratioGoal,
  type Scenario,
  toRow,
} from './scenario.js';

const POSTGRES = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const REDIS = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';
const PROCESSES = [1, 2, 4];
const WORKLOADS = ['list', 'create', 'mix'] as const satisfies readonly Workload[];
const MIN_RATIO = 1.2;

interface Line {
  rounds: readonly Round[];
  row: ReturnType<typeof toRow>;
}

export const scaleOutScenario: Scenario = {
  id: 'scale-out',
  title: 'One, two and four processes on PostgreSQL and Redis',
  usesSharedServers: false,
  async run(bench): Promise<Measured | string> {
    const { options, folder, load, progress } = bench;
    const name = `bench_${randomBytes(6).toString('hex')}`;
    try {
      await query(`CREATE DATABASE ${name}`);
    } catch (error) {
      return `no PostgreSQL at TEST_POSTGRES_URL: ${error instanceof Error ? error.message : error}`;
    }
    const lines = new Map<string, Line>();
    try {
      const embedded = copyDatabase(bench.store, join(folder, 'scale-out.db'));
      const store = copyToPostgres(name, embedded);
      for (const processes of PROCESSES) {
        // Not all groups at once: PostgreSQL's default limit on connections is too low for that.
        const running = await Promise.all(
          CLUSTER_NAMES.map((group) => startGroup(group, store, processes)),
        );
        if (processes === 1) running.unshift(await startServer('ours', embedded));
        await verify(running);
        const series = WORKLOADS.flatMap((workload) =>
          running.map((server) => toSeries(server, workload, options.seconds)),
        );
        const rounds = await measureInterleaved(load, series, options.rounds, progress);
        for (const { label, server } of series) {
          const kept = rounds.get(label) ?? [];
          lines.set(label, { rounds: kept, row: toRow(label, kept, server) });
        }
        await Promise.all(running.map((server) => server.stop()));
      }
      return summarize(lines);
    } finally {
      killServers();
      await query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  },
};

/** Uses the `copy` command, which copies the API keys, too. */
function copyToPostgres(name: string, embedded: Store): Store {
  const url = new URL(POSTGRES);
  url.pathname = `/${name}`;
  const databaseUrl = url.href;
  const PGPASSWORD = decodeURIComponent(url.password);
  url.password = '';
  execFileSync(
    process.execPath,
    [ANIMAL_STORE, 'copy', '--from', `file:${embedded.file}`, '--to', url.href],
    { stdio: 'ignore', env: { ...process.env, ...(PGPASSWORD !== '' && { PGPASSWORD }) } },
  );
  return { ...embedded, shared: { databaseUrl, rateLimitUrl: REDIS } };
}

function labelOf({ name, origins }: Server, workload: Workload): string {
  const label = name === 'ours' ? 'ours, embedded' : `${name} × ${origins.length}`;
  return `${workload}: ${label}`;
}

function toSeries(server: Server, workload: Workload, seconds: number): Series<string> {
  const job = { workload, connections: CONNECTIONS, seconds };
  return { label: labelOf(server, workload), server, job };
}

function summarize(lines: ReadonlyMap<string, Line>): Measured {
  const of = (label: string, pick: (round: Round) => number) =>
    (lines.get(label)?.rounds ?? []).map(pick);
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
        MIN_RATIO,
      ),
    ),
  );
  const added = WORKLOADS.map((workload) => {
    const ms = latency(`${workload}: ours-postgres × 1`) - latency(`${workload}: ours, embedded`);
    return `${workload} ${ms.toFixed(2)} ms`;
  });
  return {
    notes: [
      `${CONNECTIONS} connections, divided among the processes. PostgreSQL and Redis share the machine.`,
      `Median latency that one process adds over the embedded database: ${added.join(', ')}.`,
    ],
    columns: COLUMNS,
    rows: [...lines.values()].map(({ row }) => row),
    bars: {
      unit: 'requests/s',
      values: [...lines.keys()].map((label) => ({ name: label, value: median(rate(label)) })),
    },
    goals,
    raw: Object.fromEntries(lines),
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
