// Choice of the storage backend from its setting. Only the driver of that backend is loaded.
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorMessage } from '../lib/error-message.js';
import type { Schema } from './schema.js';
import { createFolder } from './sqlite/files/store-files.js';
import { loadWithDriver } from './sqlite/load-with-driver.js';
import type { OpenOptions, ServerLoad, ServerLock, Store } from './store.js';

export type DatabaseSetting =
  /** `file` is a path as resolveStore returns it, or `:memory:`. */
  { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string };

const loadFiles = () => loadWithDriver(() => import('./sqlite/files/open-database.js'));
const loadFileLocks = () => loadWithDriver(() => import('./sqlite/files/sqlite-server-lock.js'));

/** @throws an Error for the operator. It names the database and never contains its password. */
export async function createStore<Resources extends object>(
  setting: DatabaseSetting,
  schema: Schema<Resources>,
  options: OpenOptions = {},
): Promise<Store<Resources>> {
  if (setting.kind === 'sqlite') {
    const { createSqliteStore } = await loadWithDriver(() => import('./sqlite/sqlite-store.js'));
    if (isMissing(setting.file)) await withName(setting, async () => options.onMissing?.());
    return createSqliteStore(setting.file, schema, undefined, options.onCommit);
  }
  const { createPostgresStore } = await import('./postgres/postgres-store.js');
  return withName(setting, () => createPostgresStore(setting.url, schema, options));
}

/** @returns the version before. @throws an Error for the operator, as createStore does. */
export async function migrateStore(setting: DatabaseSetting, schema: Schema): Promise<number> {
  if (setting.kind === 'sqlite') return (await loadFiles()).migrateDatabase(setting.file, schema);
  const postgres = await import('./postgres/postgres-migrate.js');
  return withName(setting, () => postgres.migrate(setting.url, schema));
}

/** Creates the folder of a database file, unless it exists. */
export function createFolderOf(setting: DatabaseSetting): void {
  if (setting.kind === 'sqlite' && setting.file !== ':memory:') createFolder(dirname(setting.file));
}

/** Whether createStore would create a new store. */
export async function isStoreMissing(setting: DatabaseSetting, schema: Schema): Promise<boolean> {
  if (setting.kind === 'sqlite') return withName(setting, async () => isMissing(setting.file));
  return (await readSchemaVersion(setting, schema)) === 0;
}

/** The version of the store's schema, which is not migrated. 0: there is no store. @throws an Error for the operator. */
export async function readSchemaVersion(setting: DatabaseSetting, schema: Schema): Promise<number> {
  if (setting.kind === 'sqlite') {
    const sqlite = await loadFiles();
    return isMissing(setting.file) ? 0 : sqlite.readSchemaVersion(setting.file, schema);
  }
  const postgres = await import('./postgres/postgres-migrate.js');
  return withName(setting, () => postgres.readSchemaVersion(setting.url, schema));
}

function isMissing(file: string): boolean {
  if (file === ':memory:') return false;
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
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
    const sqlite = await loadFileLocks();
    const { checkDatabase } = await import('./sqlite/files/check-database.js');
    const lock = sqlite.acquireServerLock(setting.file);
    try {
      checkDatabase(setting.file);
    } catch (error) {
      lock.release();
      throw error;
    }
    return { lost: NEVER, join: async () => {}, ...lock }; // a file has one server, wherever it counts
  }
  const postgres = await import('./postgres/postgres-server-lock.js');
  const mode = shared ? 'shared' : 'exclusive';
  const lock = await withName(setting, () => postgres.acquireServerLock(setting.url, mode));
  return { ...lock, join: (peers) => withName(setting, () => lock.join(peers)) };
}

/**
 * Takes the import lock on the database, which admits one import at a time, beside a server or alone.
 * @returns a function that releases it.
 * @throws an Error for the operator if another import is running.
 */
export async function acquireImportLock(setting: DatabaseSetting): Promise<() => unknown> {
  if (setting.kind === 'sqlite') return (await loadFileLocks()).acquireImportLock(setting.file);
  const postgres = await import('./postgres/postgres-server-lock.js');
  return withName(setting, () => postgres.acquireImportLock(setting.url));
}

/** The load of the servers on the database, for an import beside them. */
export async function readServerLoad(setting: DatabaseSetting): Promise<ServerLoad> {
  if (setting.kind === 'sqlite') return (await loadFileLocks()).readServerLoad(setting.file);
  const postgres = await import('./postgres/postgres-server-lock.js');
  return withName(setting, () => postgres.readServerLoad(setting.url));
}

/** The database's name in messages for the operator: the whole path of a file, or a URL without credentials. */
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
