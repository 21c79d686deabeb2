// Databases in the real PostgreSQL that only one test uses: a schema for a store in the test, a database for processes.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { POSTGRES_URL } from './services.js';

export interface TestDatabase {
  url: string;
  /** Runs SQL on a connection of its own. */
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  drop(): Promise<void>;
}

export async function createSchema(): Promise<TestDatabase> {
  const name = uniqueName();
  await queryOnce(POSTGRES_URL, `CREATE SCHEMA ${name}`);
  const url = new URL(POSTGRES_URL);
  url.searchParams.set('options', `-c search_path=${name}`);
  return testDatabase(url, `DROP SCHEMA IF EXISTS ${name} CASCADE`);
}

export async function createDatabase(): Promise<TestDatabase> {
  const name = uniqueName();
  await queryOnce(POSTGRES_URL, `CREATE DATABASE ${name}`);
  const url = new URL(POSTGRES_URL);
  url.pathname = `/${name}`;
  return testDatabase(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

function testDatabase(url: URL, drop: string): TestDatabase {
  return {
    url: url.href,
    query: (text, values) => queryOnce(url.href, text, values),
    async drop() {
      await queryOnce(POSTGRES_URL, drop);
    },
  };
}

function uniqueName(): string {
  return `test_${randomUUID().replaceAll('-', '')}`;
}

export async function queryOnce(
  url: string,
  text: string,
  values?: unknown[],
): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  client.on('error', () => {}); // the query hears of it
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}
