// Schemas and databases in the shared PostgreSQL, each for a single test.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { POSTGRES_URL } from './describe-if-service.js';

export interface TestDatabase {
  url: string;
  /** Runs SQL on a separate connection. */
  query(text: string, values?: unknown[]): Promise<Pick<pg.QueryResult, 'rows'>>;
  drop(): Promise<void>;
}

export async function createSchema(): Promise<TestDatabase> {
  const name = uniqueName();
  await queryOnce(POSTGRES_URL, `CREATE SCHEMA ${name}`);
  const url = new URL(POSTGRES_URL);
  url.searchParams.set('options', `-c search_path=${name}`);
  return testDatabase(url, `DROP SCHEMA IF EXISTS ${name} CASCADE`);
}

/** @param options Of CREATE DATABASE. */
export async function createDatabase(options = ''): Promise<TestDatabase> {
  const name = uniqueName();
  await queryOnce(POSTGRES_URL, `CREATE DATABASE ${name} ${options}`);
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
  client.on('error', () => {}); // the query rejects with the error
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}
