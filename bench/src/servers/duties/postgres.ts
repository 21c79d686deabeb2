// PostgreSQL store of Fastify with our duties: pg with a pool of ten connections, prepared statements, idempotency records.
import pg from 'pg';
import type { Status } from '../fastify/animals.js';
import {
  type Claim,
  type DutiesStore,
  type ExactAnimal,
  type KeyRow,
  type NewExactAnimal,
  type OnceOutcome,
  RETENTION_MS,
  toJson,
} from './store.js';

const MAX_CONNECTIONS = 10;
const CLEANUP_INTERVAL_MS = 60_000;

/** pg returns integers of 64 bits as text. */
interface Row {
  id: string;
  name: string;
  categoryId: string;
  status: Status | null;
}

const COLUMNS = 'id, name, category_id AS "categoryId", status';
const FIND_KEY = {
  name: 'find-key',
  text: `SELECT id, plan, per_minute AS "perMinute", per_day AS "perDay"
         FROM api_key_secrets JOIN api_keys ON id = key_id
         WHERE hash = $1 AND revoked_ms IS NULL AND (api_keys.expires_ms IS NULL OR api_keys.expires_ms > $2)
           AND (api_key_secrets.expires_ms IS NULL OR api_key_secrets.expires_ms > $2)`,
};
const LIST = {
  name: 'list',
  text: `SELECT ${COLUMNS} FROM pets WHERE id > $1 ORDER BY id LIMIT $2`,
};
const LIST_BY_STATUS = {
  name: 'list-by-status',
  text: `SELECT ${COLUMNS} FROM pets WHERE status = $3 AND id > $1 ORDER BY id LIMIT $2`,
};
const GET = { name: 'get', text: `SELECT ${COLUMNS} FROM pets WHERE id = $1` };
const INSERT = {
  name: 'insert',
  text: `INSERT INTO pets (name, category_id, status) VALUES ($1, $2, $3) RETURNING ${COLUMNS}`,
};
/** Waits for another transaction with the same key. */
const INSERT_RECORD = {
  name: 'insert-record',
  text: `INSERT INTO idempotency_records (key_id, name, fingerprint, created_ms, status, headers, body)
         VALUES ($1, $2, $3, $4, 201, '{}', $5) ON CONFLICT (key_id, name) DO NOTHING`,
};
const FIND_RECORD = {
  name: 'find-record',
  text: 'SELECT fingerprint, body FROM idempotency_records WHERE key_id = $1 AND name = $2',
};

export function openPostgres(url: string): DutiesStore {
  const pool = new pg.Pool({ connectionString: url, max: MAX_CONNECTIONS });
  const deleteExpired = () =>
    pool.query('DELETE FROM idempotency_records WHERE created_ms <= $1', [
      Date.now() - RETENTION_MS,
    ]);
  setInterval(() => deleteExpired().catch(() => {}), CLEANUP_INTERVAL_MS).unref();

  /** The animal is inserted first: a new key is the usual case, and a known one rolls it back. */
  async function createOnce(animal: NewExactAnimal, claim: Claim): Promise<OnceOutcome> {
    const { keyId, name, fingerprint } = claim;
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const body = await insertAnimal(client, animal);
      const values = [keyId, name, fingerprint, Date.now(), body];
      const { rowCount } = await client.query({ ...INSERT_RECORD, values });
      if (rowCount === 1) {
        await client.query('COMMIT');
        return { outcome: 'created', body };
      }
      await client.query('ROLLBACK');
      const found = await client.query<{ fingerprint: Buffer; body: string }>({
        ...FIND_RECORD,
        values: [keyId, name],
      });
      const [record] = found.rows;
      if (!record?.fingerprint.equals(fingerprint)) return { outcome: 'mismatch' };
      return { outcome: 'replayed', body: record.body };
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  }

  return {
    async findKey(hash) {
      const found = await pool.query<KeyRow>({ ...FIND_KEY, values: [hash, Date.now()] });
      return found.rows[0];
    },
    async list(after, limit, status) {
      const values = [after, limit + 1, ...(status === undefined ? [] : [status])];
      const statement = status === undefined ? LIST : LIST_BY_STATUS;
      const found = await pool.query<Row>({ ...statement, values });
      return found.rows.map(toExact);
    },
    async get(id) {
      const found = await pool.query<Row>({ ...GET, values: [id] });
      return found.rows[0] && toExact(found.rows[0]);
    },
    create: (animal) => insertAnimal(pool, animal),
    createOnce,
  };
}

/** @returns its JSON. */
async function insertAnimal(
  client: Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>,
  { name, categoryId, status }: NewExactAnimal,
): Promise<string> {
  const values = [name, String(categoryId), status ?? null];
  const { rows } = await client.query<Row>({ ...INSERT, values });
  if (rows[0] === undefined) throw new Error('INSERT returned no row');
  return toJson(toExact(rows[0]));
}

function toExact({ id, name, categoryId, status }: Row): ExactAnimal {
  return { id: BigInt(id), name, categoryId: BigInt(categoryId), status };
}
