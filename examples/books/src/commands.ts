// `books`: import, list, show and delete books.
import type { Shop } from '@animal-store/engine';
import { deleteCommand, importCommand, listCommand, showCommand } from '@animal-store/engine/cli';
import { Command } from 'commander';

export function booksCommand(shop: Shop): Command {
  return new Command('books')
    .description('import, list, show and delete books')
    .addCommand(importCommand(shop, 'books'))
    .addCommand(listCommand(shop, 'books', 'listBooks'))
    .addCommand(showCommand(shop, 'books', 'book'))
    .addCommand(deleteCommand(shop, 'books', 'book'));
}
