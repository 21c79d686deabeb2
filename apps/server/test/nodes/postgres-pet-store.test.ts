import { setTimeout as pause } from 'node:timers/promises';
import type { NewPet } from '@animal-store/contract';
import pg from 'pg';
import { createPostgresStore } from '../../src/storage/postgres/postgres-store.js';
import type { IdempotencyClaim, Store } from '../../src/storage/store.js';
import { describeIfService } from '../support/describe-if-service.js';
import { createSchema, type TestDatabase } from '../support/postgres.js';

const DAY_MS = 86_400_000;

describeIfService('PostgreSQL')('animals in PostgreSQL', () => {
  let place: TestDatabase;
  let store: Store;
  beforeEach(async () => {
    testDatabase = await createSchema();
    store = await createPostgresStore(testDatabase.url);
  });
  afterEach(async () => {
    await store.close();
    await testDatabase.drop();
  });

  const everything = { after: undefined, limit: 100, status: undefined };
  const animal = (number: number): NewPet => ({
    name: `"${number}", {\\}'é`,
    categoryId: number,
    ...(number % 2 === 1 && { status: 'sold' as const }),
  });

  test('that are added in one turn share a transaction, and each is answered with its own', async () => {
    const given = Array.from({ length: 50 }, (_, number) => animal(number));
    const created = await Promise.all(given.map((pet) => store.pets.create(pet)));
    for (const [number, creation] of created.entries()) {
      if (creation.outcome !== 'created') throw new Error(creation.outcome);
      expect(creation.pet).toEqual({ ...animal(number), id: creation.pet.id });
      expect(await store.pets.get(creation.pet.id)).toEqual(creation.pet);
    }
    const { rows } = await testDatabase.query('SELECT count(DISTINCT xmin::text)::int FROM pets');
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('of which one cannot be kept are all added but that one', async () => {
    const given = [animal(1), { name: 'not \0 in PostgreSQL', categoryId: 1 }, animal(2)];
    const outcomes = await Promise.allSettled(given.map((pet) => store.pets.create(pet)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const { items } = await store.pets.list(everything);
    expect(items.map(({ name }) => name).sort()).toEqual([animal(1).name, animal(2).name]);
  });

  test('that are listed in one turn are read once, and are there if they were added before', async () => {
    await Promise.all([1, 2].map((number) => store.pets.create(animal(number))));
    const [first, second, other] = await Promise.all([
      store.pets.list(everything),
      store.pets.list(everything),
      store.pets.list({ ...everything, status: 'sold' }),
    ]);
    expect(first.items).toHaveLength(2);
    expect(second).toBe(first);
    expect(other.items).toHaveLength(1);
    await store.pets.create(animal(3));
    expect((await store.pets.list(everything)).items).toHaveLength(3);
  });

  test('forget their idempotency records in pieces, however many have piled up', async () => {
    await testDatabase.query(
      `WITH pet AS (INSERT INTO pets (name, category_id) VALUES ('old', 1) RETURNING id)
       INSERT INTO idempotency_records (key_id, name, fingerprint, pet_id, created_ms)
       SELECT 'key', number::text, ''::bytea, id, 0 FROM pet, generate_series(1, 12000) number`,
    );
    const left = async () => {
      const { rows } = await testDatabase.query('SELECT count(*)::int FROM idempotency_records');
      return rows[0]?.count;
    };
    for (const expected of [7_001, 2_002, 3]) {
      await store.pets.create(animal(1), readIdempotencyKey(`new ${expected}`));
      while ((await left()) > expected) await pause(10);
      expect(await left()).toBe(expected);
    }
  });

  test('forget no record that another request is renewing, and do not wait for it', async () => {
    await testDatabase.query(
      `WITH pet AS (INSERT INTO pets (name, category_id) VALUES ('old', 1) RETURNING id)
       INSERT INTO idempotency_records (key_id, name, fingerprint, pet_id, created_ms)
       SELECT 'key', name, ''::bytea, id, 0 FROM pet, unnest(ARRAY['old', 'renewed']) name`,
    );
    const names = async () => {
      const { rows } = await testDatabase.query(
        'SELECT name FROM idempotency_records ORDER BY name',
      );
      return rows.map(({ name }) => name);
    };
    const other = new pg.Client(testDatabase.url);
    await other.connect();
    await other.query(
      `BEGIN; UPDATE idempotency_records SET created_ms = extract(epoch FROM now()) * 1000 WHERE name = 'renewed'`,
    );
    await store.pets.create(animal(1), readIdempotencyKey('new'));
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
