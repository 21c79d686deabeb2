// The program of the book store in a process of its own, on a database that is removed at the end.
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';

const ROOT = join(__dirname, '..');
const PROGRAM = ['--import', 'tsx', join(ROOT, 'src/main.ts')];
const POSTGRES = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export interface Database {
  url: string;
  drop(): Promise<void>;
}

export async function createFile(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'books-'));
  return {
    url: `file:${join(folder, 'books.db')}`,
    drop: async () => rmSync(folder, { recursive: true }),
  };
}

/** @throws an Error if PostgreSQL does not answer. */
export async function createDatabase(): Promise<Database> {
  const name = `books_${randomUUID().replaceAll('-', '')}`;
  await query(`CREATE DATABASE ${name}`);
  const url = new URL(POSTGRES);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => query(`DROP DATABASE ${name} WITH (FORCE)`) };
}

async function query(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Runs a command to its end. @returns what it printed to stdout. */
export async function run(database: Database, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: database.url };
  const { stdout } = await promisify(execFile)(process.execPath, [...PROGRAM, ...args], { env });
  return stdout.trim();
}

/** Starts the server on a free port. */
export async function serve(database: Database) {
  const env = { ...process.env, DATABASE_URL: database.url, PORT: '0', LOG_FORMAT: 'json' };
  const child = spawn(process.execPath, [...PROGRAM, 'serve', '--check-reads'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const { url = '', msg }: { url?: string; msg?: string } = JSON.parse(line);
    if (msg !== 'listening') continue;
    child.stdout.resume();
    return {
      url,
      async stop() {
        child.kill('SIGTERM');
        await ended;
      },
    };
  }
  throw new Error('the server ended before it listened');
}
