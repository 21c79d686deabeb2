// A shop that keeps books: the same parts as src/shop.ts of the animal store, on the built engine.

import { Command } from 'commander';
import { importCommand } from '../../dist/node_modules/@animal-store/engine/dist/cli/import/import-command.js';
import { listCommand } from '../../dist/node_modules/@animal-store/engine/dist/cli/resources.js';
import { defineShop } from '../../dist/node_modules/@animal-store/engine/dist/define-shop.js';
import { readPage } from '../../dist/node_modules/@animal-store/engine/dist/pagination.js';
import {
  addRejectsBytes,
  createKeyOrigins,
  createOperatorTables,
} from '../../dist/node_modules/@animal-store/engine/dist/storage/operator-tables.js';

const tables = {
  books: {
    schema: 'Book',
    ids: 'database',
    columns: { id: 'int64', title: 'text', author: 'text', year: 'integer?' },
    filters: ['author'],
  },
};

const migrations = [
  (type) => `
    ${createOperatorTables(type)}
    CREATE TABLE books (
      id ${type.id}, title ${type.text} NOT NULL, author ${type.text} NOT NULL, year ${type.integer}
    )${type.table};
    CREATE INDEX books_by_author ON books (author, id);`,
  createKeyOrigins,
  addRejectsBytes,
];

const handlers = {
  async listBooks({ query }, services) {
    const { author } = query;
    const page = await readPage(services, { author }, query, (request) =>
      services.store.books.list({ ...request, author }),
    );
    return { status: 200, ...page };
  },
  createBook: async ({ body }, { store }) => ({
    status: 201,
    body: await store.books.insert(body),
  }),
};

const importTargets = {
  books: {
    noun: 'books',
    schema: 'Book',
    write: ({ books }, rows) => Promise.all(rows.map((row) => books.insert(row))),
  },
};

const commands = (shop) => [
  new Command('books')
    .description('import and list books')
    .addCommand(importCommand(shop, 'books'))
    .addCommand(listCommand(shop, 'books', 'listBooks')),
];

/** @param readDocs Reads a file of its reference page. */
export function createShop(contract, readDocs) {
  return defineShop({ contract, readDocs, tables, migrations, handlers, importTargets, commands });
}
