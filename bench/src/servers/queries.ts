// The same SQL for the floor and both servers on Fastify, on the animal store's SQLite schema.
import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';

export const STATUSES = ['available', 'pending', 'sold'] as const;
export type Status = (typeof STATUSES)[number];

/** `Int` is number or, where integers of 64 bits are exact, bigint. */
export interface Row<Int> {
  id: Int;
  name: string;
  categoryId: Int;
  status: Status | null;
}

export type NewRow<Int> = [name: string, categoryId: Int, status: Status | null];

export interface KeyRow {
  id: string;
  plan: string;
  perMinute: number | null;
  perDay: number | null;
}

export function openDatabase<Int>(file: string, isExact: boolean) {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL'); // as the animal store: a 201 is on disk
  database.defaultSafeIntegers(isExact);
  const columns = 'id, name, category_id AS categoryId, status';
  const listAll = database.prepare<[Int, number], Row<Int>>(
    `SELECT ${columns} FROM pets WHERE id > ? ORDER BY id LIMIT ?`,
  );
  const listByStatus = database.prepare<[string, Int, number], Row<Int>>(
    `SELECT ${columns} FROM pets WHERE status = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  const byId = database.prepare<[Int], Row<Int>>(`SELECT ${columns} FROM pets WHERE id = ?`);
  const insert = database.prepare<NewRow<Int>>(
    'INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)',
  );
  const findKey = database.prepare<[Buffer, number, number], KeyRow>(
    `SELECT id, plan, per_minute AS perMinute, per_day AS perDay
     FROM api_key_secrets JOIN api_keys ON id = key_id
     WHERE hash = ? AND revoked_ms IS NULL AND (api_keys.expires_ms IS NULL OR api_keys.expires_ms > ?)
       AND (api_key_secrets.expires_ms IS NULL OR api_key_secrets.expires_ms > ?)`,
  );
  return {
    database,
    /** One animal more than `limit`, if there is a next page. */
    list: (after: Int, limit: number, status: Status | undefined) =>
      status === undefined
        ? listAll.all(after, limit + 1)
        : listByStatus.all(status, after, limit + 1),
    get: (id: Int) => byId.get(id),
    /** @returns the id. Without a transaction, it is on disk. */
    create: (...values: NewRow<Int>) => insert.run(...values).lastInsertRowid,
    /** Undefined if the key is revoked, expired or unknown. It is read each time. */
    findKey: (key: string) => findKey.get(hashOf(key), Date.now(), Date.now()),
  };
}

export function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** A null status is absent from the response. */
export function toAnimal<Int>({ id, name, categoryId, status }: Row<Int>) {
  return status === null ? { id, name, categoryId } : { id, name, categoryId, status };
}

/** The `Link` header of a page with plain ids as cursors. @param rows One more than the limit, if there is a next page. */
export function nextLink(rows: readonly Row<number>[], limit: number, status?: Status) {
  if (rows.length <= limit) return undefined;
  const filter = status === undefined ? '' : `status=${status}&`;
  return `</v1/pets?${filter}limit=${limit}&cursor=${rows[limit - 1]?.id}>; rel="next"`;
}
