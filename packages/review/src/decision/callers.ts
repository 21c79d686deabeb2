// Callers of a change: the keys that called the operations that it affects.
import type { Usage } from './usage-file.js';

const DAY_MS = 86_400_000;

/** A key without its secret. */
export interface CallingKey {
  id: string;
  name: string | undefined;
  plan: string | undefined;
  /** All replies count, also errors: a client whose requests fail is a client. */
  requests: number;
  /** The UTC day of its last request. */
  lastDay: string;
}

export interface Callers {
  /** The number of days from `from` to `to`. */
  days: number;
  from: string;
  to: string;
  /** The one with the most requests first. */
  keys: CallingKey[];
}

/**
 * The callers of the operations in the days of the file.
 * @param operations none: the change affects the whole service, so that every request counts.
 */
export function callersOf(operations: readonly string[], { from, to, calls }: Usage): Callers {
  const keys = new Map<string, CallingKey>();
  for (const { key: id, name, plan, operation, requests, lastDay } of calls) {
    if (operations.length > 0 && !operations.includes(operation)) continue;
    const known = keys.get(id);
    keys.set(id, {
      id,
      name,
      plan,
      requests: requests + (known?.requests ?? 0),
      lastDay: known !== undefined && known.lastDay > lastDay ? known.lastDay : lastDay,
    });
  }
  return {
    days: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1,
    from,
    to,
    keys: [...keys.values()].sort(
      (one, other) => other.requests - one.requests || one.id.localeCompare(other.id),
    ),
  };
}
