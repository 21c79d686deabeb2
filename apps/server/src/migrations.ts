// Schema migrations, one list for both databases. Tables and columns have the same names in both, so that a store can be
// copied from SQLite to PostgreSQL.
//
// Append-only: never edit an entry that was released. Nodes of the previous version must work on the new schema. Text
// keys sort by their bytes in both databases, whatever PostgreSQL's default collation is.
import {
  addRejectsBytes,
  createKeyOrigins,
  createOperatorTables,
  type Migration,
} from '@animal-store/engine';

export const MIGRATIONS: readonly Migration[] = [
  (type) => `
  ${createOperatorTables(type)}
  CREATE TABLE pets (
    id ${type.id}, -- an id is never given twice, not even after a deletion
    name ${type.text} NOT NULL,
    category_id ${type.int64} NOT NULL,
    status ${type.text}
  )${type.table};
  CREATE INDEX pets_by_status ON pets (status, id) WHERE status IS NOT NULL;

  CREATE TABLE orders (
    id ${type.int64} PRIMARY KEY,
    pet_id ${type.int64} NOT NULL,
    quantity ${type.integer} NOT NULL,
    ship_date ${type.text} NOT NULL,
    complete ${type.boolean} NOT NULL
  )${type.table};
  `,
  createKeyOrigins,
  addRejectsBytes,
];
