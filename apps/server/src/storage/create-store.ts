// Choice of the storage backend from its setting. PostgreSQL's driver is loaded only if the setting names PostgreSQL.
import type { Logger } from 'pino';
import { errorMessage } from '../lib/error-message.js';
import { checkDatabase } from './sqlite/check-database.js';
import { migrateDatabase } from './sqlite/open-database.js';
import { acquireLock } from './sqlite/server-lock.js';
import { createSqliteStore } from './sqlite/sqlite-store.js';
import type { ServerLock, Store } from './store.js';

export type DatabaseSetting =
  /** `file` is a path, or `:memory:`. */
  { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string };

/**
 * @param log Receives the problems of the database that occur while it is open.
 * @throws an Error for the operator. It names the database and never contains its password.
 */
export async function createStore(setting: DatabaseSetting, log?: Logger): Promise<Store> {
  if (setting.kind === 'sqlite') return createSqliteStore(setting.file);
  const { createPostgresStore } = await import('./postgres/postgres-store.js');
  return withName(setting, () => createPostgresStore(setting.url, { ...(log && { log }) }));
}

/** @throws an Error for the operator, as createStore does. */
export async function migrateStore(
  setting: DatabaseSetting,
): Promise<{ from: number; to: number }> {
  if (setting.kind === 'sqlite') return migrateDatabase(setting.file);
  const { migrate } = await import('./postgres/migrations.js');
  return withName(setting, () => migrate(setting.url));
}

const NEVER = new Promise<never>(() => {});

/**
 * Takes the server lock on the database. A SQLite file is checked for damage before it is served.
 * @param shared Whether requests are counted in Redis. A PostgreSQL database may then have any number of servers.
 */
export async function acquireServerLock(
  setting: DatabaseSetting,
  shared: boolean,
): Promise<ServerLock> {
  if (setting.kind === 'sqlite') {
    const release = acquireLock(setting.file);
    try {
      checkDatabase(setting.file);
    } catch (error) {
      release();
      throw error;
    }
    return { lost: NEVER, join: async () => {}, release }; // a file has one server, wherever it counts
  }
  const postgres = await import('./postgres/server-lock.js');
  const mode = shared ? 'shared' : 'exclusive';
  const lock = await withName(setting, () => postgres.acquireAdvisoryLock(setting.url, mode));
  return { ...lock, join: (peers) => withName(setting, () => lock.join(peers)) };
}

/** The database's name in messages for the operator, without credentials. */
export function databaseName(setting: DatabaseSetting): string {
  if (setting.kind === 'sqlite') return setting.file;
  const { protocol, host, pathname } = new URL(setting.url);
  return `${protocol}//${host}${pathname}`;
}

async function withName<T>(setting: DatabaseSetting, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`cannot use ${databaseName(setting)}: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}
