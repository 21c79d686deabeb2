// Lifted bans on nodes that share Redis, while it is unavailable or after a restart. slow/rate-limit/redis-model.test.ts lifts
// them at random.
import { describeIfService } from '../support/describe-if-service.js';
import { BAN } from '../support/fixed-quotas.js';
import { keyOf } from '../support/redis-keys.js';
import { START_MS } from '../support/start-time.js';
import { waitUntil } from '../support/wait-until.js';
import { type Node, retryUntilDecidedByRedis, useRedisNodes } from './limiter-nodes.js';

/** Each of two nodes admits two requests of it during an outage. */
const QUOTA = { perMinute: 4, perDay: 100 };
const REQUESTS_UNTIL_BAN = QUOTA.perMinute + BAN.refusalsPerMinute;
const SUBJECT = 'key:one';
const LIFT_MS = START_MS + 1;

describeIfService('redis-server')('when the bans of a key are lifted', () => {
  const nodes = useRedisNodes();
  beforeEach(() =>
    retryUntilDecidedByRedis(nodes.group, async () => {
      await nodes.redis.flushall();
      nodes.group.clock.nowMs += 86_400_000;
      expect((await outcomes(nodes.first, undefined, REQUESTS_UNTIL_BAN)).at(-1)).toBe(
        'key_banned',
      );
      expect(await outcomes(nodes.second)).toEqual(['key_banned']);
    }),
  );

  async function outcomes({ limiter }: Node, bansLiftedMs?: number, times = 1): Promise<string[]> {
    const all: string[] = [];
    for (let index = 0; index < times; index += 1) {
      const { outcome } = await limiter.admit(SUBJECT, QUOTA, { ban: BAN, bansLiftedMs });
      all.push(outcome);
    }
    return all;
  }
  const liftedInRedis = async () => Number(await nodes.redis.hget(keyOf(SUBJECT), 'bansLiftedMs'));

  test.each([
    ['is down', 'kill', 'start'],
    ['hangs', 'suspend', 'resume'],
  ] as const)(
    'and Redis %s, then the next request is not banned, and nothing brings the ban back',
    async (_, begin, end) => {
      await nodes.server[begin]();
      expect(await outcomes(nodes.second)).toEqual(['key_banned']);
      expect(await outcomes(nodes.first, LIFT_MS, 6)).toEqual(Array(6).fill('rate_limited'));
      await nodes.server[end]();
      await nodes.untilUnavailable(false);
      await waitUntil(async () => (await liftedInRedis()) === LIFT_MS);
      nodes.group.clock.nowMs += 60_000;
      expect(await outcomes(nodes.second)).toEqual(['admitted']); // it still had the ban in its memory
    },
  );

  test('and the key is banned again during an outage, then the new ban is kept', async () => {
    await nodes.server.kill();
    await outcomes(nodes.first, LIFT_MS, REQUESTS_UNTIL_BAN);
    expect(await outcomes(nodes.first, LIFT_MS)).toEqual(['key_banned']);
    await nodes.server.start();
    await nodes.untilUnavailable(false);
    await waitUntil(async () => (await liftedInRedis()) === LIFT_MS);
    expect(await outcomes(nodes.second)).toEqual(['key_banned']);
    expect(await outcomes(nodes.second, LIFT_MS)).toEqual(['key_banned']);
  });

  test('then a node that restarts with the ban in storage does not bring it back', async () => {
    await retryUntilDecidedByRedis(nodes.group, () => outcomes(nodes.first, LIFT_MS));
    const { nowMs } = nodes.group.clock;
    nodes.stored.set(SUBJECT, {
      minute: Math.floor(nowMs / 60_000),
      minuteCount: 4,
      day: Math.floor(nowMs / 86_400_000),
      dayCount: 4,
      refusals: 9,
      bannedUntilMs: nowMs + 300_000,
      bans: 1,
      bansLiftedMs: 0,
    });
    const restarted = await nodes.restart('', 1);
    restarted.clock.nowMs = nowMs;
    const decided = await retryUntilDecidedByRedis(restarted, () => outcomes(nodes.first));
    expect(decided).toEqual(['rate_limited']);
  });
});
