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

export interface PacerTimer {
  nowMs(): number;
  pause(ms: number): Promise<unknown>;
}

const TIMER: PacerTimer = { nowMs: () => performance.now(), pause: (ms) => setTimeout(ms) };

export class Pacer {
  readonly #readLoad: () => Promise<ServerLoad>;
  readonly #timer: PacerTimer;
  #pace = PACES.none;
  #checkedMs = Number.NEGATIVE_INFINITY;
  #workingSinceMs: number;

  constructor(readLoad: () => Promise<ServerLoad>, timer = TIMER) {
    this.#readLoad = readLoad;
    this.#timer = timer;
    this.#workingSinceMs = timer.nowMs();
  }

  /** The number of rows to store in the next step. */
  get batchRows(): number {
    return this.#pace.batchRows;
  }

  /** Called after each step. */
  async rest(): Promise<void> {
    const { nowMs, pause } = this.#timer;
    const workedMs = nowMs() - this.#workingSinceMs;
    if (nowMs() - this.#checkedMs >= CHECK_INTERVAL_MS) {
      this.#pace = PACES[await this.#readLoad()];
      this.#checkedMs = nowMs();
    }
    const { restRatio, minRestMs } = this.#pace;
    const restMs = Math.max(minRestMs, restRatio * workedMs);
    if (restMs > 0) await pause(restMs);
    this.#workingSinceMs = nowMs();
  }
}
