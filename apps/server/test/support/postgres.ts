// Owns places in the real PostgreSQL that nothing else uses: a schema for a test's own store, a database for processes.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { POSTGRES_URL } from './services.js';

export interface Place {
  url: string;
  /** Runs SQL there, from outside of the store. */
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  drop(): Promise<void>;
}

export async function createSchema(): Promise<Place> {
  const name = uniqueName();
  await queryOnce(POSTGRES_URL, `CREATE SCHEMA ${name}`);
  const url = new URL(POSTGRES_URL);
  url.searchParams.set('options', `-c search_path=${name}`);
  return place(url, `DROP SCHEMA IF EXISTS ${name} CASCADE`);
}

export async function createDatabase(): Promise<Place> {
  const name = uniqueName();
  await queryOnce(POSTGRES_URL, `CREATE DATABASE ${name}`);
  const url = new URL(POSTGRES_URL);
  url.pathname = `/${name}`;
  return place(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

function place(url: URL, drop: string): Place {
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
