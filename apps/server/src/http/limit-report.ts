// Log lines about connections that a limit closed or refused: one when this begins and one when it has ended.
import type { Logger } from 'pino';

/** It has ended when no connection was closed or refused for this long. */
const QUIET_MS = 10_000;

function noCounts() {
  return {
    /** New connections that were refused because no other connection could be closed. */
    refused: 0,
    /** Closed to make room for a new one: without a request in progress, or with a reply that was not fully read. */
    evictedIdle: 0,
    evictedUnread: 0,
    /** Closed because the client read nothing of its reply for too long. */
    timedOut: 0,
    /** Closed because of too many pipelined requests. */
    overPipelined: 0,
  };
}

export class LimitReport {
  readonly #log: Logger;
  readonly counts = noCounts();
  /** The address that last exceeded its own limit. */
  client: string | undefined;
  #reported = 0;
  #startMs: number | undefined;
  #lastMs = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Must be called every second. */
  update(nowMs: number, connections: number): void {
    const { counts, client } = this;
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    if (total > this.#reported) {
      this.#reported = total;
      this.#lastMs = nowMs;
      if (this.#startMs !== undefined) return;
      this.#startMs = nowMs;
      this.#log.warn({ connections, ...counts, client }, 'closing connections over the limits');
    } else if (this.#startMs !== undefined && nowMs - this.#lastMs >= QUIET_MS) {
      this.#end(connections);
    }
  }

  /** Writes the closing line if one is still due. */
  close(connections: number): void {
    if (this.#startMs !== undefined) this.#end(connections);
  }

  #end(connections: number): void {
    const durationMs = Math.round(this.#lastMs - (this.#startMs ?? 0));
    const { counts, client } = this;
    this.#log.warn(
      { connections, ...counts, client, durationMs },
      'no more connections over the limits',
    );
    Object.assign(counts, noCounts());
    this.client = undefined;
    this.#reported = 0;
    this.#startMs = undefined;
  }
}
