// The SQL of the rivals, on the animal store's SQLite schema.
import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';

export type Status = 'available' | 'pending' | 'sold';

interface Row<Int> {
  id: Int;
  name: string;
  categoryId: Int;
  status: Status | null;
}

export interface KeyRow {
  id: string;
  plan: string;
  perMinute: number | null;
  perDay: number | null;
}

/** @param isExact whether integers are of 64 bits, as bigint. */
export function openDatabase<Int extends number | bigint>(
  isExact: Int extends bigint ? true : false,
) {
  const database = new Database(process.env.DATABASE_FILE);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL'); // as the animal store: a 201 is on disk
  database.defaultSafeIntegers(isExact);
  const columns = 'id, name, category_id AS categoryId, status';
  const list = database.prepare<[number], Row<Int>>(
    `SELECT ${columns} FROM pets ORDER BY id LIMIT ?`,
  );
  const byId = database.prepare<[Int], Row<Int>>(`SELECT ${columns} FROM pets WHERE id = ?`);
  const insert = database.prepare<[string, Int, Status | null]>(
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
    /** The first page, and one animal more. */
    list: (limit: number) => list.all(limit + 1),
    get: (id: Int) => byId.all(id),
    /** @returns the id. Without a transaction, it is on disk. */
    create: (name: string, categoryId: Int, status: Status | undefined) =>
      insert.run(name, categoryId, status ?? null).lastInsertRowid,
    /** Undefined if the key is revoked, expired or unknown. It is read each time. */
    findKey(key: string) {
      const hash = createHash('sha256').update(key).digest();
      return findKey.get(hash, Date.now(), Date.now());
    },
  };
}

/** A null status is absent from the response. */
export function toAnimal<Int>({ id, name, categoryId, status }: Row<Int>) {
  return status === null ? { id, name, categoryId } : { id, name, categoryId, status };
}

/** JSON schemas of requests and responses. @param integer Of a category's id. */
export function schemasFor(integer: object) {
  const status = { type: 'string', enum: ['available', 'pending', 'sold'] };
  const name = {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]*$',
  };
  const object = { type: 'object', additionalProperties: false };
  const newAnimal = { name, categoryId: integer, status };
  const animal = {
    id: { type: 'integer' },
    name: { type: 'string' },
    categoryId: { type: 'integer' },
    status,
  };
  return {
    newAnimal: { ...object, required: ['name', 'categoryId'], properties: newAnimal },
    animal: { ...object, required: ['id', 'name', 'categoryId'], properties: animal },
  };
}
