// Stores: API keys and animals, made by the command line of the checkout that serves them.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const POSTGRES = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const REDIS = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';
const UNLIMITED = ['--plan', 'enterprise', '--per-minute', '100000000', '--per-day', '1000000000'];
const STATUSES = ['available', 'pending', 'sold', ''];
export const ANIMALS = 10_000;

const databases: string[] = [];

export interface Store {
  /** The settings that lead a server to it. */
  env: Readonly<Record<string, string>>;
  /** Its quota is larger than any measurement. */
  key: string;
  freeKey: string;
}

/** @param cli The built command line of a checkout. */
export function createStore(cli: string, folder: string): Store {
  const file = join(folder, `${randomBytes(6).toString('hex')}.db`);
  return fill(cli, folder, { DATABASE_FILE: file, DATABASE_URL: `file:${file}` });
}

/** A new database on PostgreSQL, with the quotas in Redis. */
export async function createSharedStore(cli: string, folder: string): Promise<Store> {
  const name = `bench_${randomBytes(6).toString('hex')}`;
  await query(`CREATE DATABASE ${name}`);
  databases.push(name);
  const url = new URL(POSTGRES);
  url.pathname = name;
  return fill(cli, folder, { DATABASE_URL: url.href, RATE_LIMIT_URL: REDIS });
}

export async function dropDatabases(): Promise<void> {
  for (const name of databases) await query(`DROP DATABASE ${name} WITH (FORCE)`);
}

function fill(cli: string, folder: string, env: Store['env']): Store {
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [cli, ...args], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    }).trim();
  const rows = Array.from({ length: ANIMALS }, (_, index) => {
    return `Animal number ${index},${index % 50},${STATUSES[index % 4]}\n`;
  });
  const csv = join(folder, 'animals.csv');
  writeFileSync(csv, `name,categoryId,status\n${rows.join('')}`);
  run('migrate');
  run('pets', 'import', csv);
  const createKey = (...plan: string[]) => run('keys', 'create', '--name', 'bench', ...plan);
  return { env, key: createKey(...UNLIMITED), freeKey: createKey('--plan', 'free') };
}

async function query(text: string): Promise<void> {
  const client = new pg.Client(POSTGRES);
  await client.connect();
  await client.query(text).finally(() => client.end());
}
