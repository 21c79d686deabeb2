// Load shedding in a turn of the event loop: whose requests are served, close their connection, or get 503.
import { createEventLoopMonitor } from '@animal-store/engine/internal/http/event-loop-monitor';
import { pino } from 'pino';
import { collectLog, parseLine } from '../support/collect-log.js';
import { startServer, type TestServer } from '../support/start-server.js';

let nowMs = 0;
let endTurn = () => {};
const loop = {
  nowMs: () => nowMs,
  idleMs: () => 0,
  onTurnEnd(callback: () => void) {
    endTurn = callback;
  },
};
const log = collectLog();
let loadMonitor: ReturnType<typeof createEventLoopMonitor>;
let server: TestServer;
beforeEach(async () => {
  loadMonitor = createEventLoopMonitor(pino({}, log.stream), loop);
  server = await startServer({ loadMonitor });
});
afterEach(async () => {
  loadMonitor.close();
  await server.close();
});

test.each([
  ['anonymous', 401, 1],
  ['refused', 429, 4],
] as const)(
  'when %s clients use up a turn, then those of one page get their %d, others 503, keys 200',
  async (requestClass, status, closeMs) => {
    const { key: refused } = await server.issueKey('enterprise', { perMinute: 1, perDay: 1 });
    const key = requestClass === 'refused' ? refused : null;
    const replyAfter = async (ms: number, sent: string | null = key) => {
      nowMs += ms;
      const reply = await server.call('/pets', { key: sent });
      return [reply.status, reply.headers.get('connection')];
    };
    for (let request = 0; request < 2; request += 1) await replyAfter(0, refused);
    endTurn();
    const replies = [];
    for (const ms of [0, closeMs, 1, 9, 0, 0, 0]) replies.push(await replyAfter(ms));
    const [kept, closed] = [
      [status, 'keep-alive'],
      [status, 'close'],
    ];
    expect(replies).toEqual([kept, kept, closed, closed, closed, closed, [503, 'close']]);
    expect(await replyAfter(500, server.key)).toEqual([200, 'keep-alive']);
    endTurn();
    expect(await replyAfter(0)).toEqual(kept);
    loadMonitor.close();
    expect(log.lines.splice(0).map(parseLine)).toMatchObject([
      { level: 40, msg: 'overloaded: load shedding begins' },
      { level: 40, shed: { anonymous: 0, refused: 0, key: 0, [requestClass]: 1 } },
    ]);
  },
);
