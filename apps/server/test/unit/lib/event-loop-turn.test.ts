import { setImmediate as nextTurn } from 'node:timers/promises';
import { atTurnEnd, currentTurn, noteArrival } from '../../../src/lib/event-loop-turn.js';

test('when a turn ends, then replies are written before a commit blocks the process', async () => {
  const done: string[] = [];
  atTurnEnd('commit', () => done.push('commit'));
  atTurnEnd('reply', () => done.push('reply'));
  await nextTurn();
  expect(done).toEqual(['reply', 'commit']);
});

test('when a turn has ended, then what its requests share has ended too', async () => {
  noteArrival();
  const turn = currentTurn();
  noteArrival();
  expect(currentTurn()).toBe(turn);
  await nextTurn();
  expect(currentTurn()).toBeUndefined();
  noteArrival();
  expect(currentTurn()).not.toBe(turn);
});
