// The book store: a second shop on the engine, with two tables, an import and a command.
import { defineShop } from '@animal-store/engine';
import type { NewBook } from '../generated/schemas.js';
import { contract } from '../generated/server.js';
import { booksCommand } from './commands.js';
import { handlers } from './handlers.js';
import { MIGRATIONS, type Resources, TABLES } from './tables.js';

export const shop = defineShop({
  product: { name: 'books', title: 'book store', keyPrefix: 'bk', version: '1.0.0' },
  contract,
  docs: new URL('../generated/docs/', import.meta.url),
  tables: TABLES,
  migrations: MIGRATIONS,
  handlers,
  importTargets: {
    books: {
      noun: 'books',
      schema: 'NewBook',
      write: ({ books }: Resources, rows: readonly NewBook[]) =>
        Promise.all(rows.map((row) => books.insert(row))),
    },
  },
  commands: (self) => [booksCommand(self)],
});
