// `migrate`: migrates the store's schema to this program's version. `serve` does the same when it starts.
import { Command } from 'commander';
import { readConfig } from '../config.js';
import { migrateStore, nameOf } from '../storage/create-store.js';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description(
      'migrate the store to the newest schema; `serve` does so too, and several processes may at once',
    )
    .action(async () => {
      const { database } = readConfig(process.env);
      const { from, to } = await migrateStore(database);
      const result =
        from === to ? `is of version ${to} already` : `went from version ${from} to ${to}`;
      process.stderr.write(`${nameOf(database)} ${result}.\n`);
    });
}
