// Owns the check of a database file before a server trusts it. Nothing is mended and nothing is written: what is wrong
// is said, and the operator decides.
import { existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { messageOf } from '../../message-of.js';
import { findLogDamage } from './check-log.js';

/** @throws an Error for the operator that says what is wrong with `file`. One that is not there yet is right. */
export function checkDatabase(file: string): void {
  if (file === ':memory:') return;
  const fault = findFault(file);
  if (fault === undefined) return;
  throw new Error(
    `cannot open the database ${file}: ${fault}. Nothing was changed. Restore a backup, or save what can be read with sqlite3's .recover`,
  );
}

/** What is wrong with the file, in a few words. */
export function findFault(file: string): string | undefined {
  return findLoss(file) ?? (existsSync(file) ? findCorruption(file) : undefined);
}

/**
 * What SQLite would not say a word about, but go on without, and then nobody could find it any more: so this comes before
 * anything opens the file. It takes no time.
 */
export function findLoss(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory()) return 'it is a folder';
  if (found === undefined || found.size === 0) {
    return existsSync(`${file}-wal`) ? 'it is gone, but its write-ahead log is there' : undefined;
  }
  const damage = findLogDamage(file);
  return damage && `its write-ahead log is damaged: ${damage}`;
}

/** SQLite's own check: every page, but not whether indexes and tables agree, which takes much longer. */
function findCorruption(file: string): string | undefined {
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { readonly: true, fileMustExist: true });
    const verdict = String(database.pragma('quick_check(1)', { simple: true }));
    return verdict === 'ok' ? undefined : verdict.replace(/\s+/g, ' ');
  } catch (error) {
    return messageOf(error);
  } finally {
    database?.close();
  }
}
