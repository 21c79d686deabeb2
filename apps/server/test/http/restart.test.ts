// What a restart keeps: counts, bans and cursors; and counts that cannot be written.
import Database from 'better-sqlite3';
import { withFixedQuotas } from '../support/fixed-quotas.js';
import { useServerOnFile } from '../support/use-server.js';
import { addPets, idsOf, nextOf, withServer } from './operations/helpers.js';
import {
  callTimes,
  countOutcomes,
  outcomeOf,
  rateOf,
  retryAfterOf,
} from './rate-limit/rate-limit-headers.js';

const server = useServerOnFile({ edit: withFixedQuotas });
const call = (key: string | null) => server.call('/pets', { key });

describe('when the server restarts', () => {
  test('then the counts of both windows are exact, also of anonymous clients', async () => {
    const { key } = await server.issueKey('free');
    await Promise.all([callTimes(server, 7, key), callTimes(server, 3, null)]);
    for (const used of [8, 9]) {
      await server.restart();
      expect((await call(key)).headers.get('RateLimit')).toBe(
        `"minute";r=${60 - used};t=60, "day";r=${1000 - used};t=50400`,
      );
      expect(rateOf(await call(null)).remaining).toBe(60 - (used - 4));
    }
  });

  test('then refusals, bans and the number of bans of the day are kept', async () => {
    const { key } = await server.issueKey('enterprise', { perMinute: 1, perDay: 100 });
    await callTimes(server, 10, key);
    await server.restart();
    expect(outcomeOf(await call(key))).toBe('key_banned');
    server.clock.advance(100);
    await server.restart();
    expect(retryAfterOf(await call(key))).toBe(200);
    server.clock.advance(200);
    await callTimes(server, 10, key);
    await server.restart();
    expect(retryAfterOf(await call(key))).toBe(600);
  });

  test('then a cursor leads on, as it does on another store', async () => {
    await addPets(server, 3);
    const next = nextOf(await server.call('/pets?limit=2')) ?? '';
    await server.restart();
    expect(idsOf(await server.call(next))).toEqual([3]);
    await withServer({}, async (other) => {
      await addPets(other, 3);
      expect(idsOf(await other.call(next))).toEqual([3]);
    });
  });
});

test('when counts cannot be written, then what needs a write is a 503, and is not counted', async () => {
  const { key } = await server.issueKey('enterprise', { perMinute: 1, perDay: 100 });
  const { key: leased } = await server.issueKey('enterprise', { perMinute: 60, perDay: 1000 });
  await call(leased); // takes a lease of three requests
  const other = new Database(server.file);
  other.exec('BEGIN IMMEDIATE'); // holds the write lock for longer than the server waits
  // more than the quota and the refusals before a ban, none of which may count later
  const waiting = Promise.all([callTimes(server, 20, key), call(null)]);
  expect(countOutcomes(await callTimes(server, 2, leased))).toMatchObject({ admitted: 2 });
  const [replies, anonymous] = await waiting;
  for (const reply of [...replies, anonymous])
    expect([reply.status, reply.json.code, retryAfterOf(reply)]).toEqual([503, 'unavailable', 1]);
  for (const reply of replies) expect(rateOf(reply).limit).toBe(1);
  expect(rateOf(anonymous).limit).toBe(60);
  other.close();
  expect(rateOf(await call(null)).remaining).toBe(59);
  const outcomes = { admitted: 1, rate_limited: 9, key_banned: 2 };
  expect(countOutcomes(await callTimes(server, 12, key))).toEqual(outcomes);
});
