// Target of a copy: writes into a PostgreSQL database.
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { APPLICATION_NAME } from '../postgres/database.js';
import { endClient } from '../postgres/end-client.js';
import { connectForMaintenance } from '../postgres/maintenance-client.js';
import type { Row } from './source.js';
import { type CopiedTable, OTHERS, PETS } from './tables.js';

/** Advisory lock: two concurrent copies would overwrite each other. */
const COPY_LOCK = 7_236_485_003;

export class Target {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** @param url A database with the newest schema. @throws an Error for the operator if another copy is running. */
  static async open(url: string): Promise<Target> {
    const target = new Target(await connectForMaintenance(url));
    try {
      const [held] = await target.#rows('SELECT pg_try_advisory_lock($1)', [COPY_LOCK]);
      if (held?.[0] !== true) throw new Error('another copy into it is running');
      return target;
    } catch (error) {
      await target.close();
      throw error;
    }
  }

  /**
   * Marks the database as the target of an unfinished copy, so that no server serves an incomplete store.
   * @param cursorSecret The source's.
   * @throws an Error for the operator if a server uses it, it already holds a store, or part of a copy of another one.
   */
  async begin(cursorSecret: Buffer): Promise<void> {
    const mark = createHash('sha256').update(cursorSecret).digest();
    const [user] = await this.#rows(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
       AND application_name = $1 AND pid <> pg_backend_pid() LIMIT 1`,
      [APPLICATION_NAME],
    );
    if (user !== undefined) throw new Error('a server is using it; stop that one first');
    const [copied] = await this.#rows("SELECT value FROM secrets WHERE name = 'copied'");
    if (Buffer.isBuffer(copied?.[0]) && mark.equals(copied[0])) {
      throw new Error('this store has been copied into it already, to the end');
    }
    const [earlier] = await this.#rows("SELECT value FROM secrets WHERE name = 'copying'");
    if (earlier === undefined) {
      for (const { name } of [PETS, ...OTHERS]) {
        const [row] = await this.#rows(`SELECT EXISTS (SELECT 1 FROM ${name})`);
        if (row?.[0] === true) throw new Error(`it is not empty: there are rows in ${name}`);
      }
    } else if (!Buffer.isBuffer(earlier[0]) || !mark.equals(earlier[0])) {
      throw new Error('it holds part of a copy of another store');
    }
    await this.#client.query('BEGIN');
    await this.#rows("INSERT INTO secrets VALUES ('copying', $1) ON CONFLICT DO NOTHING", [mark]);
    await this.#rows("UPDATE secrets SET value = $1 WHERE name = 'cursor'", [cursorSecret]);
    // All other tables are small, and may have changed since the copy was interrupted, so they are copied again.
    for (const { name } of OTHERS.toReversed()) await this.#rows(`DELETE FROM ${name}`);
    await this.#client.query('COMMIT');
  }

  /** Allows servers to use the database. @param lastPetId The next pet gets a greater id. */
  async end(lastPetId: bigint): Promise<void> {
    await this.#client.query('ANALYZE');
    await this.#client.query('BEGIN');
    if (lastPetId > 0n) {
      await this.#rows("SELECT setval(pg_get_serial_sequence('pets', 'id'), $1)", [lastPetId]);
    }
    await this.#rows("UPDATE secrets SET name = 'copied' WHERE name = 'copying'");
    await this.#client.query('COMMIT');
  }

  async count(table: CopiedTable): Promise<number> {
    const [row] = await this.#rows(`SELECT count(*) FROM ${table.name}`);
    return Number(row?.[0]);
  }

  /** The greatest key that has been copied already. */
  async lastKey(table: CopiedTable): Promise<Row | undefined> {
    const order = table.key.map((column) => `${column} DESC`);
    const [row] = await this.#rows(
      `SELECT ${table.key.join(', ')} FROM ${table.name} ORDER BY ${order.join(', ')} LIMIT 1`,
    );
    return row;
  }

  /** As Source.page. */
  async page(table: CopiedTable, after: Row | undefined, limit: number): Promise<Row[]> {
    const key = table.key.join(', ');
    const places = table.key.map((_, index) => `$${index + 2}`).join(', ');
    const behind = after === undefined ? '' : `WHERE (${key}) > (${places})`;
    return this.#rows(
      `SELECT ${Object.keys(table.columns).join(', ')} FROM ${table.name} ${behind} ORDER BY ${key} LIMIT $1`,
      [limit, ...(after ?? [])],
    );
  }

  /** Adds all rows or none. */
  async add(table: CopiedTable, rows: readonly Row[]): Promise<void> {
    const columns = Object.keys(table.columns);
    const lists = Object.values(table.columns).map((type, index) => `$${index + 1}::${type}[]`);
    await this.#rows(
      `INSERT INTO ${table.name} (${columns.join(', ')}) SELECT * FROM unnest(${lists.join(', ')})`,
      columns.map((_, index) => rows.map((row) => row[index])),
    );
  }

  async close(): Promise<void> {
    await endClient(this.#client);
  }

  async #rows(text: string, values: unknown[] = []): Promise<Row[]> {
    const { rows } = await this.#client.query<unknown[]>({ text, values, rowMode: 'array' });
    return rows;
  }
}
