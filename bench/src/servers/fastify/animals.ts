// Queries of the floor and of Fastify as documented on the animal store's SQLite schema, written in the usual way.
import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';

export const STATUSES = ['available', 'pending', 'sold'] as const;
export type Status = (typeof STATUSES)[number];

export interface NewAnimal {
  name: string;
  categoryId: number;
  status?: Status | undefined;
}

export interface Animal extends NewAnimal {
  id: number;
}

export interface Page {
  items: Animal[];
  /** The `Link` header to the next page, absent on the last one. The cursor is the plain last id. */
  link: string | undefined;
}

export interface ListOptions {
  limit: number;
  status?: Status | undefined;
  cursor?: number | string | undefined;
}

interface Row {
  id: number;
  name: string;
  categoryId: number;
  status: Status | null;
}

const COLUMNS = 'id, name, category_id AS categoryId, status';

export type Animals = ReturnType<typeof openAnimals>;

export function openAnimals(file: string) {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL'); // as the animal store: a 201 is on disk
  const listAll = database.prepare<[number, number], Row>(
    `SELECT ${COLUMNS} FROM pets WHERE id > ? ORDER BY id LIMIT ?`,
  );
  const listByStatus = database.prepare<[string, number, number], Row>(
    `SELECT ${COLUMNS} FROM pets WHERE status = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  const byId = database.prepare<[number], Row>(`SELECT ${COLUMNS} FROM pets WHERE id = ?`);
  const insert = database.prepare<[string, number, string | null]>(
    'INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)',
  );
  const findKey = database.prepare<[Buffer, number], { id: string }>(
    `SELECT id FROM api_key_secrets JOIN api_keys ON id = key_id
     WHERE hash = ? AND revoked_ms IS NULL AND (api_keys.expires_ms IS NULL OR api_keys.expires_ms > ?)`,
  );
  return {
    list({ limit, status, cursor = 0 }: ListOptions): Page {
      const after = Number(cursor);
      const rows =
        status === undefined
          ? listAll.all(after, limit + 1)
          : listByStatus.all(status, after, limit + 1);
      const items = rows.slice(0, limit).map(toAnimal);
      const more = rows.length > limit;
      return { items, link: more ? nextLink(limit, status, items.at(-1)?.id) : undefined };
    },
    get(id: number): Animal | undefined {
      const row = byId.get(id);
      return row && toAnimal(row);
    },
    /** One commit per animal, flushed to disk before this returns. */
    create({ name, categoryId, status }: NewAnimal): Animal {
      const { lastInsertRowid } = insert.run(name, categoryId, status ?? null);
      return toAnimal({ id: Number(lastInsertRowid), name, categoryId, status: status ?? null });
    },
    /** The id of a live API key. */
    findKey(key: string): string | undefined {
      return findKey.get(createHash('sha256').update(key).digest(), Date.now())?.id;
    },
  };
}

/** The key of `Authorization: Bearer <key>`. */
export function bearerKey(authorization: string | undefined): string | undefined {
  return authorization?.startsWith('Bearer ') ? authorization.slice(7) : undefined;
}

export function readSettings(): { file: string; port: number } {
  const { DATABASE_FILE: file, PORT: port } = process.env;
  if (file === undefined || port === undefined)
    throw new Error('DATABASE_FILE and PORT must be set');
  return { file, port: Number(port) };
}

function toAnimal({ id, name, categoryId, status }: Row): Animal {
  return status === null ? { id, name, categoryId } : { id, name, categoryId, status };
}

function nextLink(limit: number, status: Status | undefined, last: number | undefined): string {
  const filter = status === undefined ? '' : `status=${status}&`;
  return `</v1/pets?${filter}limit=${limit}&cursor=${last}>; rel="next"`;
}
