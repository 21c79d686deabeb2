// Owns what Redis runs for requests: the decision of ../quota.ts over again, in Redis, where all nodes count in one place.
// It reads, decides and writes in one step and one round trip.
import type { Counts } from '../../storage/store.js';
import type { Decision } from '../quota.js';
import type { Admissions } from './tally.js';

/**
 * KEYS: the hash of the subject. ARGV: what to do, the two limits, the three numbers of the ban (none: 0), the time (none:
 * Redis' own), seven counts below which the stored ones must not be, and four that are to be added to them.
 *
 * What to do: judge and count so many requests, one after the other (0 only brings admissions along), or `peek`, which
 * changes nothing.
 */
export const COUNT_SCRIPT = `
local FIELDS = { 'minute', 'minuteCount', 'day', 'dayCount', 'refusals', 'bannedUntilMs', 'bans' }
local KEEP_MS = 2 * 86400000 + 3600000

local isPeek = ARGV[1] == 'peek'
local requests = tonumber(ARGV[1]) or 0
local nowMs = tonumber(ARGV[7])
if not nowMs then
  local time = redis.call('TIME')
  nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
end
local minute, day = math.floor(nowMs / 60000), math.floor(nowMs / 86400000)

-- A clock that was more than a day ahead is not believed.
local function read(values, before)
  local counts = {}
  for index, field in ipairs(FIELDS) do counts[field] = tonumber(values[before + index]) or 0 end
  if counts.day > day + 1 then
    for _, field in ipairs(FIELDS) do counts[field] = 0 end
  end
  return counts
end

local counts = read(redis.call('HMGET', KEYS[1], unpack(FIELDS)), 0)

-- What a node has seen is the least there is: Redis may have lost it since.
local seen = read(ARGV, 7)
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

local function enter(newMinute, newDay)
  if newMinute > counts.minute then counts.minute, counts.minuteCount, counts.refusals = newMinute, 0, 0 end
  if newDay > counts.day then counts.day, counts.dayCount, counts.bans = newDay, 0, 0 end
end

-- What a node has admitted by itself.
local added = { minute = tonumber(ARGV[15]), minuteCount = tonumber(ARGV[16]), day = tonumber(ARGV[17]), dayCount = tonumber(ARGV[18]) }
if added.day and added.day <= day + 1 then
  enter(added.minute, added.day)
  if added.minute == counts.minute then counts.minuteCount = counts.minuteCount + added.minuteCount end
  if added.day == counts.day then counts.dayCount = counts.dayCount + added.dayCount end
end

enter(minute, day)

local ADMITTED, RATE_LIMITED, KEY_BANNED = 0, 1, 2
local function judge()
  if nowMs < counts.bannedUntilMs then return KEY_BANNED end
  if counts.minuteCount < tonumber(ARGV[2]) and counts.dayCount < tonumber(ARGV[3]) then
    counts.minuteCount = counts.minuteCount + 1
    counts.dayCount = counts.dayCount + 1
    return ADMITTED
  end
  counts.refusals = counts.refusals + 1
  local refusalsPerMinute, seconds, maxSeconds = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
  if refusalsPerMinute == 0 or counts.refusals < refusalsPerMinute then return RATE_LIMITED end
  counts.bannedUntilMs = nowMs + math.min(seconds * 2 ^ counts.bans, maxSeconds) * 1000
  counts.bans = counts.bans + 1
  counts.refusals = 0
  return KEY_BANNED
end

local judged = { [ADMITTED] = 0, [RATE_LIMITED] = 0, [KEY_BANNED] = 0 }
for _ = 1, requests do
  local outcome = judge()
  judged[outcome] = judged[outcome] + 1
end

local reply, stored = { judged[ADMITTED], judged[RATE_LIMITED], nowMs }, {}
for _, field in ipairs(FIELDS) do
  reply[#reply + 1] = counts[field]
  stored[#stored + 1] = field
  stored[#stored + 1] = string.format('%.0f', counts[field])
end
if not isPeek then
  redis.call('HSET', KEYS[1], unpack(stored))
  redis.call('PEXPIRE', KEYS[1], KEEP_MS)
end
return reply
`;

/** The braces make it one slot of a cluster with whatever else is kept under the subject. */
export function keyOf(subject: string): string {
  return `animal-store:{${subject}}`;
}

export interface Question {
  /** How many requests to judge and count; 0 only tells Redis what it does not know. */
  act: number | 'peek';
  perMinute: number;
  perDay: number;
  ban: { refusalsPerMinute: number; seconds: number; maxSeconds: number };
  /** undefined: Redis' own. */
  nowMs: number | undefined;
  seen: Counts;
  added: Admissions | undefined;
}

export function argumentsOf({ act, perMinute, perDay, ban, nowMs, seen, added }: Question) {
  const { refusalsPerMinute, seconds, maxSeconds } = ban;
  const { minute, minuteCount, day, dayCount, refusals, bannedUntilMs, bans } = seen;
  return [
    ...[act, perMinute, perDay, refusalsPerMinute, seconds, maxSeconds, nowMs ?? ''],
    ...[minute, minuteCount, day, dayCount, refusals, bannedUntilMs, bans],
    ...(added ? [added.minute, added.minuteCount, added.day, added.dayCount] : []),
  ];
}

export interface Answer {
  admitted: number;
  rateLimited: number;
  /** After all of the requests. */
  counts: Counts;
  /** By the clock that decided. */
  nowMs: number;
}

/** @throws an Error if that is no answer of the script's. */
export function readAnswer(reply: unknown): Answer {
  if (!isNumbers(reply) || reply.length !== 10) throw new Error('Redis answers what nobody asked');
  const [admitted = 0, rateLimited = 0, nowMs = 0, minute = 0, minuteCount = 0, ...rest] = reply;
  const [day = 0, dayCount = 0, refusals = 0, bannedUntilMs = 0, bans = 0] = rest;
  const counts = { minute, minuteCount, day, dayCount, refusals, bannedUntilMs, bans };
  return { admitted, rateLimited, counts, nowMs };
}

/** What the request at that place among those of an answer was told. At one moment nobody is admitted behind a refusal. */
export function judgedAt(place: number, { admitted, rateLimited, counts }: Answer): Judged {
  if (place >= admitted) {
    return { outcome: place < admitted + rateLimited ? 'rate_limited' : 'key_banned', counts };
  }
  const later = admitted - 1 - place;
  const { minuteCount, dayCount } = counts;
  return {
    outcome: 'admitted',
    counts: { ...counts, minuteCount: minuteCount - later, dayCount: dayCount - later },
  };
}

export type Judged = Pick<Decision, 'outcome' | 'counts'>;

function isNumbers(reply: unknown): reply is number[] {
  return Array.isArray(reply) && reply.every((item) => typeof item === 'number');
}
