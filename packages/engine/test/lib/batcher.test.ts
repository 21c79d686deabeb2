// Batches: what is done together, in which order, and what each item gets of it.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Batcher } from '../../src/lib/batcher.js';

test('when items are added in one tick, then they are one batch, and each gets its own result', async () => {
  const done: number[][] = [];
  const squares = new Batcher<number, number>(async (numbers) => {
    done.push([...numbers]);
    return numbers.map((number) => number * number);
  });
  const first = [1, 2, 3].map((number) => squares.add('', number));
  expect(done).toEqual([]);
  await nextTurn();
  expect(done).toEqual([[1, 2, 3]]);
  const later = squares.add('', 4);
  expect(await Promise.all([...first, later])).toEqual([1, 4, 9, 16]);
  expect(done).toEqual([[1, 2, 3], [4]]);
});

test('when items have different names, then they are in different batches, which fail separately', async () => {
  const work = new Batcher<string, string>(async ([first, second = '']) => {
    if (first === 'bad') throw new Error('refused');
    return [first, Promise.reject(new Error(second))];
  });
  const added = [
    ['a', 'good'],
    ['b', 'bad'],
    ['b', 'with it'],
    ['a', 'its own'],
    ['a', 'none'],
  ];
  const outcomes = await Promise.allSettled(
    added.map(([name = '', item = '']) => work.add(name, item)),
  );
  expect(outcomes).toEqual([
    { status: 'fulfilled', value: 'good' },
    { status: 'rejected', reason: new Error('refused') },
    { status: 'rejected', reason: new Error('refused') },
    { status: 'rejected', reason: new Error('its own') },
    { status: 'rejected', reason: new Error('the batch returned no result for this item') },
  ]);
});

test('when a batch holds back the next one, then items join that until the first is done', async () => {
  const done: number[][] = [];
  const finish: (() => void)[] = [];
  const work = new Batcher<number, number>(
    async (items) => {
      done.push([...items]);
      await new Promise<void>((resolve) => finish.push(resolve));
      return items;
    },
    { holdMs: 60_000 },
  );
  const results = [work.add('', 1)];
  for (const item of [2, 3, 4]) {
    await nextTurn();
    results.push(work.add('', item));
  }
  results.push(work.add('other', 5));
  await nextTurn();
  expect(done).toEqual([[1], [5]]);
  finish[0]?.();
  while (done.length < 3) await nextTurn();
  expect(done[2]).toEqual([2, 3, 4]);
  for (const end of finish) end();
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5]);
});

test('when a batch takes longer than it may hold back the next one, then that is processed beside it', async () => {
  const done: number[][] = [];
  const work = new Batcher<number, number>(
    (items) => {
      done.push([...items]);
      return items[0] === 1 ? new Promise(() => {}) : Promise.resolve(items);
    },
    { holdMs: 5 },
  );
  void work.add('', 1);
  await nextTurn();
  expect(await work.add('', 2)).toBe(2);
  expect(done).toEqual([[1], [2]]);
});
