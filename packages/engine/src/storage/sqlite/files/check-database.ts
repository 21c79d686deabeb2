// Integrity check of a database file before a server uses it. The check repairs nothing and writes nothing: it reports
// the damage, and the operator decides.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { errorMessage, isDiskFull } from '../../../lib/error-message.js';
import { withDatabase } from '../sqlite-database.js';
import { findWalDamage } from './check-wal.js';

/** @throws an Error for the operator that describes the damage. A `file` that does not exist yet passes. */
export function checkDatabase(file: string): void {
  const damage = file === ':memory:' ? undefined : findDamage(file);
  if (damage === undefined) return;
  throw new Error(
    `cannot open the database ${file}: ${damage}. Nothing was changed. Restore a backup, or save what can be read with sqlite3's .recover`,
  );
}

/** Both verify every page. `integrity_check` also finds indexes that differ from their tables, and takes much longer. */
export type Check = 'quick_check' | 'integrity_check';

/** The damage of the file in a few words; undefined if none was found. */
export function findDamage(file: string, check: Check = 'quick_check'): string | undefined {
  return findFileDamage(file) ?? (existsSync(file) ? findPageDamage(file, check) : undefined);
}

/**
 * Finds damage that SQLite silently ignores, such as a missing file or a truncated write-ahead log. Opening the
 * database destroys the evidence, so this check runs before anything opens the file. It is fast.
 * @throws the system's error if the file cannot be read.
 */
export function findFileDamage(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory()) return 'it is a folder';
  if (found === undefined || found.size === 0) {
    return existsSync(`${file}-wal`) ? 'it is gone, but its write-ahead log is there' : undefined;
  }
  accessSync(file, constants.R_OK); // SQLite says nothing of permissions
  const damage = findWalDamage(file);
  return damage && `its write-ahead log is damaged: ${damage}`;
}

function findPageDamage(file: string, check: Check): string | undefined {
  try {
    const result = withDatabase(file, { readonly: true }, (database) =>
      String(database.pragma(`${check}(1)`, { simple: true })),
    );
    return result === 'ok' ? undefined : result.replace(/\s+/g, ' ');
  } catch (error) {
    if (isDiskFull(error))
      throw new Error(`cannot check ${file}: ${errorMessage(error, file)}`, { cause: error });
    return errorMessage(error);
  }
}
