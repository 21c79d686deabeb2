// Read caches: LRU caches that are cleared by every commit of another connection, and by our own writes on their topics. A
// topic is a table, or a kind of change of it.
import { currentTurn } from '../../lib/event-loop-turn.js';
import type { LruCache } from '../../lib/lru-cache.js';
import type { SqliteDatabase } from './sqlite-database.js';

type AnyCache = Pick<LruCache<never>, 'clear'>;

/** A command of staff ends later than this after its commit, so a request that is sent after it sees what it wrote. */
const MAX_SHARED_MS = 1;

export function createReadCaches(database: SqliteDatabase) {
  const dataVersion: { get(): unknown } = database.prepare('PRAGMA data_version').pluck();
  const all: AnyCache[] = [];
  const byTopic = new Map<string, AnyCache[]>();
  /** Changes if another connection had committed by the last refresh. Our own commits do not change it. */
  let version: unknown;
  /** When the version was read last, and in which turn of the event loop. */
  let refreshedMs = Number.NEGATIVE_INFINITY;
  let refreshedTurn: number | undefined;

  return {
    /**
     * What the cache returns is then what the database would have returned at the last refresh, or later.
     * @param topics The writes that change the values.
     */
    add<Cache extends AnyCache>(topics: Iterable<string>, cache: Cache): Cache {
      all.push(cache);
      for (const topic of topics) byTopic.set(topic, [...(byTopic.get(topic) ?? []), cache]);
      return cache;
    },
    /**
     * Called for each request, when its key is looked up. What the request reads after that is not older than its arrival. The
     * query takes and releases a lock, about a tenth of the time of a known page, so that requests that arrived in the same turn
     * share it.
     */
    refresh(): void {
      const turn = currentTurn();
      const nowMs = performance.now();
      if (turn !== undefined && turn === refreshedTurn && nowMs - refreshedMs < MAX_SHARED_MS)
        return;
      const current = dataVersion.get();
      refreshedMs = nowMs;
      refreshedTurn = turn;
      if (current === version) return;
      version = current;
      for (const cache of all) cache.clear();
    },
    /** Clears what writes on these topics have changed. */
    forget(topics: ReadonlySet<string>): void {
      for (const topic of topics) for (const cache of byTopic.get(topic) ?? []) cache.clear();
    },
  };
}
