// Pacer: rests of an import between its steps, as long as the servers of the database need.
import { setTimeout } from 'node:timers/promises';
import type { ServerLoad } from '../storage/store.js';

/** How often the load of the servers is read. */
const CHECK_INTERVAL_MS = 500;

interface Pace {
  /** Rows in a transaction. On SQLite, it holds the write lock. */
  batchRows: number;
  /** The import rests this many times as long as it works. */
  restRatio: number;
  /** On SQLite, a server that waits for the write lock tries again every 10 ms. */
  minRestMs: number;
}

const PACES: Record<ServerLoad, Pace> = {
  none: { batchRows: 2_000, restRatio: 0, minRestMs: 0 },
  idle: { batchRows: 1_000, restRatio: 0, minRestMs: 12 },
  busy: { batchRows: 200, restRatio: 9, minRestMs: 0 },
};

export type Pacer = ReturnType<typeof createPacer>;

/** The second parameter is the timer, which tests replace. */
export function createPacer(
  readLoad: () => Promise<ServerLoad>,
  { nowMs, pause } = { nowMs: () => performance.now(), pause: (ms: number) => setTimeout(ms) },
) {
  let pace = PACES.none;
  let checkedMs = Number.NEGATIVE_INFINITY;
  let workingSinceMs = nowMs();
  return {
    /** The number of rows to store in the next step. */
    batchRows: () => pace.batchRows,
    /** Called after each step. */
    async rest(): Promise<void> {
      const workedMs = nowMs() - workingSinceMs;
      if (nowMs() - checkedMs >= CHECK_INTERVAL_MS) {
        pace = PACES[await readLoad()];
        checkedMs = nowMs();
      }
      const { restRatio, minRestMs } = pace;
      const restMs = Math.max(minRestMs, restRatio * workedMs);
      if (restMs > 0) await pause(restMs);
      workingSinceMs = nowMs();
    },
  };
}
