// `backup` and `restore`: copies of the embedded database. Progress goes to stderr.
import { Command } from 'commander';
import { readConfig } from '../config.js';
import { loadWithDriver } from '../storage/sqlite/load-with-driver.js';
import { callerPath } from './caller-path.js';
import { showProgress } from './progress.js';

export function backupCommand(): Command {
  return new Command('backup')
    .description(
      'copy the SQLite database to a file and verify the copy; the server may be running',
    )
    .argument('<file>', 'path of the backup; must not exist')
    .action(async (backup: string) => {
      const { backUp } = await loadBackup();
      await backUp(databaseFile(), callerPath(backup), showProgress('copying', 'pages').update);
      process.stderr.write(`${backup} is written and verified.\n`);
    });
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('replace the SQLite database with a backup; stop the server first')
    .argument('<file>', 'path of the backup; verified before anything is replaced')
    .option('--force', 'overwrite an existing database; its data is lost')
    .action(async (backup: string, { force = false }: { force?: boolean }) => {
      const file = databaseFile();
      const { restore } = await loadBackup();
      await restore(callerPath(backup), file, force, showProgress('copying', 'pages').update);
      process.stderr.write(`${file} is restored and verified.\n`);
    });
}

function loadBackup() {
  return loadWithDriver(() => import('../storage/sqlite/backup.js'));
}

function databaseFile(): string {
  const { database } = readConfig(process.env);
  if (database.kind !== 'sqlite') {
    throw new Error(
      'DATABASE_URL must be file:PATH for this command; for PostgreSQL, use pg_dump and pg_restore',
    );
  }
  if (database.file === ':memory:') {
    throw new Error('DATABASE_URL must be file:PATH for this command (got ":memory:")');
  }
  return database.file;
}
