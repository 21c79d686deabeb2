// The animal store: what this service is, handed to the engine by the command line, the development server and the tests.
// To serve something else, replace these files; no other file knows animals:
//
//   tables.ts            what is stored
//   migrations.ts        how the databases get there
//   operations/          a handler for each operation of openapi.yaml
//   import-targets.ts    rows of CSV and NDJSON files
//   commands/            staff's commands
import { createRequire } from 'node:module';
import { contract } from '@animal-store/contract/server';
import { defineShop } from '@animal-store/engine';
import { ordersCommand } from './commands/orders.js';
import { petsCommand } from './commands/pets.js';
import { importTargets } from './import-targets.js';
import { MIGRATIONS } from './migrations.js';
import { handlers } from './operations/index.js';
import { TABLES } from './tables.js';

const manifest: { version: string } = createRequire(import.meta.url)('../package.json');
/** In the repository, npm runs the command line. */
const isInRepository = process.env.npm_package_name === 'animal-store';

export const shop = defineShop({
  product: {
    name: 'animal-store',
    ...(isInRepository && { command: 'npm run --silent cli --' }),
    title: 'animal store',
    keyPrefix: 'as',
    version: manifest.version,
  },
  contract,
  docs: new URL('../dist/reference/', import.meta.url),
  tables: TABLES,
  migrations: MIGRATIONS,
  handlers,
  importTargets,
  commands: (self) => [petsCommand(self), ordersCommand(self)],
});
