// `books`: import, list, show and delete books.
import type { Int64 } from '@animal-store/core';
import type { Shop } from '@animal-store/engine';
import {
  importCommand,
  listCommand,
  readId,
  showCommand,
  unknownItem,
  withStore,
} from '@animal-store/engine/cli';
import { Command } from 'commander';
import type { Resources } from './tables.js';

export function booksCommand(shop: Shop<Resources>): Command {
  const books = new Command('books')
    .description('import, list, show and delete books')
    .addCommand(importCommand(shop, 'books'))
    .addCommand(listCommand(shop, 'books', 'listBooks'))
    .addCommand(showCommand(shop, 'books', 'book'));
  books
    .command('delete')
    .description('delete a book permanently')
    .argument('<id>', 'id of the book', readId)
    .action(async (id: Int64) => {
      if (!(await withStore(shop, (store) => store.books.remove(id))))
        throw unknownItem('book', id);
      process.stderr.write(`deleted book ${id}.\n`);
    });
  return books;
}
