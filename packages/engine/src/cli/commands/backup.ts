// `backup` and `restore`: copies of the embedded database. Progress goes to stderr.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import type { Product, Shop } from '../../define-shop.js';
import { systemClock } from '../../lib/clock.js';
import { errorMessage } from '../../lib/error-message.js';
import { readConfig } from '../../settings/settings.js';
import { realPath } from '../../storage/sqlite/files/store-files.js';
import { loadWithDriver } from '../../storage/sqlite/load-with-driver.js';
import { callerPath, readCount } from '../arguments.js';
import { showProgress } from '../progress.js';

export function backupCommand({ product }: Shop): Command {
  return new Command('backup')
    .description(
      'copy the SQLite database to a file and verify the copy; the server may be running',
    )
    .argument('<path>', 'path of the backup; must not exist')
    .option(
      '--keep <n>',
      `path is a folder: write ${product.name}-DATE.db there, then delete all but the newest n of this store`,
      readCount,
    )
    .addOption(
      new Option('--verify', 'path is a backup: only check it completely').conflicts('keep'),
    )
    .action(async (path: string, { keep, verify }: { keep?: number; verify?: boolean }) => {
      if (verify) {
        (await loadBackup()).verifyBackup(realPath(callerPath(path)));
        process.stderr.write(`${path} is complete.\n`);
        return;
      }
      const nowMs = systemClock();
      if (keep === undefined) return writeBackup(product, path, nowMs);
      if (!statSync(callerPath(path), { throwIfNoEntry: false })?.isDirectory())
        throw new Error(`${path} is no folder; --keep needs one`);
      const name = `${product.name}-${new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '')}.db`;
      await writeBackup(product, join(path, name), nowMs);
      await prune(product, callerPath(path), name, keep);
    });
}

async function writeBackup(product: Product, path: string, nowMs: number): Promise<void> {
  const file = databaseFile(product);
  const { backUp } = await loadBackup();
  await backUp(file, callerPath(path), showProgress('copying', 'pages').update);
  process.stderr.write(`${path} is written and verified.\n`);
  const { recordBackup } = await import('../../storage/sqlite/files/last-backup.js');
  try {
    recordBackup(file, nowMs);
  } catch (error) {
    process.stderr.write(`warning: cannot record the time of the backup: ${errorMessage(error)}\n`);
  }
}

/**
 * Deletes backups of the same store that `--keep` has named: the names sort by time. The backup `written` stays even if others
 * have a later date, as by a clock that was ahead.
 */
async function prune(
  product: Product,
  folder: string,
  written: string,
  keep: number,
): Promise<void> {
  const datedName = new RegExp(`^${product.name}-\\d{8}T\\d{6}Z\\.db$`);
  const { readIdentity } = await loadBackup();
  const identityOf = (name: string) => readIdentity(join(folder, name));
  const identity = identityOf(written);
  const store = databaseFile(product);
  const others = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && datedName.test(entry.name) && entry.name !== written)
    .map(({ name }) => name)
    .filter((name) => realPath(join(folder, name)) !== store) // it may be named as a backup is
    .filter((name) => identity !== undefined && identityOf(name) === identity)
    .sort();
  const old = others.slice(0, Math.max(0, others.length + 1 - keep));
  for (const name of old) rmSync(join(folder, name));
  if (old.length > 0) process.stderr.write(`older backups deleted: ${old.length}\n`);
}

export function restoreCommand({ product }: Shop): Command {
  return new Command('restore')
    .description('replace the SQLite database with a backup; stop the server first')
    .argument('<file>', 'path of the backup; verified before anything is replaced')
    .option('--force', 'overwrite an existing database; its data is lost')
    .action(async (backup: string, { force = false }: { force?: boolean }) => {
      const file = databaseFile(product);
      const { restore } = await loadBackup();
      await restore(
        realPath(callerPath(backup)),
        file,
        force,
        showProgress('copying', 'pages').update,
      );
      process.stderr.write(`${file} is restored and verified.\n`);
    });
}

function loadBackup() {
  return loadWithDriver(() => import('../../storage/sqlite/files/sqlite-backup.js'));
}

function databaseFile({ name }: Product): string {
  const { database } = readConfig(process.env, name);
  if (database.kind === 'sqlite' && database.file !== ':memory:') return database.file;
  const reason =
    database.kind === 'sqlite'
      ? ' (got ":memory:")'
      : '; for PostgreSQL, use pg_dump and pg_restore';
  throw new Error(`DATABASE_URL must be file:PATH for this command${reason}`);
}
