// Incident log: two lines for a series of events, such as shed requests: one when it begins, and one when it has ended,
// with the number of events of each kind.
import type { Logger } from 'pino';

type Counts<Kind extends string> = Record<Kind, number>;

export interface IncidentOptions<Kind extends string> {
  noCounts: Readonly<Counts<Kind>>;
  beginMessage: string;
  endMessage: string;
  /** The incident has ended when no event was recorded for this long. */
  quietMs: number;
  /** Returns the fields of a line. `durationMs` is undefined for the first line. */
  fields(counts: Counts<Kind>, durationMs: number | undefined): object;
}

export class IncidentLog<Kind extends string> {
  readonly #log: Logger;
  readonly #options: IncidentOptions<Kind>;
  readonly #totals: Counts<Kind>;
  #counts: Counts<Kind>;
  #hasNewEvents = false;
  #startMs: number | undefined;
  #lastMs = 0;

  constructor(log: Logger, options: IncidentOptions<Kind>) {
    this.#log = log;
    this.#options = options;
    this.#counts = { ...options.noCounts };
    this.#totals = { ...options.noCounts };
  }

  /** The events of all incidents. */
  get totals(): Readonly<Counts<Kind>> {
    return this.#totals;
  }

  get isActive(): boolean {
    return this.#startMs !== undefined;
  }

  record(kind: Kind): void {
    this.#counts[kind] += 1;
    this.#totals[kind] += 1;
    this.#hasNewEvents = true;
  }

  /** Must be called periodically: writes the line that is due, if any. */
  update(nowMs: number): void {
    const { beginMessage, quietMs, fields } = this.#options;
    if (this.#hasNewEvents) {
      this.#hasNewEvents = false;
      this.#lastMs = nowMs;
      if (this.#startMs !== undefined) return;
      this.#startMs = nowMs;
      this.#log.warn(fields(this.#counts, undefined), beginMessage);
    } else if (nowMs - this.#lastMs >= quietMs) {
      this.close();
    }
  }

  /** Ends the incident, if one has begun. */
  close(): void {
    if (this.#startMs === undefined) return;
    const { noCounts, endMessage, fields } = this.#options;
    this.#log.warn(fields(this.#counts, this.#lastMs - this.#startMs), endMessage);
    this.#startMs = undefined;
    this.#counts = { ...noCounts };
  }
}
