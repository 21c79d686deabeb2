// Owns the animals, and with them the records that keep a repeated request from adding one twice.
import type { Int64, NewPet, Pet } from '@animal-store/contract';
import { OneTurn } from '../../one-turn.js';
import { PET_COLUMNS, type PetRow, toPet } from '../rows.js';
import {
  type Creation,
  type IdempotencyClaim,
  type Page,
  type PetPageRequest,
  type PetStore,
  StorageUnavailable,
} from '../store.js';
import { freezePage, takePage } from '../take-page.js';
import type { PostgresDatabase } from './database.js';
import { codeOf } from './judge-error.js';

interface RecordRow extends PetRow {
  fingerprint: Buffer;
}

/** Behind it is everything: the service gives out identifiers from 1. */
const BEFORE_FIRST = 0;
const FORGET_EVERY_MS = 60_000;
/** Few enough for one statement's time, whatever has piled up. */
const FORGET_AT_ONCE = 5_000;
const LOCK_NOT_AVAILABLE = '55P03';

const ADD = {
  name: 'add-pet',
  text: 'INSERT INTO pets (name, category_id, status) VALUES ($1, $2, $3) RETURNING id',
};
/** The order of what an INSERT returns is nobody's promise, so each animal knows its place. */
const ADD_MANY = {
  name: 'add-pets',
  text: `WITH given AS (
      SELECT nextval(pg_get_serial_sequence('pets', 'id')) AS id, name, category_id, status, place
      FROM unnest($1::text[], $2::bigint[], $3::text[]) WITH ORDINALITY AS pet (name, category_id, status, place)),
    added AS (INSERT INTO pets (id, name, category_id, status) SELECT id, name, category_id, status FROM given)
    SELECT id FROM given ORDER BY place`,
};
/** One statement is one transaction: the animal is there if and only if its record is. A record that is too old gives way. */
const ADD_ONCE = {
  name: 'add-pet-once',
  text: `WITH known AS (
      SELECT FROM idempotency_records WHERE key_id = $1 AND name = $2 AND created_ms > $5),
    claim AS (
      INSERT INTO idempotency_records (key_id, name, fingerprint, pet_id, created_ms)
      SELECT $1, $2, $3, nextval(pg_get_serial_sequence('pets', 'id')), $4
      WHERE NOT EXISTS (SELECT FROM known)
      ON CONFLICT (key_id, name) DO UPDATE
        SET fingerprint = excluded.fingerprint, pet_id = excluded.pet_id, created_ms = excluded.created_ms
        WHERE idempotency_records.created_ms <= $5
      RETURNING pet_id)
    INSERT INTO pets (id, name, category_id, status)
    SELECT pet_id, $6, $7::bigint, $8 FROM claim RETURNING id`,
};
const RECALL = {
  name: 'recall-pet',
  text: `SELECT ${PET_COLUMNS}, fingerprint FROM idempotency_records JOIN pets ON pets.id = pet_id
    WHERE key_id = $1 AND idempotency_records.name = $2`,
};
/** Leaves out what others are renewing, or forgetting, at this moment. */
const FORGET = {
  name: 'forget-records',
  text: `WITH old AS (
      SELECT key_id, name FROM idempotency_records WHERE created_ms <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED),
    gone AS (
      DELETE FROM idempotency_records AS record USING old
      WHERE record.key_id = old.key_id AND record.name = old.name AND record.created_ms <= $1
      RETURNING 1)
    SELECT count(*) AS count FROM gone`,
};
const GET = { name: 'get-pet', text: `SELECT ${PET_COLUMNS} FROM pets WHERE id = $1` };
const LIST_ALL = {
  name: 'list-pets',
  text: `SELECT ${PET_COLUMNS} FROM pets WHERE id > $1 ORDER BY id LIMIT $2`,
};
/**
 * As a range of the index: for `status = $1` PostgreSQL would rather walk the animals in the order of their ids and leave
 * out the others, which are nearly all where a status is rare.
 */
const LIST_BY_STATUS = {
  name: 'list-pets-by-status',
  text: `SELECT ${PET_COLUMNS} FROM pets
    WHERE (status, id) > ($1, $2) AND status <= $1 ORDER BY status, id LIMIT $3`,
};

export function createPetStore(database: PostgresDatabase): PetStore {
  /** Claims under way in this process. One under way in another is waited for. */
  const running = new Set<string>();
  let forgottenMs = 0;

  /** Those of one turn share a commit. Where one is at fault, it takes nothing else with it. */
  const additions = new OneTurn<NewPet, Pet>(async (pets) => {
    try {
      return await insert(database, pets);
    } catch (error) {
      if (pets.length === 1 || error instanceof StorageUnavailable) throw error;
      return pets.map(async (pet) => {
        const [added] = await insert(database, [pet]);
        if (added === undefined) throw new Error('PostgreSQL returned no id');
        return added;
      });
    }
  });

  async function addOnce(pet: NewPet, claim: IdempotencyClaim): Promise<Creation> {
    const { keyId, fingerprint, nowMs, forgetBeforeMs } = claim;
    const [row] = await database.write<{ id: Int64 }>(ADD_ONCE, [
      keyId,
      claim.name,
      fingerprint,
      nowMs,
      forgetBeforeMs,
      pet.name,
      pet.categoryId,
      pet.status ?? null,
    ]);
    if (row !== undefined) return { outcome: 'created', pet: stored(row.id, pet) };
    const [earlier] = await database.read<RecordRow>(RECALL, [keyId, claim.name]);
    if (earlier === undefined) return { outcome: 'in_progress' }; // it was forgotten meanwhile: the next try adds it
    return earlier.fingerprint.equals(fingerprint)
      ? { outcome: 'replayed', pet: toPet(earlier) }
      : { outcome: 'mismatch' };
  }

  /** What is too old does no harm until its name comes again, so now and then is enough. */
  async function forget({ nowMs, forgetBeforeMs }: IdempotencyClaim): Promise<void> {
    if (Math.abs(nowMs - forgottenMs) < FORGET_EVERY_MS) return;
    forgottenMs = nowMs;
    const [gone] = await database.write<{ count: Int64 }>(FORGET, [forgetBeforeMs, FORGET_AT_ONCE]);
    if (gone?.count === FORGET_AT_ONCE) forgottenMs = 0; // there are more: the next creation goes on
  }

  const pages = new OneTurn<PetPageRequest, Page<Pet>>(async (requests) => {
    const [request] = requests;
    if (request === undefined) return [];
    const { after = BEFORE_FIRST, limit, status } = request;
    const rows =
      status === undefined
        ? await database.read<PetRow>(LIST_ALL, [after, limit + 1])
        : await database.read<PetRow>(LIST_BY_STATUS, [status, after, limit + 1]);
    const page = freezePage(takePage(rows, limit, toPet));
    return requests.map(() => page);
  });

  return {
    async create(pet, claim) {
      if (claim === undefined) return { outcome: 'created', pet: await additions.ask('', pet) };
      const runningName = `${claim.keyId} ${claim.name}`;
      if (running.has(runningName)) return { outcome: 'in_progress' };
      running.add(runningName);
      try {
        const creation = await addOnce(pet, claim);
        forget(claim).catch(() => {}); // the next minute tries again
        return creation;
      } catch (error) {
        if (waitedForRow(error)) return { outcome: 'in_progress' };
        throw error;
      } finally {
        running.delete(runningName);
      }
    },
    async get(id) {
      const [row] = await database.read<PetRow>(GET, [id]);
      return row && toPet(row);
    },
    list(request) {
      return pages.ask(`${request.status} ${request.after} ${request.limit}`, request);
    },
  };
}

async function insert(database: PostgresDatabase, pets: readonly NewPet[]): Promise<Pet[]> {
  const names = pets.map(({ name }) => name);
  const categories = pets.map(({ categoryId }) => categoryId);
  const statuses = pets.map(({ status }) => status ?? null);
  const rows =
    pets.length === 1 // a quarter cheaper
      ? await database.write<{ id: Int64 }>(ADD, [...names, ...categories, ...statuses])
      : await database.write<{ id: Int64 }>(ADD_MANY, [names, categories, statuses]);
  return pets.flatMap((pet, place) => {
    const row = rows[place];
    return row ? [stored(row.id, pet)] : [];
  });
}

/** As it will be read back, so that a replay is the same to the letter. */
function stored(id: Int64, { name, categoryId, status }: NewPet): Pet {
  return { id: id, name, categoryId, ...(status !== undefined && { status }) };
}

/** For the first request of its name: for a lock of the whole table, PostgreSQL does not say where it stood. */
function waitedForRow(error: unknown): boolean {
  if (!(error instanceof Error) || codeOf(error.cause) !== LOCK_NOT_AVAILABLE) return false;
  const { cause } = error;
  return cause instanceof Error && 'where' in cause && cause.where !== undefined;
}
