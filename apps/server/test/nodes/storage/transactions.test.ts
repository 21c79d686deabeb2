// Two handlers at once, on a table of its own: of those that depend on what they read, one changes it.

import { addRejectsBytes, createKeyOrigins, createOperatorTables } from '@animal-store/engine';
import { defineSchema, type Schema } from '@animal-store/engine/internal/storage/schema';
import type { Store } from '@animal-store/engine/internal/storage/store';
import type { ResourceStore } from '@animal-store/engine/internal/storage/stores/resource-store';
import { claimOf, describeEachStoreOf } from '../../support/each-store.js';

interface Seat {
  id: number;
  state: string;
  holder?: string;
}
interface Seats {
  seats: ResourceStore<Seat>;
}

const SCHEMA: Schema<Seats> = defineSchema(
  'cinema',
  {
    seats: {
      schema: 'Seat',
      ids: 'database',
      columns: { id: 'int64', state: 'text', holder: 'text?' },
    },
  },
  [
    ...[createOperatorTables, createKeyOrigins, addRejectsBytes],
    (type) =>
      `CREATE TABLE seats (id ${type.id}, state ${type.text} NOT NULL, holder ${type.text})`,
  ],
);
const AT_ONCE = 8;
const ROUNDS = 50;

describeEachStoreOf(SCHEMA, (context, name) => {
  let store: Store<Seats>;
  beforeEach(() => {
    store = context.store;
  });

  type Take = (store: Seats, id: number, holder: string) => Promise<boolean>;
  const byExpectation: Take = async ({ seats }, id, holder) =>
    (await seats.update(id, { state: 'taken', holder }, { state: 'free', holder: undefined })) !==
    undefined;
  const byReading: Take = async ({ seats }, id, holder) => {
    const seat = (await seats.get(id))?.parse();
    if (seat?.state !== 'free') return false;
    await seats.update(id, { state: 'taken', holder });
    return true;
  };

  const inTransaction = (id: number, holder: string) =>
    store.transaction((seats) => byReading(seats, id, holder));
  const withKey = async (
    work: (holder: string) => Parameters<Store<Seats>['once']>[1],
    holder: string,
  ) => {
    const outcome = await store.once(claimOf(holder), work(holder));
    return outcome.outcome === 'done' && outcome.response.status === 200;
  };
  const toResponse = (isTaken: boolean) => ({
    status: isTaken ? 200 : 409,
    headers: {},
    body: undefined,
  });

  test.each<[string, (id: number, holder: string) => Promise<boolean>]>([
    ['change with expected values', (id, holder) => byExpectation(store, id, holder)],
    ['read and change in a transaction', inTransaction],
    [
      'change with expected values, with an Idempotency-Key',
      (id, holder) =>
        withKey((by) => async (seats) => toResponse(await byExpectation(seats, id, by)), holder),
    ],
    [
      'read and change in a transaction, with an Idempotency-Key',
      (id, holder) =>
        withKey(
          (by) => (_, transaction) =>
            transaction(async (seats) => toResponse(await byReading(seats, id, by))),
          holder,
        ),
    ],
  ])('when eight handlers %s at once, then one of them wins', async (_, take) => {
    const winners: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await store.seats.insert({ state: 'free' });
      const holders = Array.from({ length: AT_ONCE }, (__, number) => `${round}-${number}`);
      const results = await Promise.all(holders.map((holder) => take(id, holder)));
      winners.push(results.filter(Boolean).length);
      const won = holders[results.indexOf(true)];
      expect((await store.seats.get(id))?.parse()).toEqual({ id, state: 'taken', holder: won });
    }
    expect(winners).toEqual(winners.map(() => 1));
  });

  test('when a transaction fails, then nothing of it is written, also inside a request with a key', async () => {
    const { id } = await store.seats.insert({ state: 'free' });
    const fail = async ({ seats }: Seats) => {
      await seats.update(id, { state: 'taken' });
      await seats.insert({ state: 'taken' });
      throw new Error('refused');
    };
    await expect(store.transaction(fail)).rejects.toThrow('refused');
    await store.once(claimOf('a'), async (_, transaction) => {
      await transaction(fail).catch(() => {});
      return toResponse(false);
    });
    const { items } = await store.seats.list({ after: undefined, limit: 5 });
    expect(items.parse()).toEqual([{ id, state: 'free' }]);
  });

  test('when an object is not as expected, then it is not removed', async () => {
    const { id } = await store.seats.insert({ state: 'free' });
    expect(await store.seats.remove(id, { state: 'taken' })).toBe(false);
    expect(await store.seats.remove(id, { state: 'free', holder: undefined })).toBe(true);
  });

  test('when a request with a key has two transactions at once, then one that fails undoes its own calls', async () => {
    const taken = async ({ seats }: Seats, state: string) => {
      await seats.insert({ state });
      if (state === 'refused') throw new Error(state);
    };
    await store.once(claimOf('a'), async (_, transaction) => {
      const states = ['first', 'refused', 'last'];
      await Promise.allSettled(states.map((state) => transaction((seats) => taken(seats, state))));
      return toResponse(true);
    });
    const { items } = await store.seats.list({ after: undefined, limit: 5 });
    expect(items.parse().map(({ state }) => state)).toEqual(['first', 'last']);
  });

  if (name === 'SQLite')
    test('when a request with a key is stopped, then its reply is not recorded', async () => {
      const book = async ({ seats }: Seats) => {
        await seats.insert({ state: 'taken' });
        return toResponse(true);
      };
      let end = () => {};
      const late = new Promise<void>((resolve) => {
        end = resolve;
      });
      const stopped = store.once(claimOf('a'), (seats) => book(seats).finally(() => late));
      await expect(stopped).rejects.toThrow('did not end');
      end();
      await new Promise(setImmediate);
      expect(await store.once(claimOf('a'), book)).toMatchObject({ outcome: 'done' });
      const { items } = await store.seats.list({ after: undefined, limit: 5 });
      expect(items.parse()).toHaveLength(1);
    });

  if (name === 'SQLite')
    test('when a transaction waits for the store outside, then it is ended, and the store goes on', async () => {
      const { id } = await store.seats.insert({ state: 'free' });
      const stuck = store.transaction(async () => store.seats.get(id));
      await expect(stuck).rejects.toThrow('it may await only the store that it is given');
      expect((await store.seats.get(id))?.parse()).toEqual({ id, state: 'free' });
    });
});
