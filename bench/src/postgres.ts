// Scenario on PostgreSQL: one and four processes of ours and of Fastify with our duties, counting in one Redis.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { measureInterleaved, type Round, type Series } from './measure.js';
import { type Goal, ratios } from './report.js';
import { type Bench, COLUMNS, type Measured, rates, toRow } from './scenarios.js';
import { copyDatabase } from './seed.js';
import { killServers, type Server, startGroup } from './server-process.js';
import { ANIMAL_STORE, type Store } from './servers.js';
import { verify } from './verify.js';
import { CONNECTIONS, WORKS } from './works.js';

const POSTGRES = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const REDIS = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';
const WORK_NAMES = ['pages', 'create'] as const;
const NAMES = ['ours-postgres', 'fastify-duties-postgres'] as const;

export async function measurePostgres(bench: Bench): Promise<Measured> {
  const { store: seeded, folder, load, rounds, seconds } = bench;
  const name = `bench_${randomBytes(6).toString('hex')}`;
  await query(`CREATE DATABASE ${name}`);
  const kept = new Map<string, Round[]>();
  const goals: Goal[] = [];
  try {
    const store = copyToPostgres(name, copyDatabase(seeded, join(folder, 'postgres.db')));
    for (const processes of [1, 4]) {
      const groups = await Promise.all(NAMES.map((each) => startGroup(each, store, processes)));
      await verify(groups);
      const series = WORK_NAMES.flatMap((work) =>
        groups.map((server): Series => {
          const job = { work, connections: CONNECTIONS, seconds };
          return { label: labelOf(server, work, processes), server, job };
        }),
      );
      for (const [label, each] of await measureInterleaved(load, series, rounds))
        kept.set(label, each);
      const [ours, rival] = groups;
      if (ours && rival)
        for (const work of WORK_NAMES)
          goals.push({
            work: `PostgreSQL, ${WORKS[work].title}, ${processes} processes`,
            rival: rival.name,
            values: ratios(
              rates(kept.get(labelOf(ours, work, processes))),
              rates(kept.get(labelOf(rival, work, processes))),
            ),
            unit: '×',
            operator: '>=',
            target: 1,
          });
      await Promise.all(groups.map((server) => server.stop()));
    }
  } finally {
    killServers();
    await query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
  return {
    title: 'One and four processes on PostgreSQL and Redis',
    note: `${CONNECTIONS} connections, divided among the processes. PostgreSQL and Redis share the machine.`,
    columns: COLUMNS,
    rows: [...kept].map(([label, each]) => toRow(label, each)),
    goals,
  };
}

function labelOf({ name }: Server, work: (typeof WORK_NAMES)[number], processes: number): string {
  return `${WORKS[work].title}, ${processes} × ${name}`;
}

/** Uses the `copy` command, which copies the API keys, too. */
function copyToPostgres(name: string, embedded: Store): Store {
  const url = new URL(POSTGRES);
  url.pathname = `/${name}`;
  const databaseUrl = url.href;
  const PGPASSWORD = decodeURIComponent(url.password);
  url.password = '';
  const args = [ANIMAL_STORE, 'copy', '--from', `file:${embedded.file}`, '--to', url.href];
  const env = { ...process.env, ...(PGPASSWORD !== '' && { PGPASSWORD }) };
  execFileSync(process.execPath, args, { stdio: 'ignore', env });
  return { ...embedded, shared: { databaseUrl, rateLimitUrl: REDIS } };
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
