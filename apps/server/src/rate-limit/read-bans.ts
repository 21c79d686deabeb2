// Bans of keys for the operator, read from where the servers count requests: Redis, or the database.
import { banEndOf, NO_COUNTS } from '@animal-store/contract/rate-limit';
import { systemClock } from '../lib/clock.js';
import { type KeyRecord, subjectOfKey } from '../model.js';
import type { CounterStore } from '../storage/counter-store.js';

type BannedKey = Pick<KeyRecord, 'id' | 'bansLiftedMs'>;

export interface BanSource {
  /** RATE_LIMIT_URL of the servers; undefined: they count in the database. */
  rateLimitUrl: string | undefined;
  counters: CounterStore;
}

/**
 * @returns until when each key is banned, by its id. A key that is not banned has no entry, and neither has a
 * publishable one: its visitors are banned one by one.
 * @throws an Error for the operator if Redis cannot be read.
 */
export async function readBans(
  keys: readonly KeyRecord[],
  { rateLimitUrl, counters }: BanSource,
): Promise<ReadonlyMap<string, number>> {
  const counted = keys.filter(({ isPublishable }) => !isPublishable);
  const ends =
    rateLimitUrl === undefined
      ? await readCounters(counted, counters)
      : await readRedis(counted, rateLimitUrl);
  const bans = new Map<string, number>();
  for (const [index, { id }] of counted.entries()) {
    const endMs = ends[index];
    if (endMs !== undefined) bans.set(id, endMs);
  }
  return bans;
}

function readCounters(keys: readonly BannedKey[], counters: CounterStore) {
  const nowMs = systemClock();
  return Promise.all(
    keys.map(async ({ id, bansLiftedMs }) => {
      const counts = await counters.load(subjectOfKey(id));
      return counts && banEndOf(counts, nowMs, bansLiftedMs);
    }),
  );
}

/** The driver of Redis is loaded only if it is used. */
async function readRedis(keys: readonly BannedKey[], url: string) {
  const { connect } = await import('./redis/connection.js');
  const { keyOf, parseReply } = await import('./redis/count-script.js');
  const { client, describe, close } = await connect(url);
  const peek = { requests: 0, isPeek: true, quota: { perMinute: 0, perDay: 0 }, seen: NO_COUNTS };
  try {
    return await Promise.all(
      keys.map(async ({ id, bansLiftedMs }) => {
        const text = await client.countRequests(keyOf(subjectOfKey(id)), JSON.stringify(peek));
        const { counts, nowMs } = parseReply(text);
        return banEndOf(counts, nowMs, bansLiftedMs);
      }),
    );
  } catch (error) {
    throw new Error(`cannot use RATE_LIMIT_URL: ${describe(error)}`);
  } finally {
    close();
  }
}
