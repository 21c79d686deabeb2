// The queries of animals.ts on PostgreSQL, with a pool of ten connections, as many as the animal store opens.
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Animal, ListOptions, NewAnimal, Page, Status } from './animals.js';
import { nextLink, toAnimal } from './animals.js';

interface Row {
  id: string;
  name: string;
  categoryId: string;
  status: Status | null;
}

const COLUMNS = 'id, name, category_id AS "categoryId", status';

export function openPostgresAnimals(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const run = async <Found extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: unknown[],
  ) => (await pool.query<Found>({ name, text, values })).rows;
  return {
    async list({ limit, status, cursor = 0 }: ListOptions): Promise<Page> {
      const rows =
        status === undefined
          ? await run<Row>(
              'list',
              `SELECT ${COLUMNS} FROM pets WHERE id > $1 ORDER BY id LIMIT $2`,
              [cursor, limit + 1],
            )
          : await run<Row>(
              'list-by-status',
              `SELECT ${COLUMNS} FROM pets WHERE status = $1 AND id > $2 ORDER BY id LIMIT $3`,
              [status, cursor, limit + 1],
            );
      const items = rows.slice(0, limit).map(fromRow);
      const more = rows.length > limit;
      return { items, link: more ? nextLink(limit, status, items.at(-1)?.id) : undefined };
    },
    async get(id: number): Promise<Animal | undefined> {
      const [row] = await run<Row>('get', `SELECT ${COLUMNS} FROM pets WHERE id = $1`, [id]);
      return row && fromRow(row);
    },
    async create({ name, categoryId, status }: NewAnimal): Promise<Animal> {
      const [row] = await run<Row>(
        'create',
        `INSERT INTO pets (name, category_id, status) VALUES ($1, $2, $3) RETURNING ${COLUMNS}`,
        [name, categoryId, status ?? null],
      );
      if (row === undefined) throw new Error('INSERT returned no row');
      return fromRow(row);
    },
    /** The id of a live API key. */
    async findKey(key: string): Promise<string | undefined> {
      const [row] = await run<{ id: string }>(
        'find-key',
        `SELECT id FROM api_key_secrets JOIN api_keys ON id = key_id
         WHERE hash = $1 AND revoked_ms IS NULL AND (expires_ms IS NULL OR expires_ms > $2)`,
        [createHash('sha256').update(key).digest(), Date.now()],
      );
      return row?.id;
    },
  };
}

function fromRow(row: Row): Animal {
  return toAnimal({ ...row, id: Number(row.id), categoryId: Number(row.categoryId) });
}
