// Bans of keys for the operator, read from where the servers count requests: Redis, or the database.
import { banEndOf } from '@animal-store/core/rate-limit';
import { systemClock } from '../lib/clock.js';
import { type KeyRecord, subjectOfKey } from '../model.js';
import type { CounterStore } from '../storage/stores/counter-store.js';

interface BanSource {
  /** RATE_LIMIT_URL of the servers; undefined: they count in the database. */
  rateLimitUrl: string | undefined;
  /** Begins the keys in Redis: the product's name. */
  namespace: string;
  counters: CounterStore;
}

/** By the id of the key: until when it is banned. A key that is not banned has no entry. */
type Bans = ReadonlyMap<string, number>;
type BannedKey = Pick<KeyRecord, 'id' | 'bansLiftedMs'>;

export interface BanReader {
  /**
   * A publishable key has no ban: its visitors are banned one by one.
   * @throws an Error for the operator if Redis cannot be read.
   */
  read(keys: readonly KeyRecord[]): Promise<Bans>;
  close(): void;
}

/** @throws an Error for the operator if Redis cannot be read. */
export async function createBanReader({
  rateLimitUrl,
  namespace,
  counters,
}: BanSource): Promise<BanReader> {
  const { readEnds, close } =
    rateLimitUrl === undefined ? readerOf(counters) : await openRedis(rateLimitUrl, namespace);
  return {
    async read(keys) {
      const counted = keys.filter(({ isPublishable }) => !isPublishable);
      const ends = await readEnds(counted);
      const bans = new Map<string, number>();
      for (const [index, { id }] of counted.entries()) {
        const endMs = ends[index];
        if (endMs !== undefined) bans.set(id, endMs);
      }
      return bans;
    },
    close,
  };
}

function readerOf(counters: CounterStore) {
  const readEnds = async (keys: readonly BannedKey[]) => {
    const nowMs = systemClock();
    const all = await counters.loadAll(keys.map(({ id }) => subjectOfKey(id)));
    return keys.map(({ id, bansLiftedMs }) => {
      const counts = all.get(subjectOfKey(id));
      return counts && banEndOf(counts, nowMs, bansLiftedMs);
    });
  };
  return { readEnds, close: () => {} };
}

/** The driver of Redis is loaded only if it is used. */
async function openRedis(url: string, namespace: string) {
  const { connect, isReply } = await import('./redis/redis-connection.js');
  const { keyOf, NO_REQUESTS, parseReply } = await import('./redis/count-script.js');
  const { client, describe, close } = await connect(url);
  const peek = JSON.stringify({ ...NO_REQUESTS, isPeek: true });
  const readEnds = async (keys: readonly BannedKey[]) => {
    try {
      return await Promise.all(
        keys.map(async ({ id, bansLiftedMs }) => {
          const key = keyOf(namespace, subjectOfKey(id));
          const text = await client.countRequests(key, peek).catch((error: unknown) => {
            if (!isReply(error)) throw error;
            return client.countRequests(`${key}:probe`, peek); // succeeds if only this key has a value of another type
          });
          const { counts, nowMs } = parseReply(text);
          return banEndOf(counts, nowMs, bansLiftedMs);
        }),
      );
    } catch (error) {
      throw new Error(`cannot use RATE_LIMIT_URL: ${describe(error)}`);
    }
  };
  return { readEnds, close };
}
