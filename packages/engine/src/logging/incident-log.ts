// Incident log: two lines for a series of events, such as shed requests: one when it begins, and one when it has ended,
// with the number of events of each kind.
import type { Logger } from 'pino';

type Counts<Kind extends string> = Record<Kind, number>;

interface IncidentOptions<Kind extends string> {
  noCounts: Readonly<Counts<Kind>>;
  beginMessage: string;
  endMessage: string;
  /** The incident has ended when no event was recorded for this long. */
  quietMs: number;
  /** Returns the fields of a line. `durationMs` is undefined for the first line. */
  fields(counts: Counts<Kind>, durationMs: number | undefined): object;
}

export function createIncidentLog<Kind extends string>(
  log: Logger,
  { noCounts, beginMessage, endMessage, quietMs, fields }: IncidentOptions<Kind>,
) {
  const totals: Counts<Kind> = { ...noCounts };
  let counts: Counts<Kind> = { ...noCounts };
  let hasNewEvents = false;
  let startMs: number | undefined;
  let lastMs = 0;

  /** Ends the incident, if one has begun. */
  function close(): void {
    if (startMs === undefined) return;
    log.warn(fields(counts, lastMs - startMs), endMessage);
    startMs = undefined;
    counts = { ...noCounts };
  }

  return {
    /** The events of all incidents. */
    totals: totals as Readonly<Counts<Kind>>,
    isActive: () => startMs !== undefined,
    record(kind: Kind): void {
      counts[kind] += 1;
      totals[kind] += 1;
      hasNewEvents = true;
    },
    /** Must be called periodically: writes the line that is due, if any. */
    update(nowMs: number): void {
      if (!hasNewEvents) {
        if (nowMs - lastMs >= quietMs) close();
        return;
      }
      hasNewEvents = false;
      lastMs = nowMs;
      if (startMs !== undefined) return;
      startMs = nowMs;
      log.warn(fields(counts, undefined), beginMessage);
    },
    close,
  };
}
