// Several processes on PostgreSQL and Redis, compared with as many of fastify, as usual and alike.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { MANY_PAGES, type Workload } from '../load/workloads.js';
import { measureInterleaved, type Round, type Series, secondsOf } from '../measure.js';
import { copyDatabase } from '../seed.js';
import { killServers, type Server, startGroup } from '../server-process.js';
import { ANIMAL_STORE, type ClusterName, kindOf, type Store } from '../servers.js';
import { median } from '../statistics.js';
import { verify } from '../verify/verify.js';
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

const SECONDS_PER_START = 8;

interface Work {
  title: string;
  workload: Workload;
  pages?: number;
  /** The least ratio of ours to each rival. */
  goals: Readonly<Partial<Record<ClusterName, number>>>;
}

const LIST: Work = {
  title: 'the same page',
  workload: 'list',
  goals: { 'fastify-postgres': 1.2 },
};
const CREATE: Work = {
  title: 'creates',
  workload: 'create',
  goals: { 'fastify-postgres': 1.2 },
};
const MIX: Work = { title: 'mix', workload: 'mix', goals: { 'fastify-postgres': 1.2 } };
const PAGES: Work = {
  title: '48 pages at random',
  workload: 'pages',
  pages: 48,
  goals: { 'fastify-postgres': 1.3, 'fastify-alike-postgres': 1.6 },
};
const CREATE_ONCE: Work = {
  title: 'creates with an Idempotency-Key',
  workload: 'create-once',
  goals: { 'fastify-postgres': 1.5, 'fastify-alike-postgres': 1.5 },
};

interface Group {
  processes: number;
  rival: ClusterName;
  works: readonly Work[];
}

/**
 * Ours and one rival at a time: PostgreSQL's default limit on connections is too low for more. Fewer works with fewer
 * processes, to limit the time of a run.
 */
const GROUPS: readonly Group[] = [
  { processes: 1, rival: 'fastify-postgres', works: [LIST, CREATE, MIX] },
  { processes: 2, rival: 'fastify-postgres', works: [MIX] },
  { processes: 4, rival: 'fastify-postgres', works: [LIST, PAGES, CREATE, CREATE_ONCE, MIX] },
  { processes: 4, rival: 'fastify-alike-postgres', works: [PAGES, CREATE_ONCE] },
];

interface Line {
  rounds: readonly Round[];
  row: ReturnType<typeof toRow>;
}

export const scaleOutScenario: Scenario = {
  id: 'scale-out',
  title: 'One, two and four processes on PostgreSQL and Redis',
  usesSharedServers: false,
  services: ['postgres', 'redis-server'],
  estimateSeconds: (options) =>
    GROUPS.reduce(
      (sum, { works }) => sum + SECONDS_PER_START + secondsOf(2 * works.length, options),
      0,
    ),
  async run({ store: seeded, options, folder, load, progress }): Promise<Measured | string> {
    const name = `bench_${randomBytes(6).toString('hex')}`;
    try {
      await query(`CREATE DATABASE ${name}`);
    } catch (error) {
      return `no PostgreSQL at TEST_POSTGRES_URL: ${error instanceof Error ? error.message : error}`;
    }
    const lines = new Map<string, Line>();
    try {
      const store = copyToPostgres(name, copyDatabase(seeded, join(folder, 'scale-out.db')));
      for (const group of GROUPS) {
        const { processes, rival, works } = group;
        const running = await Promise.all(
          (['ours-postgres', rival] as const).map((each) => startGroup(each, store, processes)),
        );
        await verify(running);
        const series = works.flatMap((work) =>
          running.map((server) => toSeries(server, work, group, options.seconds)),
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

/** Uses the `copy` command, which copies the API keys and the cursor secret, too. */
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

function labelOf({ title }: Work, isOurs: boolean, { processes, rival }: Group): string {
  const name = isOurs ? `ours (against ${kindOf(rival)})` : rival;
  return `${title}, ${processes} × ${name}`;
}

function toSeries(server: Server, work: Work, group: Group, seconds: number): Series<string> {
  const { workload, pages } = work;
  const job = {
    workload,
    ...(pages !== undefined && { pages: { ...MANY_PAGES, pages } }),
    connections: CONNECTIONS,
    seconds,
  };
  return { label: labelOf(work, server.name === 'ours-postgres', group), server, job };
}

function summarize(lines: ReadonlyMap<string, Line>): Measured {
  const rates = (label: string) =>
    (lines.get(label)?.rounds ?? []).map(({ perSecond }) => perSecond);
  const goals = GROUPS.flatMap((group) =>
    group.works.flatMap((work): Goal[] => {
      const { processes, rival } = group;
      const target = work.goals[rival];
      if (target === undefined) return [];
      const title = `PostgreSQL, ${work.title}, ${processes} ${processes === 1 ? 'process' : 'processes'}`;
      return [
        ratioGoal(
          { work: title, rival, kind: kindOf(rival), operator: '>=', target },
          rates(labelOf(work, true, group)),
          rates(labelOf(work, false, group)),
        ),
      ];
    }),
  );
  return {
    notes: [
      `${CONNECTIONS} connections, divided among the processes. PostgreSQL and Redis share the machine.`,
      'fastify-postgres ignores the Idempotency-Key.',
    ],
    columns: COLUMNS,
    rows: [...lines.values()].map(({ row }) => row),
    bars: {
      unit: 'requests/s',
      values: [...lines].map(([name, { rounds }]) => ({
        name,
        value: median(rounds.map(({ perSecond }) => perSecond)),
      })),
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
