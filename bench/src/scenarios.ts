// Scenarios: throughput of each work, refusals, starts, memory, several processes on PostgreSQL.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { measureInterleaved, type Round, send } from './measure.js';
import { type Goal, median, type Result, type Row, ratios } from './report.js';
import { copyStore, copyToPostgres } from './seed.js';
import {
  SERVER_NAMES,
  SERVERS,
  type Server,
  type ServerName,
  type Store,
  startServer,
} from './servers.js';
import { verify } from './verify.js';
import { WORKS, type WorkName } from './works.js';

export interface Bench {
  rounds: number;
  /** Of a round, in seconds. */
  duration: number;
  isQuick: boolean;
  /** Temporary files of this run. */
  folder: string;
  store: Store;
  /** Running and compared. */
  servers: readonly Server[];
}

const POSTGRES = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const REDIS = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';
const MEMORY_SAMPLES = 10;
const MAX_MEGABYTES = 140;

export async function measureWork(work: WorkName, bench: Bench): Promise<Result> {
  const { title, goals } = WORKS[work];
  const isRead = !/create|writes/.test(work); // the floor serves no other
  const servers = bench.servers.filter(({ name }) => isRead || name !== 'floor');
  const kept = await measureServers(work, servers, bench);
  const rates = (name: ServerName) => kept.get(name)?.map(({ perSecond }) => perSecond) ?? [];
  return {
    rows: [toRow(title, kept)],
    goals: (['fastify', 'fastify-duties'] as const).map((rival): Goal => {
      const values = ratios(rates('ours'), rates(rival));
      return { title: `${title} / ${SERVERS[rival]}`, values, operator: '≥', target: goals[rival] };
    }),
  };
}

/** The warm-up uses up the quota of the free plan, and its tenth refusal bans the key. */
export async function measureRefusals({ servers, rounds, duration }: Bench): Promise<Result> {
  const server = servers.find(({ name }) => name === 'ours');
  if (server === undefined) throw new Error('the animal store does not run');
  const page = { label: 'page', server, work: 'list', span: { duration } } as const;
  const refusal = { ...page, label: 'ours', refusedKey: server.store.freeKey };
  const kept = await measureInterleaved([page, refusal], rounds);
  const costs = (label: string) => kept.get(label)?.map((round) => round.cpuMicroseconds) ?? [];
  const values = ratios(costs('ours'), costs('page'));
  return {
    rows: [toRow('Refused: the key is banned', kept)],
    goals: [{ title: 'CPU of a refusal / of the same page', values, operator: '≤', target: 1 }],
  };
}

export async function measureStarts({ isQuick, folder, store }: Bench): Promise<Result> {
  const starts = isQuick ? 3 : 15;
  const times = SERVER_NAMES.map((name) => ({
    name,
    copy: copyStore(store, folder, `start-${name}`),
    ms: [] as number[],
  }));
  for (let round = 0; round <= starts; round += 1)
    for (const { name, copy, ms } of times) {
      const server = await startServer(name, copy);
      await server.stop();
      if (round > 0) ms.push(server.startMs); // round 0 fills the file cache
    }
  const cells = times.map(({ name, ms }) => [name, median(ms).toFixed(0)]);
  const title = `Start to the first 200, ms (median of ${starts})`;
  return { rows: [{ title, cells: Object.fromEntries(cells) }], goals: [] };
}

export async function measureMemory({ isQuick, folder, store }: Bench): Promise<Result> {
  const amount = isQuick ? 10_000 : 100_000;
  const server = await startServer('ours', copyStore(store, folder, 'memory'));
  let most = 0;
  for (let sample = 1; sample <= MEMORY_SAMPLES; sample += 1) {
    const work = sample % 2 === 0 ? 'get' : 'pages-and-writes';
    await send({ label: 'memory', server, work, span: { amount } }, sample);
    most = Math.max(most, server.residentMegabytes());
  }
  await server.stop();
  const count = (amount * MEMORY_SAMPLES).toLocaleString('en');
  const title = `Most memory during ${count} requests, MB`;
  return {
    rows: [{ title, cells: { ours: most.toFixed(0) } }],
    goals: [{ title, values: [most], operator: '≤', target: MAX_MEGABYTES }],
  };
}

/** One and four processes of ours and of Fastify, counting in one Redis. */
export async function measurePostgres(bench: Bench): Promise<Result> {
  const url = new URL(POSTGRES);
  url.pathname = `/bench_${randomBytes(6).toString('hex')}`;
  await query(`CREATE DATABASE ${url.pathname.slice(1)}`);
  try {
    const seeded = copyStore(bench.store, bench.folder, 'postgres');
    const store = copyToPostgres(seeded, url.href, REDIS);
    const rows: Row[] = [];
    for (const processes of [1, 4]) {
      const servers = [
        await startServer('fastify', store, processes),
        await startServer('ours', store, processes),
      ];
      await verify(servers);
      for (const work of ['pages', 'create'] as const) {
        const title = `${WORKS[work].title}; PostgreSQL and Redis, processes: ${processes}`;
        rows.push(toRow(title, await measureServers(work, servers, bench)));
      }
      await Promise.all(servers.map((server) => server.stop()));
    }
    return { rows, goals: [] };
  } finally {
    await query(`DROP DATABASE ${url.pathname.slice(1)} WITH (FORCE)`);
  }
}

function measureServers(work: WorkName, servers: readonly Server[], { rounds, duration }: Bench) {
  const span = { duration };
  const series = servers.map((server) => ({ label: server.name, server, work, span }));
  return measureInterleaved(series, rounds);
}

/** The labels are names of servers. */
function toRow(title: string, kept: ReadonlyMap<string, readonly Round[]>): Row {
  const cells = [...kept].map(([name, rounds]) => {
    const of = (pick: (round: Round) => number) => median(rounds.map(pick));
    const rate = Math.round(of(({ perSecond }) => perSecond)).toLocaleString('en');
    const cost = of(({ cpuMicroseconds }) => cpuMicroseconds).toFixed(0);
    return [name, `${rate} (${cost})${of(({ loadShare }) => loadShare) > 0.9 ? '*' : ''}`];
  });
  return { title, cells: Object.fromEntries(cells) };
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
