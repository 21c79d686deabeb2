// Quota decision in Lua: the rules of core's quota.ts, run in Redis, where all nodes count in one place.
//
// One call reads, decides and writes one hash in one round trip. The argument and the reply are JSON, so that every
// value has a name.
import type { Quota } from '@animal-store/core';
import {
  type BanOptions,
  type Counts,
  type Decision,
  NO_COUNTS,
} from '@animal-store/core/rate-limit';

/** Requests admitted in one minute and one day. */
export type Admissions = Pick<Counts, 'minute' | 'minuteCount' | 'day' | 'dayCount'>;

/** The argument of the script. */
interface CountCall extends BanOptions {
  /** How many requests to decide and count, one after the other. 0 only merges `seen` and `added`. */
  requests: number;
  /** Whether to leave the hash as it is. */
  isPeek?: boolean;
  quota: Quota;
  /** The time of the decision, by default the clock of Redis. */
  nowMs?: number | undefined;
  /** The last counts that this node received. The stored counts are raised to them: Redis may have lost data since. */
  seen: Counts;
  /** Requests that this node admitted without Redis. They are added to the stored counts. */
  added?: Admissions | undefined;
}

export const NO_REQUESTS: CountCall = {
  requests: 0,
  quota: { perMinute: 0, perDay: 0 },
  seen: NO_COUNTS,
};

/** The reply of the script. */
export interface CountReply {
  admitted: number;
  rateLimited: number;
  /** The counts after all requests of the call. */
  counts: Counts;
  /** The time of the decision, by the clock that made it. */
  nowMs: number;
}

/** KEYS[1]: the hash of the subject. ARGV[1]: a CountCall. Returns a CountReply. */
export const COUNT_SCRIPT = `
local FIELDS = { 'minute', 'minuteCount', 'day', 'dayCount', 'refusals', 'bannedUntilMs', 'bans', 'bansLiftedMs' }
local EXPIRE_MS = 2 * 86400000 + 3600000

local call = cjson.decode(ARGV[1])
local nowMs = call.nowMs
if not nowMs then
  local time = redis.call('TIME')
  nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
end
local minute, day = math.floor(nowMs / 60000), math.floor(nowMs / 86400000)

-- Counts that a clock more than a day ahead has written are dropped.
local function trusted(values)
  local counts = {}
  for _, field in ipairs(FIELDS) do counts[field] = tonumber(values[field]) or 0 end
  if counts.day > day + 1 then
    for _, field in ipairs(FIELDS) do
      if field ~= 'bansLiftedMs' then counts[field] = 0 end
    end
  end
  return counts
end

local values = redis.call('HMGET', KEYS[1], unpack(FIELDS))
local stored = {}
for index, field in ipairs(FIELDS) do stored[field] = values[index] end
local counts = trusted(stored)

-- Bans from before the last lift have ended, whichever of the three knows of it.
local function liftBans(values, liftedMs)
  if liftedMs <= values.bansLiftedMs then return end
  values.refusals, values.bannedUntilMs, values.bans, values.bansLiftedMs = 0, 0, 0, liftedMs
end

local seen = trusted(call.seen)
local liftedMs = math.max(counts.bansLiftedMs, seen.bansLiftedMs, call.bansLiftedMs or 0)
liftBans(counts, liftedMs)
liftBans(seen, liftedMs)
if seen.minute > counts.minute then
  counts.minute, counts.minuteCount, counts.refusals = seen.minute, seen.minuteCount, seen.refusals
elseif seen.minute == counts.minute then
  counts.minuteCount = math.max(counts.minuteCount, seen.minuteCount)
  if seen.bans == counts.bans then counts.refusals = math.max(counts.refusals, seen.refusals) end
  if seen.bans > counts.bans then counts.refusals = seen.refusals end
end
if seen.day > counts.day then
  counts.day, counts.dayCount, counts.bans = seen.day, seen.dayCount, seen.bans
elseif seen.day == counts.day then
  counts.dayCount = math.max(counts.dayCount, seen.dayCount)
  counts.bans = math.max(counts.bans, seen.bans)
end
counts.bannedUntilMs = math.max(counts.bannedUntilMs, seen.bannedUntilMs)

local function rollWindows(newMinute, newDay)
  if newMinute > counts.minute then counts.minute, counts.minuteCount, counts.refusals = newMinute, 0, 0 end
  if newDay > counts.day then counts.day, counts.dayCount, counts.bans = newDay, 0, 0 end
end

local added = call.added
if added and added.day <= day + 1 then
  rollWindows(added.minute, added.day)
  if added.minute == counts.minute then counts.minuteCount = counts.minuteCount + added.minuteCount end
  if added.day == counts.day then counts.dayCount = counts.dayCount + added.dayCount end
end

rollWindows(minute, day)

local function decide()
  if nowMs < counts.bannedUntilMs then return 'banned' end
  if counts.minuteCount < call.quota.perMinute and counts.dayCount < call.quota.perDay then
    counts.minuteCount = counts.minuteCount + 1
    counts.dayCount = counts.dayCount + 1
    return 'admitted'
  end
  counts.refusals = counts.refusals + 1
  local ban = call.ban
  if not ban or counts.refusals < ban.refusalsPerMinute then return 'rateLimited' end
  counts.bannedUntilMs = nowMs + math.min(ban.seconds * 2 ^ counts.bans, ban.maxSeconds) * 1000
  counts.bans = counts.bans + 1
  counts.refusals = 0
  return 'banned'
end

local reply = { admitted = 0, rateLimited = 0, banned = 0, counts = counts, nowMs = nowMs }
for _ = 1, call.requests do
  local outcome = decide()
  reply[outcome] = reply[outcome] + 1
end

if not call.isPeek then
  local hash = {}
  for _, field in ipairs(FIELDS) do
    hash[#hash + 1] = field
    hash[#hash + 1] = string.format('%.0f', counts[field])
  end
  redis.call('HSET', KEYS[1], unpack(hash))
  redis.call('PEXPIRE', KEYS[1], EXPIRE_MS)
end
return cjson.encode(reply)
`;

/**
 * The key of the subject's hash. The braces are a hash tag: all keys of a subject share a slot of a Redis Cluster.
 * @param namespace The product's name.
 */
export function keyOf(namespace: string, subject: string): string {
  return `${namespace}:{${subject}}`;
}

/** @throws an Error if the text is not a reply of the script. */
export function parseReply(text: unknown): CountReply {
  const reply: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
  if (typeof reply !== 'object' || reply === null || !('counts' in reply)) {
    throw new Error('Redis returned an unexpected reply to the count script');
  }
  return reply as CountReply;
}

/**
 * The outcome of the request at `index` among those of one call, with the counts after it. All requests of a call are
 * decided at the same time, so no request is admitted after a refusal.
 */
export function outcomeAt(
  index: number,
  { admitted, rateLimited, counts }: CountReply,
): Pick<Decision, 'outcome' | 'counts'> {
  if (index >= admitted) {
    return { outcome: index < admitted + rateLimited ? 'rate_limited' : 'key_banned', counts };
  }
  const later = admitted - 1 - index;
  const { minuteCount, dayCount } = counts;
  return {
    outcome: 'admitted',
    counts: { ...counts, minuteCount: minuteCount - later, dayCount: dayCount - later },
  };
}
