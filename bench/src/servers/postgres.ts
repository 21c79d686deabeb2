// The same queries on PostgreSQL: a pool of pg, and prepared statements.
import pg from 'pg';
import { hashOf, type KeyRow, type NewRow, type Row, type Status } from './queries.js';

const COLUMNS = 'id, name, category_id AS "categoryId", status';
const STATEMENTS = {
  list: `SELECT ${COLUMNS} FROM pets WHERE id > $1 ORDER BY id LIMIT $2`,
  listByStatus: `SELECT ${COLUMNS} FROM pets WHERE id > $1 AND status = $3 ORDER BY id LIMIT $2`,
  get: `SELECT ${COLUMNS} FROM pets WHERE id = $1`,
  create: 'INSERT INTO pets (name, category_id, status) VALUES ($1, $2, $3) RETURNING id',
  findKey: `SELECT api_keys.id FROM api_key_secrets JOIN api_keys ON api_keys.id = key_id
            WHERE hash = $1 AND revoked_ms IS NULL AND (api_keys.expires_ms IS NULL OR api_keys.expires_ms > $2)
              AND (api_key_secrets.expires_ms IS NULL OR api_key_secrets.expires_ms > $2)`,
} as const;

export function openPostgres(url: string) {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString: url });
  const query = async <Found extends pg.QueryResultRow = Row<number>>(
    name: keyof typeof STATEMENTS,
    ...values: unknown[]
  ) => (await pool.query<Found>({ name, text: STATEMENTS[name], values })).rows;
  return {
    list: (after: number, limit: number, status: Status | undefined) =>
      status === undefined
        ? query('list', after, limit + 1)
        : query('listByStatus', after, limit + 1, status),
    get: async (id: number) => (await query('get', id))[0],
    create: async (...values: NewRow<number>) => (await query('create', ...values))[0]?.id,
    findKey: async (key: string) =>
      (await query<Pick<KeyRow, 'id'>>('findKey', hashOf(key), Date.now()))[0],
  };
}
