// Source of a copy: reads of a SQLite database in one transaction, so that all rows come from one snapshot.
import Database from 'better-sqlite3';
import type { CopiedTable } from './tables.js';

/** A row's values, in the order of the table's columns. */
export type Row = readonly unknown[];

export class Source {
  readonly #database: Database.Database;

  /** @param file Must exist. No server may be using it. */
  constructor(file: string) {
    this.#database = new Database(file, { readonly: true, fileMustExist: true });
    this.#database.defaultSafeIntegers(true);
    this.#database.exec('BEGIN');
  }

  count(table: CopiedTable): number {
    const count = this.#database.prepare(`SELECT count(*) FROM ${table.name}`).pluck().get();
    return Number(count);
  }

  /** The rows after that key, in key order. Without a key, the first rows. */
  page(table: CopiedTable, after: Row | undefined, limit: number): Row[] {
    const columns = Object.keys(table.columns).join(', ');
    const key = table.key.join(', ');
    const behind =
      after === undefined ? '' : `WHERE (${key}) > (${table.key.map(() => '?').join(', ')})`;
    const query = this.#database.prepare<unknown[], Row>(
      `SELECT ${columns} FROM ${table.name} ${behind} ORDER BY ${key} LIMIT ?`,
    );
    return query.raw().all(...(after ?? []), limit);
  }

  /** The key that signs cursors. It also identifies the store. */
  cursorSecret(): Buffer {
    const value = this.#database
      .prepare("SELECT value FROM secrets WHERE name = 'cursor'")
      .pluck()
      .get();
    if (!Buffer.isBuffer(value)) throw new Error('the database has lost its cursor secret');
    return value;
  }

  /** The greatest id that was ever assigned to a pet. */
  lastPetId(): bigint {
    const seq = this.#database
      .prepare("SELECT seq FROM sqlite_sequence WHERE name = 'pets'")
      .pluck()
      .get();
    return typeof seq === 'bigint' ? seq : 0n;
  }

  close(): void {
    this.#database.close();
  }
}
