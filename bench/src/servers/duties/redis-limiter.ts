// Counters in Redis that all processes share: one script counts a request in both windows, and decides on bans.
import { Redis, type Result } from 'ioredis';
import type { Decision, Limiter, Subject } from './quota.js';

/** KEYS[1]: the hash of a subject. ARGV: requests per minute, requests per day, whether there are bans. */
const SCRIPT = `
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
local minute, day = math.floor(nowMs / 60000), math.floor(nowMs / 86400000)
local found = redis.call('HMGET', KEYS[1], 'minute', 'minuteCount', 'day', 'dayCount', 'refusals', 'bans', 'bannedUntilMs')
for index = 1, 7 do found[index] = tonumber(found[index]) or 0 end
local _, minuteCount, _, dayCount, refusals, bans, bannedUntilMs = unpack(found)
if found[1] ~= minute then minuteCount, refusals = 0, 0 end
if found[3] ~= day then dayCount, bans = 0, 0 end
local outcome
if nowMs < bannedUntilMs then
  outcome = 'key_banned'
elseif minuteCount < tonumber(ARGV[1]) and dayCount < tonumber(ARGV[2]) then
  outcome = 'admitted'
  minuteCount, dayCount = minuteCount + 1, dayCount + 1
else
  outcome = 'rate_limited'
  refusals = refusals + 1
  if ARGV[3] == '1' and refusals >= 10 then
    outcome = 'key_banned'
    bannedUntilMs = nowMs + math.min(300 * 2 ^ bans, 3600) * 1000
    bans, refusals = bans + 1, 0
  end
end
redis.call('HSET', KEYS[1], 'minute', minute, 'minuteCount', minuteCount, 'day', day, 'dayCount', dayCount,
  'refusals', refusals, 'bans', bans, 'bannedUntilMs', string.format('%.0f', bannedUntilMs))
redis.call('EXPIRE', KEYS[1], 172800)
return { outcome, minuteCount, dayCount, bannedUntilMs, nowMs }
`;

type Reply = [Decision['outcome'], number, number, number, number];

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countRequest(
      key: string,
      perMinute: number,
      perDay: number,
      hasBans: number,
    ): Result<Reply, Context>;
  }
}

export function createRedisLimiter(url: string): Limiter {
  const redis = new Redis(url, {
    connectTimeout: 500,
    maxRetriesPerRequest: 1,
    scripts: { countRequest: { lua: SCRIPT, numberOfKeys: 1 } },
  });
  return {
    async admit({ name, quota, hasBans }: Subject): Promise<Decision> {
      const [outcome, minuteCount, dayCount, bannedUntilMs, nowMs] = await redis.countRequest(
        `bench:{${name}}`,
        quota.perMinute,
        quota.perDay,
        Number(hasBans),
      );
      return { outcome, minuteCount, dayCount, bannedUntilMs, nowMs };
    },
  };
}
