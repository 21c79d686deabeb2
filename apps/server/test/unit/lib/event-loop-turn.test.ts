import { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { endReply } from '../../../src/http/pending-replies.js';
import { atTurnEnd, noteArrival } from '../../../src/lib/event-loop-turn.js';

test('when a turn ends, then its replies leave before a commit; in a long turn they do not wait', async () => {
  const end = jest.spyOn(ServerResponse.prototype, 'end').mockReturnThis();
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  const endedAfter = (replies: number) => {
    for (let count = 0; count < replies; count += 1)
      endReply(Object.create(ServerResponse.prototype), '');
    return end.mock.calls.length;
  };
  noteArrival();
  atTurnEnd('commit', () => expect(end).toHaveBeenCalledTimes(67));
  expect([endedAfter(63), endedAfter(1), endedAfter(1)]).toEqual([0, 64, 64]);
  now.mockReturnValue(3);
  expect([endedAfter(1), endedAfter(1)]).toEqual([66, 66]);
  await nextTurn();
  expect(end).toHaveBeenCalledTimes(67);
});
