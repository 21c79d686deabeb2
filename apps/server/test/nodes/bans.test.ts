// Bans of a key: where they are read, and the lift that the limiter of each node recognizes.
import type { Quota } from '@animal-store/core';
import { hashApiKey } from '@animal-store/engine/internal/keys/api-key';
import { systemClock } from '@animal-store/engine/internal/lib/clock';
import { type KeyRestrictions, subjectOfKey } from '@animal-store/engine/internal/model';
import { createLocalLimiter } from '@animal-store/engine/internal/rate-limit/local-limiter';
import { createBanReader } from '@animal-store/engine/internal/rate-limit/read-bans';
import { issueKey } from '../support/api-keys.js';
import { collect } from '../support/collect.js';
import { describeIfService } from '../support/describe-if-service.js';
import { describeEachStore, type StoreContext } from '../support/each-store.js';
import { BAN } from '../support/fixed-quotas.js';
import { keyOf, NAMESPACE } from '../support/redis-keys.js';
import { retryUntilDecidedByRedis, useRedisNodes } from './limiter-nodes.js';

const QUOTA: Quota = { perMinute: 1, perDay: 100 };
const CLOCK_TOLERANCE_MS = 60_000;
const REQUESTS_UNTIL_BAN = QUOTA.perMinute + BAN.refusalsPerMinute;

describeEachStore((context) => {
  const issue = (restrictions: Partial<KeyRestrictions> = {}) => {
    const settings = { name: 'test', plan: 'enterprise', quota: QUOTA, ...restrictions };
    return issueKey(context.store.keys, settings, Date.now());
  };
  const issueId = async () => (await issue()).id;
  const bansIn = async ({ store }: StoreContext, rateLimitUrl?: string) => {
    const reader = await createBanReader({
      rateLimitUrl,
      namespace: NAMESPACE,
      counters: store.counters,
    });
    try {
      return await reader.read(await collect(store.keys.list(Date.now())));
    } finally {
      reader.close();
    }
  };

  describe('when servers count in the database', () => {
    /** Returns until when the key is banned. */
    async function ban(id: string, nowMs: number): Promise<number> {
      const limiter = createLocalLimiter(context.store.counters, () => nowMs);
      for (let index = 0; index < REQUESTS_UNTIL_BAN; index += 1)
        await limiter.admit(subjectOfKey(id), QUOTA, { ban: BAN });
      await limiter.close();
      return nowMs + BAN.seconds * 1000;
    }

    test('then a ban is shown until it ends or is lifted', async () => {
      const [banned, lifted, past] = [await issueId(), await issueId(), await issueId()];
      await issue();
      const nowMs = systemClock();
      const untilMs = await ban(banned, nowMs);
      await ban(lifted, nowMs);
      await ban(past, nowMs - BAN.seconds * 1000);
      await context.store.keys.liftBans(lifted, nowMs);
      expect([...(await bansIn(context))]).toEqual([[banned, untilMs]]);
    });
  });

  describeIfService('redis-server')('when nodes count in Redis', () => {
    const nodes = useRedisNodes(1);

    test('then a ban is shown until it is lifted, and reading it changes nothing', async () => {
      const [banned, other] = [await issueId(), await issueId()];
      await issue({ isPublishable: true, isReadOnly: true, origins: ['https://shop.example'] });
      const { group, server, first } = nodes;
      group.clock.nowMs = systemClock();
      const untilMs = await retryUntilDecidedByRedis(group, async () => {
        const decisions = await group.sendRequests(subjectOfKey(banned), 11, QUOTA, first);
        return decisions.at(-1)?.counts.bannedUntilMs;
      });
      for (let time = 0; time < 2; time += 1)
        expect([...(await bansIn(context, server.url))]).toEqual([[banned, untilMs]]);
      await nodes.redis.set(keyOf(subjectOfKey(other)), 'of another type');
      expect([...(await bansIn(context, server.url))]).toEqual([[banned, untilMs]]);
      await context.store.keys.liftBans(other, Date.now());
      expect([...(await bansIn(context, server.url))]).toEqual([[banned, untilMs]]);
      await context.store.keys.liftBans(banned, Date.now());
      expect([...(await bansIn(context, server.url))]).toEqual([]);
    });

    test('and Redis is down or hangs, then the error says so', async () => {
      const { server } = nodes;
      await issue();
      server.suspend();
      const where = `127.0.0.1:${server.port}`;
      await expect(bansIn(context, server.url)).rejects.toThrow(
        `cannot use RATE_LIMIT_URL: ${where} does not answer`,
      );
      server.resume();
      await server.kill();
      await expect(bansIn(context, server.url)).rejects.toThrow(
        `cannot use RATE_LIMIT_URL: ${where} refuses connections`,
      );
    });
  });

  test('when the bans of a key are lifted, then its lookup says when, and other keys keep theirs', async () => {
    const [one, other] = [await issue(), await issue()];
    const { id, key } = one;
    const { keys } = context.store;
    expect((await keys.find(hashApiKey(key), Date.now()))?.bansLiftedMs).toBeUndefined();
    const operator = await context.openAnother();
    const nowMs = Date.now();
    expect(await operator.keys.liftBans(id, nowMs)).toBe(true);
    const liftedMs = (await operator.keys.get(id, nowMs))?.bansLiftedMs;
    expect(Math.abs((liftedMs ?? 0) - nowMs)).toBeLessThan(CLOCK_TOLERANCE_MS);
    expect(await operator.keys.find(hashApiKey(key), nowMs)).toMatchObject({
      bansLiftedMs: liftedMs,
    });
    expect((await keys.find(hashApiKey(other.key), nowMs))?.bansLiftedMs).toBeUndefined();
  });

  test('when the clock has stepped back since the last lift, then the next one is later nevertheless', async () => {
    const { id } = await issue();
    const { keys } = context.store;
    const times: number[] = [];
    for (const nowMs of [Date.now(), Date.now() - 86_400_000, Date.now() - 86_400_000]) {
      await keys.liftBans(id, nowMs);
      times.push((await keys.get(id, nowMs))?.bansLiftedMs ?? 0);
    }
    const [first = 0] = times;
    expect(times).toEqual([first, first + 1, first + 2]);
  });
});
