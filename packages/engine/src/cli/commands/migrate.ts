// `migrate`: the store's schema, migrated to this program's version. `serve` does the same when it starts.
import { Command, Option } from 'commander';
import type { Shop } from '../../define-shop.js';
import { readConfig } from '../../settings/settings.js';
import { createFolderOf, databaseName, migrateStore } from '../../storage/create-store.js';

export function migrateCommand({ product, schema }: Shop): Command {
  return new Command('migrate')
    .description(
      'migrate the database to the newest schema, as `serve` does; safe to run concurrently',
    )
    .addOption(createOption())
    .action(async ({ create = false }: { create?: boolean }) => {
      const { database } = readConfig(process.env, product.name);
      if (create) createFolderOf(database);
      const from = await migrateStore(database, schema);
      process.stderr.write(`${databaseName(database)} ${describe(from, schema.version)}.\n`);
    });
}

export function createOption(): Option {
  return new Option('--create', 'also create the folder of DATABASE_URL, if it does not exist');
}

function describe(from: number, to: number): string {
  if (from === to) return `is already at version ${to}`;
  return from === 0
    ? `did not exist, and was created at version ${to}`
    : `migrated from version ${from} to ${to}`;
}
