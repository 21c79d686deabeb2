// Owns the choice of the storage: which database a setting names, and how it is opened. PostgreSQL's driver is loaded only
// by those who use it.
import { messageOf } from '../message-of.js';
import { checkDatabase } from './sqlite/check-database.js';
import { holdServing } from './sqlite/hold-serving.js';
import { migrateDatabase } from './sqlite/open-database.js';
import { openSqliteStore } from './sqlite/sqlite-store.js';
import type { Store } from './store.js';

export type DatabaseSetting =
  /** `file` is a path, or `:memory:`. */
  { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string };

/** @throws an Error for the operator that names the database, and never its password. */
export async function openStore(setting: DatabaseSetting): Promise<Store> {
  if (setting.kind === 'sqlite') return openSqliteStore(setting.file);
  const { openPostgresStore } = await import('./postgres/postgres-store.js');
  return explained(setting, () => openPostgresStore(setting.url));
}

/** @throws an Error for the operator, as openStore. */
export async function migrateStore(
  setting: DatabaseSetting,
): Promise<{ from: number; to: number }> {
  if (setting.kind === 'sqlite') return migrateDatabase(setting.file);
  const { migrate } = await import('./postgres/migrate.js');
  return explained(setting, () => migrate(setting.url));
}

/** What keeps other servers from the database. */
export interface Hold {
  /** Resolves if another server has got hold of it all the same: then this one should stop. */
  lost: Promise<Error>;
  letGo(): unknown;
}

const NEVER = new Promise<never>(() => {});

/**
 * Makes sure, for a server, that it may serve the database.
 * @param shared Whether requests are counted elsewhere, so that PostgreSQL may have any number of servers.
 */
export async function holdStore(setting: DatabaseSetting, shared: boolean): Promise<Hold> {
  if (setting.kind === 'sqlite') {
    const letGo = holdServing(setting.file);
    try {
      checkDatabase(setting.file);
    } catch (error) {
      letGo();
      throw error;
    }
    return { lost: NEVER, letGo };
  }
  if (shared) return { lost: NEVER, letGo: () => {} };
  const { holdServing: hold } = await import('./postgres/hold-serving.js');
  return explained(setting, () => hold(setting.url));
}

/** What the operator is shown: without what it takes to get in. */
export function nameOf(setting: DatabaseSetting): string {
  if (setting.kind === 'sqlite') return setting.file;
  const { protocol, host, pathname } = new URL(setting.url);
  return `${protocol}//${host}${pathname}`;
}

async function explained<T>(setting: DatabaseSetting, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`cannot use ${nameOf(setting)}: ${messageOf(error)}`, { cause: error });
  }
}
