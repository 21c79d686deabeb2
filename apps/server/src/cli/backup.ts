// `backup` and `restore`: copies of the embedded database. Progress goes to stderr.
import { Command } from 'commander';
import { readConfig } from '../config.js';
import { backUp, restore } from '../storage/sqlite/backup.js';
import { callerPath } from './caller-path.js';
import { showProgress } from './progress.js';

export function backupCommand(): Command {
  return new Command('backup')
    .description('copy the store to a file, also while it is being served, and check the copy')
    .argument('<file>', 'the backup; must not exist yet')
    .action(async (backup: string) => {
      await backUp(databaseFile(), callerPath(backup), showProgress('copying', 'pages'));
      process.stderr.write(`${backup} is written and checked.\n`);
    });
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('make a backup the store; no server may be running on it')
    .argument('<file>', 'the backup; it is checked first')
    .option('--force', 'replace the store that is there: what it holds is lost')
    .action(async (backup: string, { force = false }: { force?: boolean }) => {
      const file = databaseFile();
      await restore(callerPath(backup), file, force, showProgress('copying', 'pages'));
      process.stderr.write(`${file} is restored and checked.\n`);
    });
}

function databaseFile(): string {
  const { database } = readConfig(process.env);
  if (database.kind !== 'sqlite') {
    throw new Error(
      'DATABASE_URL is PostgreSQL, which has tools of its own for that: pg_dump, pg_restore',
    );
  }
  if (database.file === ':memory:') {
    throw new Error('DATABASE_URL is :memory:, which no other process sees');
  }
  return database.file;
}
