// Creating, changing and removing what is stored.
import type { Order } from '@animal-store/contract';
import { describeEachStore } from '../../support/each-store.js';

const HAMBONE = { name: 'Hambone', categoryId: 7, status: 'available' } as const;

/** @param quantity With 2 the order is complete. */
const order = (id: Order['id'], quantity: number): Order => ({
  id,
  petId: 1,
  quantity,
  shipDate: '2026-11-21T00:00:00Z',
  complete: quantity === 2,
});

describeEachStore((context, name) => {
  const list = (status?: 'available' | 'pending' | 'sold') =>
    context.store.pets.list({ after: undefined, limit: 100, status });

  test('when objects are created in one tick, then each call returns its own, with an id of its own', async () => {
    const { pets } = context.store;
    const sent = Array.from({ length: 50 }, (_, number) => ({
      name: `"${number}", {\\}'é`,
      categoryId: number,
      ...(number % 2 === 1 && { status: 'sold' as const }),
    }));
    const created = await Promise.all(sent.map((pet) => pets.insert(pet)));
    expect(created).toEqual(sent.map((pet, number) => ({ ...pet, id: created[number]?.id })));
    expect(new Set(created.map(({ id }) => id)).size).toBe(50);
    for (const pet of created) expect((await pets.get(pet.id))?.parse()).toEqual(pet);
  });

  test('when one of several objects cannot be stored, then all others are', async () => {
    if (name === 'PostgreSQL')
      await context.query(`ALTER TABLE pets ADD CONSTRAINT refuse CHECK (name <> 'refused')`);
    else
      await context.query(`CREATE TRIGGER refuse BEFORE INSERT ON pets WHEN NEW.name = 'refused'
        BEGIN SELECT RAISE(ABORT, 'refused'); END`);
    const outcomes = await Promise.allSettled(
      ['first', 'refused', 'last'].map((pet) =>
        context.store.pets.insert({ ...HAMBONE, name: pet }),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const names = (await list()).items.parse().map((pet) => pet.name);
    expect(names.sort()).toEqual(['first', 'last']);
  });

  test('when a change has no properties, then nothing changes', async () => {
    const { pets } = context.store;
    const pet = await pets.insert(HAMBONE);
    expect(await pets.update(pet.id, {})).toStrictEqual(pet);
  });

  test('when an object is removed, then it is gone, and its id is not assigned again', async () => {
    const { pets } = context.store;
    const { id } = await pets.insert(HAMBONE);
    expect(await pets.remove(id)).toBe(true);
    expect(await pets.get(id)).toBeUndefined();
    expect(await pets.remove(id)).toBe(false);
    expect(await pets.update(id, { name: 'Emily' })).toBeUndefined();
    expect((await pets.insert(HAMBONE)).id).not.toBe(id);
  });

  test('when orders are imported while pages are read, then each comes once, in its newest version', async () => {
    const { orders } = context.store;
    const put = (ids: number[], quantity: number) =>
      orders.put(ids.map((id) => order(id, quantity)));
    await put([1, 2, 3, 4], 1);
    const first = await orders.list({ after: undefined, limit: 2 });
    const listRest = () => orders.list({ after: first.nextAfter, limit: 5 });
    await listRest(); // a page is cached at its second use
    expect((await listRest()).items.parse()).toHaveLength(2);
    await put([0, 4, 5], 2);
    const items = [...first.items.parse(), ...(await listRest()).items.parse()];
    expect(items).toEqual([order(1, 1), order(2, 1), order(3, 1), order(4, 2), order(5, 2)]);
  });
});
