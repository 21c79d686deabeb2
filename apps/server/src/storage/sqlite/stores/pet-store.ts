// Pets in SQLite, with the idempotency records that prevent a repeated request from adding a pet twice.
import { type Int64, type NewPet, type Pet, type PetStatus, toInt64 } from '@animal-store/contract';
import { freezePage, toPage } from '../../page.js';
import { PET_COLUMNS, type PetRow, toPet } from '../../rows.js';
import type { Creation, IdempotencyClaim, Page, PetStore } from '../../store.js';
import type { Connection } from '../connection.js';
import type { IdempotencyClock } from '../idempotency-clock.js';
import { ReadCache } from '../read-cache.js';

interface RecordRow extends PetRow {
  fingerprint: Buffer;
}

const MAX_CACHED_PAGES = 256;
const MAX_CACHED_PETS = 4_096;

/** Precedes every pet, because the service assigns ids from 1. */
const BEFORE_FIRST = 0;

export function createPetStore(
  { database, dataVersion, read, write }: Connection,
  clock: IdempotencyClock,
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
  const deleteRecords = database.prepare<[number]>(
    'DELETE FROM idempotency_records WHERE created_ms <= ?',
  );
  const newestRecordMs = database
    .prepare<[], number>('SELECT created_ms FROM idempotency_records ORDER BY created_ms DESC')
    .pluck()
    .safeIntegers(false);
  const findRecord = database.prepare<[string, string], RecordRow>(
    `SELECT ${PET_COLUMNS}, fingerprint FROM idempotency_records JOIN pets ON pets.id = pet_id WHERE key_id = ? AND idempotency_records.name = ?`,
  );
  const insertRecord = database.prepare<[string, string, Buffer, Int64, number]>(
    'INSERT INTO idempotency_records (key_id, name, fingerprint, pet_id, created_ms) VALUES (?, ?, ?, ?, ?)',
  );
  const pages = new ReadCache<Page<Pet>>(dataVersion, MAX_CACHED_PAGES);
  const pets = new ReadCache<Readonly<Pet> | undefined>(dataVersion, MAX_CACHED_PETS);
  /** Claims whose transaction has not committed yet. */
  const inProgress = new Set<string>();

  function add({ name, categoryId, status }: NewPet): Pet {
    pages.clear();
    const { lastInsertRowid } = insert.run(name, categoryId, status ?? null);
    // Equal to what a later read returns, so that a replay is byte-identical.
    const id = toInt64(BigInt(lastInsertRowid));
    return { id, name, categoryId, ...(status !== undefined && { status }) };
  }

  function addOnce(pet: NewPet, claim: IdempotencyClaim): Creation {
    deleteRecords.run(clock.expiredMs(claim.retentionMs, () => newestRecordMs.get()));
    const earlier = findRecord.get(claim.keyId, claim.name);
    if (earlier) {
      return earlier.fingerprint.equals(claim.fingerprint)
        ? { outcome: 'replayed', pet: toPet(earlier) }
        : { outcome: 'mismatch' };
    }
    const created = add(pet);
    insertRecord.run(claim.keyId, claim.name, claim.fingerprint, created.id, clock.timestampMs());
    return { outcome: 'created', pet: created };
  }

  return {
    async create(pet, claim) {
      if (claim === undefined) return write(() => ({ outcome: 'created', pet: add(pet) }));
      const claimKey = `${claim.keyId} ${claim.name}`;
      if (inProgress.has(claimKey)) return { outcome: 'in_progress' };
      inProgress.add(claimKey);
      try {
        return await write(() => addOnce(pet, claim));
      } finally {
        inProgress.delete(claimKey);
      }
    },
    async get(id) {
      return read(() =>
        pets.get(String(id), () => {
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
      return read(() => pages.get(`${status} ${after} ${limit}`, readPage));
    },
  };
}
