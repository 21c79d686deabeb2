// Transactions of requests with an Idempotency-Key: their effect and their record are written together, or not at all.
import { ApiError } from '@animal-store/core/errors';
import pg from 'pg';
import type { Resources } from '../../../src/tables.js';
import { describeIfService } from '../../support/describe-if-service.js';
import { useDatabase } from '../../support/each-database.js';
import { claimOf, createPet, describeEachStore } from '../../support/each-store.js';
import { createPostgresStore } from '../../support/open-stores.js';

const response = { status: 204, headers: {}, body: undefined };

describeEachStore((context, name) => {
  const petNames = async () => {
    const { items } = await context.store.pets.list({ after: undefined, limit: 100 });
    return items.parse().map((pet) => pet.name);
  };

  test('when the object was changed or removed since, then the first response is replayed', async () => {
    const { pets, once } = context.store;
    const first = await once(claimOf('a'), createPet);
    const { items } = await pets.list({ after: undefined, limit: 1 });
    const id = items.parse()[0]?.id ?? 0;
    await pets.update(id, { name: 'Emily', status: 'sold' });
    expect(await once(claimOf('a'), createPet)).toStrictEqual({ ...first, outcome: 'replayed' });
    await pets.remove(id);
    expect(await once(claimOf('a'), createPet)).toStrictEqual({ ...first, outcome: 'replayed' });
    expect(await petNames()).toEqual([]);
  });

  test('when an update or a removal is repeated, then it takes effect once', async () => {
    const { pets, once } = context.store;
    const { id } = await pets.insert({ name: 'Hambone', categoryId: 1 });
    const grow = async (resources: Resources) => {
      const pet = (await resources.pets.get(id))?.parse();
      await resources.pets.update(id, { name: `${pet?.name}!` });
      return response;
    };
    for (let time = 0; time < 3; time += 1) await once(claimOf('grow'), grow);
    expect(await petNames()).toEqual(['Hambone!']);
    const remove = async (resources: Resources) => {
      if (!(await resources.pets.remove(id))) throw new ApiError('not_found');
      return response;
    };
    const removed = await once(claimOf('remove'), remove);
    expect(removed).toEqual({ outcome: 'done', response });
    expect(await once(claimOf('remove'), remove)).toEqual({ outcome: 'replayed', response });
    await expect(once(claimOf('remove again'), remove)).rejects.toThrow(ApiError);
  });

  test('when requests with several names come at once, then a failing one does not affect the others', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, number) =>
        context.store.once(claimOf(`${number}`), async (resources) => {
          const created = await createPet(resources);
          if (number % 5 === 0) throw new ApiError('not_found');
          return created;
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
      Array.from({ length: 20 }, (_, number) => number % 5 !== 0),
    );
    expect(await petNames()).toHaveLength(16);
    const bodies = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' && 'response' in outcome.value
        ? [outcome.value.response.body]
        : [],
    );
    expect(new Set(bodies).size).toBe(16);
  });

  test('when the same name comes several times at once, then the work has one effect', async () => {
    const another = name === 'PostgreSQL' ? await context.openAnother() : context.store;
    const outcomes = await Promise.all(
      [context.store, another, context.store, another].map((store) =>
        store.once(claimOf('a'), createPet),
      ),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.map(({ outcome }) => outcome)).not.toContain('mismatch');
    expect(await petNames()).toEqual(['Hambone']);
  });

  test('while the work runs, then other requests see nothing of it, and their writes are kept', async () => {
    const { pets } = context.store;
    const { id } = await pets.insert({ name: 'before', categoryId: 1 });
    let seen: Promise<unknown> = Promise.resolve();
    let written: Promise<unknown> = Promise.resolve();
    let isOver = false;
    const once = context.store.once(claimOf('a'), async (resources) => {
      await resources.pets.update(id, { name: 'uncommitted' });
      seen = pets.get(id).then((pet) => ({ name: pet?.parse().name, isOver }));
      written = pets.insert({ name: 'other', categoryId: 1 });
      for (let turn = 0; turn < 100; turn += 1) await null;
      isOver = true;
      throw new ApiError('not_found');
    });
    await expect(once).rejects.toThrow(ApiError);
    expect(await seen).toMatchObject({ name: 'before' });
    await written;
    expect(await petNames()).toEqual(['before', 'other']);
  });

  test('when the response cannot be stored, then nothing is written, and a repetition takes effect', async () => {
    const isSqlite = name === 'SQLite';
    if (isSqlite)
      await context.query(
        `CREATE TRIGGER refuse BEFORE INSERT ON idempotency_records BEGIN SELECT RAISE(ABORT, 'refused'); END`,
      );
    else {
      await context.query(
        `CREATE FUNCTION refuse() RETURNS trigger AS 'BEGIN RAISE ''refused''; END' LANGUAGE plpgsql`,
      );
      await context.query(
        'CREATE TRIGGER refuse BEFORE UPDATE ON idempotency_records FOR EACH ROW EXECUTE FUNCTION refuse()',
      );
    }
    const claims = ['a', 'b', 'c'].map((claim) => context.store.once(claimOf(claim), createPet));
    const outcomes = await Promise.allSettled(claims);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await petNames()).toEqual([]);
    await context.query(`DROP TRIGGER refuse${isSqlite ? '' : ' ON idempotency_records'}`);
    expect(await context.store.once(claimOf('a'), createPet)).toMatchObject({ outcome: 'done' });
    expect(await petNames()).toEqual(['Hambone']);
  });
});

describeIfService('PostgreSQL')('when a table that the work needs is locked', () => {
  const database = useDatabase();

  test('then it fails as unavailable, and can be repeated', async () => {
    const store = await createPostgresStore(database.url);
    const locker = new pg.Client(database.url);
    await locker.connect();
    await locker.query('BEGIN; LOCK TABLE pets IN ACCESS EXCLUSIVE MODE');
    const outcomes = await Promise.allSettled(
      ['a', 'b'].map((name) => store.once(claimOf(name), createPet)),
    );
    expect(outcomes).toMatchObject([
      { reason: { name: 'StorageUnavailableError' } },
      { reason: { name: 'StorageUnavailableError' } },
    ]);
    await locker.end();
    expect(await store.once(claimOf('a'), createPet)).toMatchObject({ outcome: 'done' });
    await store.close();
  });
});
