// Tables of the book store, and the migrations that create them.
import {
  addRejectsBytes,
  createKeyOrigins,
  createOperatorTables,
  type Definitions,
  type Migration,
  type ResourcesOf,
} from '@animal-store/engine';
import type { ContractTypes } from '../generated/server.js';

export const TABLES = {
  books: {
    schema: 'Book',
    ids: 'database',
    columns: { id: 'int64', title: 'text', author: 'text', year: 'integer?' },
  },
  loans: {
    schema: 'Loan',
    ids: 'database',
    columns: {
      id: 'int64',
      bookId: { references: 'books' },
      reader: 'text',
      dueDate: 'text',
    },
  },
} as const satisfies Definitions<ContractTypes>;

export type Resources = ResourcesOf<ContractTypes, typeof TABLES>;

/** The types of this shop, by which the engine types its handlers. */
export interface Books extends ContractTypes {
  resources: Resources;
}

export const MIGRATIONS: readonly Migration[] = [
  createOperatorTables,
  createKeyOrigins,
  addRejectsBytes,
  (type) => `
  CREATE TABLE books (
    id ${type.id}, title ${type.text} NOT NULL, author ${type.text} NOT NULL, year ${type.integer}
  )${type.table};
  CREATE INDEX books_by_author ON books (author, id);
  CREATE TABLE loans (
    id ${type.id}, book_id ${type.int64} NOT NULL, reader ${type.text} NOT NULL, due_date ${type.text} NOT NULL
  )${type.table};
  ${type.reference('loans', 'book_id', 'books')}
  `,
];
