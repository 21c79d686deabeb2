// Pets in PostgreSQL, with the idempotency records that prevent a repeated request from adding a pet twice.
import type { Int64, NewPet, Pet } from '@animal-store/contract';
import { Batcher } from '../../../lib/batcher.js';
import { StorageUnavailableError } from '../../../model.js';
import { freezePage, toPage } from '../../page.js';
import { PET_COLUMNS, type PetRow, toPet } from '../../rows.js';
import type { Creation, IdempotencyClaim, Page, PetPageRequest, PetStore } from '../../store.js';
import type { PostgresDatabase } from '../database.js';
import { NOW_MS } from '../database-clock.js';
import { isRowLockTimeout } from '../errors.js';

interface IdRow {
  id: Int64;
}

interface RecordRow extends PetRow {
  fingerprint: Buffer;
}

/** Precedes every pet, because the service assigns ids from 1. */
const BEFORE_FIRST = 0;
const CLEANUP_INTERVAL_MS = 60_000;
/** Few enough for the statement timeout, however many records have accumulated. */
const CLEANUP_BATCH_SIZE = 5_000;

const ADD = {
  name: 'add-pet',
  text: 'INSERT INTO pets (name, category_id, status) VALUES ($1, $2, $3) RETURNING id',
};
/** The order of rows that an INSERT returns is not guaranteed, so each pet carries its position. */
const ADD_MANY = {
  name: 'add-pets',
  text: `WITH input AS (
      SELECT nextval(pg_get_serial_sequence('pets', 'id')) AS id, name, category_id, status, position
      FROM unnest($1::text[], $2::bigint[], $3::text[]) WITH ORDINALITY AS pet (name, category_id, status, position)),
    added AS (INSERT INTO pets (id, name, category_id, status) SELECT id, name, category_id, status FROM input)
    SELECT id FROM input ORDER BY position`,
};
/**
 * One statement is one transaction: the pet exists if and only if its record exists. An expired record is replaced. The
 * database's clock determines the expiry, because a node's wrong clock must not expire records that others still need.
 */
const ADD_ONCE = {
  name: 'add-pet-once',
  text: `WITH known AS (
      SELECT FROM idempotency_records WHERE key_id = $1 AND name = $2 AND created_ms > ${NOW_MS} - $4::bigint),
    claim AS (
      INSERT INTO idempotency_records (key_id, name, fingerprint, pet_id, created_ms)
      SELECT $1, $2, $3, nextval(pg_get_serial_sequence('pets', 'id')), ${NOW_MS}
      WHERE NOT EXISTS (SELECT FROM known)
      ON CONFLICT (key_id, name) DO UPDATE
        SET fingerprint = excluded.fingerprint, pet_id = excluded.pet_id, created_ms = excluded.created_ms
        WHERE idempotency_records.created_ms <= ${NOW_MS} - $4::bigint
      RETURNING pet_id)
    INSERT INTO pets (id, name, category_id, status)
    SELECT pet_id, $5, $6::bigint, $7 FROM claim RETURNING id`,
};
const GET_RECORD = {
  name: 'get-idempotency-record',
  text: `SELECT ${PET_COLUMNS}, fingerprint FROM idempotency_records JOIN pets ON pets.id = pet_id
    WHERE key_id = $1 AND idempotency_records.name = $2`,
};
/** Skips records that other transactions are renewing or deleting now. */
const DELETE_EXPIRED = {
  name: 'delete-expired-records',
  text: `WITH expired AS (
      SELECT key_id, name FROM idempotency_records WHERE created_ms <= ${NOW_MS} - $1::bigint LIMIT $2 FOR UPDATE SKIP LOCKED),
    deleted AS (
      DELETE FROM idempotency_records AS record USING expired
      WHERE record.key_id = expired.key_id AND record.name = expired.name AND record.created_ms <= ${NOW_MS} - $1::bigint
      RETURNING 1)
    SELECT count(*) AS count FROM deleted`,
};
const GET = { name: 'get-pet', text: `SELECT ${PET_COLUMNS} FROM pets WHERE id = $1` };
const LIST_ALL = {
  name: 'list-pets',
  text: `SELECT ${PET_COLUMNS} FROM pets WHERE id > $1 ORDER BY id LIMIT $2`,
};
/**
 * A range scan of the index. For `status = $1`, PostgreSQL prefers to scan the pets in order of id and to skip those
 * with another status. If a status is rare, these are nearly all.
 */
const LIST_BY_STATUS = {
  name: 'list-pets-by-status',
  text: `SELECT ${PET_COLUMNS} FROM pets
    WHERE (status, id) > ($1, $2) AND status <= $1 ORDER BY status, id LIMIT $3`,
};

export function createPetStore({
  pets: database,
  idempotency,
}: Pick<PostgresDatabase, 'pets' | 'idempotency'>): PetStore {
  /** Claims in flight in this process. For a claim in flight in another process, the statement waits. */
  const claimsInFlight = new Set<string>();
  let cleanedUpMs = Number.NEGATIVE_INFINITY;

  /**
   * Batcher: creations of one tick share a commit. If the batch fails, each pet is added alone, so only bad ones fail.
   */
  const additions = new Batcher<NewPet, Pet>(async (pets) => {
    if (pets.length === 1) return [await addOne(pets[0])]; // a quarter cheaper than ADD_MANY
    const columns = [
      pets.map(({ name }) => name),
      pets.map(({ categoryId }) => categoryId),
      pets.map(({ status }) => status ?? null),
    ];
    let rows: IdRow[];
    try {
      rows = await database.write<IdRow>(ADD_MANY, columns);
    } catch (error) {
      if (error instanceof StorageUnavailableError) throw error;
      return pets.map(addOne);
    }
    return pets.map((pet, index) => toAdded(rows[index], pet));
  });

  async function addOne(pet: NewPet): Promise<Pet> {
    const values = [pet.name, pet.categoryId, pet.status ?? null];
    const [row] = await database.write<IdRow>(ADD, values);
    return toAdded(row, pet);
  }

  async function addOnce(pet: NewPet, claim: IdempotencyClaim): Promise<Creation> {
    const { keyId, fingerprint, retentionMs } = claim;
    const [row] = await idempotency.write<IdRow>(ADD_ONCE, [
      keyId,
      claim.name,
      fingerprint,
      retentionMs,
      pet.name,
      pet.categoryId,
      pet.status ?? null,
    ]);
    if (row !== undefined) return { outcome: 'created', pet: toAdded(row, pet) };
    const [earlier] = await idempotency.read<RecordRow>(GET_RECORD, [keyId, claim.name]);
    if (earlier === undefined) return { outcome: 'in_progress' }; // it was deleted meanwhile: a retry adds the pet
    return earlier.fingerprint.equals(fingerprint)
      ? { outcome: 'replayed', pet: toPet(earlier) }
      : { outcome: 'mismatch' };
  }

  /** Runs at most once a minute: an expired record does no harm, because a claim with its name replaces it. */
  async function deleteExpired({ retentionMs }: IdempotencyClaim): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - cleanedUpMs < CLEANUP_INTERVAL_MS) return;
    cleanedUpMs = nowMs;
    const [deleted] = await idempotency.write<{ count: Int64 }>(DELETE_EXPIRED, [
      retentionMs,
      CLEANUP_BATCH_SIZE,
    ]);
    if (deleted?.count === CLEANUP_BATCH_SIZE) cleanedUpMs = Number.NEGATIVE_INFINITY; // more left: the next creation goes on
  }

  const pages = new Batcher<PetPageRequest, Page<Pet>>(async (requests) => {
    const [{ after = BEFORE_FIRST, limit, status }] = requests;
    const rows =
      status === undefined
        ? await database.read<PetRow>(LIST_ALL, [after, limit + 1])
        : await database.read<PetRow>(LIST_BY_STATUS, [status, after, limit + 1]);
    const page = freezePage(toPage(rows, limit, toPet));
    return requests.map(() => page);
  });

  return {
    async create(pet, claim) {
      if (claim === undefined) return { outcome: 'created', pet: await additions.add('', pet) };
      const claimName = `${claim.keyId} ${claim.name}`;
      if (claimsInFlight.has(claimName)) return { outcome: 'in_progress' };
      claimsInFlight.add(claimName);
      try {
        const creation = await addOnce(pet, claim);
        deleteExpired(claim).catch(() => {}); // retried after a minute
        return creation;
      } catch (error) {
        if (isRowLockTimeout(error)) return { outcome: 'in_progress' }; // by the first request with this name
        throw error;
      } finally {
        claimsInFlight.delete(claimName);
      }
    },
    async get(id) {
      const [row] = await database.read<PetRow>(GET, [id]);
      return row && toPet(row);
    },
    list(request) {
      return pages.add(`${request.status} ${request.after} ${request.limit}`, request);
    },
  };
}

/** Equal to what a later read returns, so that a replay is byte-identical. */
function toAdded(row: IdRow | undefined, { name, categoryId, status }: NewPet): Pet {
  if (row === undefined) throw new Error('PostgreSQL returned no id');
  return { id: row.id, name, categoryId, ...(status !== undefined && { status }) };
}
