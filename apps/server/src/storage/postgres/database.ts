// Owns the connections to PostgreSQL: how many there are, how long anything may take, and how values travel.
import { type Int64, toInt64 } from '@animal-store/contract';
import pg from 'pg';
import { judge } from './judge-error.js';
import { Pipes } from './pipes.js';

/** Apart, so that no read waits behind a commit, which waits for the disk, or for a lock. */
const READING_CONNECTIONS = 3;
/** Commits of one moment share their wait for the disk: so there are several. */
const WRITING_CONNECTIONS = 8;
/** Connecting, or a query: whoever waits longer hears that the store is unavailable. */
const PATIENCE_MS = 2_000;
/** PostgreSQL gives up before we do, so that what it has not done then is surely undone. */
const STATEMENT_MS = 1_800;
/** How long one request waits for another that holds the same row. */
const LOCK_MS = 1_000;
const INT8 = 20;

/** By which others in the database know us. */
export const APPLICATION_NAME = 'animal-store';

/** A statement that each connection prepares once, under its name. */
export interface Statement {
  name: string;
  text: string;
}

export class PostgresDatabase {
  readonly #reading: Pipes;
  readonly #writing: Pipes;

  constructor(url: string) {
    const settings = {
      ...settingsOf(url),
      query_timeout: PATIENCE_MS,
      statement_timeout: STATEMENT_MS,
      lock_timeout: LOCK_MS,
    };
    this.#reading = new Pipes(settings, READING_CONNECTIONS);
    this.#writing = new Pipes(settings, WRITING_CONNECTIONS);
  }

  /** Of a statement that writes nothing. @throws StorageUnavailable if it cannot be read now. */
  read<Row extends pg.QueryResultRow>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    return judged(this.#reading.query<Row>({ ...statement, values: [...values] }));
  }

  /** @throws StorageUnavailable if it could not be done now. What was written then may or may not be there. */
  write<Row extends pg.QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    return judged(this.#writing.query<Row>({ ...statement, values: [...values] }));
  }

  async close(): Promise<void> {
    await Promise.all([this.#reading.close(), this.#writing.close()]);
  }
}

async function judged<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    throw judge(error);
  }
}

/** What every connection has in common, also one that stands alone. */
export function settingsOf(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: PATIENCE_MS,
    keepAlive: true,
    types: { getTypeParser },
  };
}

/** 64-bit integers come exact: fifteen digits always fit a number. */
const toInteger = (text: string): Int64 =>
  text.length <= 15 ? Number(text) : toInt64(BigInt(text));

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8 ? toInteger : pg.types.getTypeParser(oid, format);
