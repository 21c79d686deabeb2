// Pets in SQLite, with the idempotency records that prevent a repeated request from adding a pet twice.
import { type Int64, type NewPet, type Pet, type PetStatus, toInt64 } from '@animal-store/contract';
import { freezePage, toPage } from '../../page.js';
import { PET_COLUMNS, type PetRow, toPet } from '../../rows.js';
import type { Creation, IdempotencyClaim, Page, PetStore } from '../../store.js';
import type { DataVersion } from '../read-cache.js';
import type { Health } from '../health.js';
import type { SqliteDatabase } from '../open-database.js';
import { ReadCache } from '../read-cache.js';
import type { RecordAge } from '../record-age.js';
import type { WriteQueue } from '../write-queue.js';

interface RecordRow extends PetRow {
  fingerprint: Buffer;
}

const PAGES_REMEMBERED = 256;
const ANIMALS_REMEMBERED = 4_096;

/** Precedes every pet, because the service assigns ids from 1. */
const BEFORE_FIRST = 0;

export function createPetStore(
  database: SqliteDatabase,
  writes: WriteQueue,
  health: Health,
  dataVersion: DataVersion,
  recordAge: RecordAge,
): PetStore {
  const insert = database.prepare<[string, Int64, PetStatus | null]>(
    'INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)',
  );
  const byId = database.prepare<[Int64], PetRow>(`SELECT ${PET_COLUMNS} FROM pets WHERE id = ?`);
  const listAll = database.prepare<[Int64, number], PetRow>(
    `SELECT ${PET_COLUMNS} FROM pets WHERE id > ? ORDER BY id LIMIT ?`,
  );
  const listByStatus = database.prepare<[PetStatus, Int64, number], PetRow>(
    `SELECT ${PET_COLUMNS} FROM pets WHERE status = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  const forget = database.prepare<[number]>(
    'DELETE FROM idempotency_records WHERE created_ms <= ?',
  );
  const newest = database
    .prepare<[], bigint | null>('SELECT max(created_ms) FROM idempotency_records')
    .pluck();
  const newestMs = () => {
    const stamp = newest.get() ?? undefined;
    return stamp === undefined ? undefined : Number(stamp);
  };
  const recall = database.prepare<[string, string], RecordRow>(
    `SELECT ${PET_COLUMNS}, fingerprint FROM idempotency_records JOIN pets ON pets.id = pet_id WHERE key_id = ? AND idempotency_records.name = ?`,
  );
  const remember = database.prepare<[string, string, Buffer, Int64, number]>(
    'INSERT INTO idempotency_records (key_id, name, fingerprint, pet_id, created_ms) VALUES (?, ?, ?, ?, ?)',
  );
  const pages = new ReadCache<Page<Pet>>(dataVersion, PAGES_REMEMBERED);
  const animals = new ReadCache<Readonly<Pet> | undefined>(dataVersion, ANIMALS_REMEMBERED);
  /** Claims whose transaction has not committed yet. */
  const running = new Set<string>();

  function add({ name, categoryId, status }: NewPet): Pet {
    pages.clear();
    const { lastInsertRowid } = insert.run(name, categoryId, status ?? null);
    // Equal to what a later read returns, so that a replay is byte-identical.
    const id = toInt64(BigInt(lastInsertRowid));
    return { id, name, categoryId, ...(status !== undefined && { status }) };
  }

  function addOnce(pet: NewPet, claim: IdempotencyClaim): Creation {
    forget.run(recordAge.expiredMs(claim.retentionMs, newestMs));
    const earlier = recall.get(claim.keyId, claim.name);
    if (earlier) {
      return earlier.fingerprint.equals(claim.fingerprint)
        ? { outcome: 'replayed', pet: toPet(earlier) }
        : { outcome: 'mismatch' };
    }
    const created = add(pet);
    remember.run(claim.keyId, claim.name, claim.fingerprint, created.id, recordAge.stampMs());
    return { outcome: 'created', pet: created };
  }

  return {
    async create(pet, claim) {
      if (claim === undefined) return writes.run(() => ({ outcome: 'created', pet: add(pet) }));
      const runningName = `${claim.keyId} ${claim.name}`;
      if (running.has(runningName)) return { outcome: 'in_progress' };
      running.add(runningName);
      try {
        return await writes.run(() => addOnce(pet, claim));
      } finally {
        running.delete(runningName);
      }
    },
    async get(id) {
      return health.read(() =>
        animals.get(String(id), () => {
          const row = byId.get(id);
          return row && Object.freeze(toPet(row));
        }),
      );
    },
    async list({ after = BEFORE_FIRST, limit, status }) {
      const readPage = () => {
        const rows =
          status === undefined
            ? listAll.all(after, limit + 1)
            : listByStatus.all(status, after, limit + 1);
        return freezePage(toPage(rows, limit, toPet));
      };
      return health.read(() => pages.get(`${status} ${after} ${limit}`, readPage));
    },
  };
}
