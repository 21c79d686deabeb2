// `migrate`: the store's schema, migrated to this program's version. `serve` does the same when it starts.
import { Command } from 'commander';
import { readConfig } from '../config.js';
import { databaseName, migrateStore } from '../storage/create-store.js';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description(
      'migrate the database to the newest schema, as `serve` does; safe to run concurrently',
    )
    .action(async () => {
      const { database } = readConfig(process.env);
      const { from, to } = await migrateStore(database);
      process.stderr.write(`${databaseName(database)} ${describe(from, to)}.\n`);
    });
}

function describe(from: number, to: number): string {
  if (from === to) return `is already at version ${to}`;
  return from === 0
    ? `did not exist, and was created at version ${to}`
    : `migrated from version ${from} to ${to}`;
}
