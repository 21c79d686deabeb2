import { setTimeout as pause } from 'node:timers/promises';
import type { NewPet } from '@animal-store/contract';
import pg from 'pg';
import { createPostgresStore } from '../../src/storage/postgres/postgres-store.js';
import type { IdempotencyClaim, OnceOutcome, Store } from '../../src/storage/store.js';
import { describeIfService } from '../support/describe-if-service.js';
import { createSchema, type TestDatabase } from '../support/postgres.js';

const DAY_MS = 86_400_000;

describeIfService('PostgreSQL')('animals in PostgreSQL', () => {
  let schema: TestDatabase;
  let store: Store;
  beforeEach(async () => {
    schema = await createSchema();
    store = await createPostgresStore(schema.url);
  });
  afterEach(async () => {
    await store.close();
    await schema.drop();
  });

  const everything = { after: undefined, limit: 100, status: undefined };
  const newPet = (number: number): NewPet => ({
    name: `"${number}", {\\}'é`,
    categoryId: number,
    ...(number % 2 === 1 && { status: 'sold' as const }),
  });

  const addOnce = (name: string): Promise<OnceOutcome> =>
    store.once(readIdempotencyKey(name), async ({ pets }) => {
      const { id } = await pets.insert(newPet(1));
      return { status: 201, headers: {}, body: `${id}` };
    });

  test('when animals are created in one tick, then they share a transaction and each call returns its own', async () => {
    const pets = Array.from({ length: 50 }, (_, number) => newPet(number));
    const created = await Promise.all(pets.map((pet) => store.pets.insert(pet)));
    for (const [number, creation] of created.entries()) {
      expect(creation).toEqual({ ...newPet(number), id: creation.id });
      expect((await store.pets.get(creation.id))?.parse()).toEqual(creation);
    }
    const { rows } = await schema.query('SELECT count(DISTINCT xmin::text)::int FROM pets');
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('when one of them cannot be stored, then all others are', async () => {
    const pets = [newPet(1), { name: 'not \0 in PostgreSQL', categoryId: 1 }, newPet(2)];
    const outcomes = await Promise.allSettled(pets.map((pet) => store.pets.insert(pet)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const { items } = await store.pets.list(everything);
    const names = items.parse().map(({ name }) => name);
    expect(names.sort()).toEqual([newPet(1).name, newPet(2).name]);
  });

  test('when a list is requested repeatedly in one tick, then it is read once, after earlier writes', async () => {
    await Promise.all([1, 2].map((number) => store.pets.insert(newPet(number))));
    const [first, second, other] = await Promise.all([
      store.pets.list(everything),
      store.pets.list(everything),
      store.pets.list({ ...everything, status: 'sold' }),
    ]);
    expect(first.items.parse()).toHaveLength(2);
    expect(second).toBe(first);
    expect(other.items.parse()).toHaveLength(1);
    await store.pets.insert(newPet(3));
    expect((await store.pets.list(everything)).items.parse()).toHaveLength(3);
  });

  test('expired idempotency records are deleted in batches', async () => {
    await schema.query(
      `WITH pet AS (INSERT INTO pets (name, category_id) VALUES ('old', 1) RETURNING id)
       INSERT INTO idempotency_records (key_id, name, fingerprint, pet_id, created_ms)
       SELECT 'key', number::text, ''::bytea, id, 0 FROM pet, generate_series(1, 12000) number`,
    );
    const countRecords = async () => {
      const { rows } = await schema.query('SELECT count(*)::int FROM idempotency_records');
      return rows[0]?.count;
    };
    for (const expected of [7_001, 2_002, 3]) {
      await addOnce(`new ${expected}`);
      while ((await countRecords()) > expected) await pause(10);
      expect(await countRecords()).toBe(expected);
    }
  });

  test('when another request renews an expired record, then it is neither deleted nor waited for', async () => {
    await schema.query(
      `WITH pet AS (INSERT INTO pets (name, category_id) VALUES ('old', 1) RETURNING id)
       INSERT INTO idempotency_records (key_id, name, fingerprint, pet_id, created_ms)
       SELECT 'key', name, ''::bytea, id, 0 FROM pet, unnest(ARRAY['old', 'renewed']) name`,
    );
    const names = async () => {
      const { rows } = await schema.query('SELECT name FROM idempotency_records ORDER BY name');
      return rows.map(({ name }) => name);
    };
    const other = new pg.Client(schema.url);
    await other.connect();
    await other.query(
      `BEGIN; UPDATE idempotency_records SET created_ms = extract(epoch FROM now()) * 1000 WHERE name = 'renewed'`,
    );
    await addOnce('new');
    while ((await names()).includes('old')) await pause(10);
    await other.query('COMMIT');
    await other.end();
    expect(await names()).toEqual(['new', 'renewed']);
  });
});

function readIdempotencyKey(name: string): IdempotencyClaim {
  return {
    keyId: 'key',
    name,
    fingerprint: Buffer.from('1'),
    retentionMs: DAY_MS,
  };
}
