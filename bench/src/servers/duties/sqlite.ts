// SQLite store of Fastify with our duties: better-sqlite3, group commit, idempotency records.
import Database from 'better-sqlite3';
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

const CLEANUP_INTERVAL_MS = 60_000;
const COLUMNS = 'id, name, category_id AS categoryId, status';

export function openSqlite(file: string): DutiesStore {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL'); // as the animal store: a 201 is on disk
  database.defaultSafeIntegers(true); // exact 64-bit integers, as bigint
  const findKey = database
    .prepare<[Buffer, number, number], KeyRow>(
      `SELECT id, plan, per_minute AS perMinute, per_day AS perDay
       FROM api_key_secrets JOIN api_keys ON id = key_id
       WHERE hash = ? AND revoked_ms IS NULL AND (api_keys.expires_ms IS NULL OR api_keys.expires_ms > ?)
         AND (api_key_secrets.expires_ms IS NULL OR api_key_secrets.expires_ms > ?)`,
    )
    .safeIntegers(false);
  const listAll = database.prepare<[bigint, number], ExactAnimal>(
    `SELECT ${COLUMNS} FROM pets WHERE id > ? ORDER BY id LIMIT ?`,
  );
  const listByStatus = database.prepare<[string, bigint, number], ExactAnimal>(
    `SELECT ${COLUMNS} FROM pets WHERE status = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  const byId = database.prepare<[bigint], ExactAnimal>(`SELECT ${COLUMNS} FROM pets WHERE id = ?`);
  const insert = database.prepare<[string, number | bigint, string | null]>(
    'INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)',
  );
  const findRecord = database.prepare<[string, string], { fingerprint: Buffer; body: string }>(
    'SELECT fingerprint, body FROM idempotency_records WHERE key_id = ? AND name = ?',
  );
  const insertRecord = database.prepare<[string, string, Buffer, number, string]>(
    `INSERT INTO idempotency_records (key_id, name, fingerprint, created_ms, status, headers, body)
     VALUES (?, ?, ?, ?, 201, '{}', ?)`,
  );
  const deleteExpired = database.prepare<[number]>(
    'DELETE FROM idempotency_records WHERE created_ms <= ?',
  );
  setInterval(() => deleteExpired.run(Date.now() - RETENTION_MS), CLEANUP_INTERVAL_MS).unref();
  const queueWrite = groupCommit(database);

  const insertAnimal = (animal: NewExactAnimal): string => {
    const { name, categoryId } = animal;
    const status = animal.status ?? null;
    const { lastInsertRowid } = insert.run(name, BigInt(categoryId), status);
    return toJson({ id: BigInt(lastInsertRowid), name, categoryId: BigInt(categoryId), status });
  };
  const insertOnce = (animal: NewExactAnimal, claim: Claim): OnceOutcome => {
    const { keyId, name, fingerprint } = claim;
    const known = findRecord.get(keyId, name);
    if (known?.fingerprint.equals(fingerprint)) return { outcome: 'replayed', body: known.body };
    if (known) return { outcome: 'mismatch' };
    const body = insertAnimal(animal);
    insertRecord.run(keyId, name, fingerprint, Date.now(), body);
    return { outcome: 'created', body };
  };
  const runInSavepoint = database.transaction(insertOnce);

  return {
    findKey: (hash) => findKey.get(hash, Date.now(), Date.now()),
    list: (after, limit, status) =>
      status === undefined
        ? listAll.all(after, limit + 1)
        : listByStatus.all(status, after, limit + 1),
    get: (id) => byId.get(id),
    create: (animal) => queueWrite(() => insertAnimal(animal)),
    createOnce: (animal, claim) => queueWrite(() => runInSavepoint(animal, claim)),
  };
}

interface QueuedWrite {
  /** @returns what settles its promise after the commit. */
  run(): () => void;
  reject(reason: unknown): void;
}

/** Group commit: writes queued in one turn of the event loop share a transaction. A failed statement undoes only itself. */
function groupCommit(database: Database.Database) {
  let queued: QueuedWrite[] = [];
  const commit = database.transaction((writes: readonly QueuedWrite[]) =>
    writes.map(({ run }) => run()),
  );
  const flush = () => {
    const writes = queued;
    queued = [];
    try {
      for (const settle of commit.immediate(writes)) settle();
    } catch (error) {
      for (const { reject } of writes) reject(error);
    }
  };
  return <Value>(write: () => Value): Promise<Value> =>
    new Promise((resolve, reject) => {
      const run = () => {
        try {
          const value = write();
          return () => resolve(value);
        } catch (error) {
          return () => reject(error);
        }
      };
      if (queued.length === 0) setImmediate(flush);
      queued.push({ run, reject });
    });
}
