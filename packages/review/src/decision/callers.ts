// Callers of a change: the keys that called the operations that it affects, and whether their absence is evidence.
import { addDays } from '@animal-store/openapi-tools/calendar-date';
import type { ReviewedChange } from '../diff/compare.js';
import type { Policy } from './policy.js';
import type { Usage } from './usage-file.js';

/** A usage file of yesterday still counts: the day may have changed since it was made. */
const MAX_AGE_DAYS = 1;
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
  /** The number of days from `from` to `to`: those of the policy, or fewer if the file has fewer. */
  days: number;
  from: string;
  to: string;
  /** The one with the most requests first. */
  keys: CallingKey[];
}

/**
 * The callers of the operations in the last `days` days of the file.
 * @param operations none: the change affects the whole service, so that every request counts.
 */
export function callersOf(operations: readonly string[], usage: Usage, days: number): Callers {
  const earliest = addDays(usage.to, 1 - days);
  const from = usage.from > earliest ? usage.from : earliest;
  const keys = new Map<string, CallingKey>();
  for (const { key: id, name, plan, day, operation, requests } of usage.rows) {
    if (day < from || (operations.length > 0 && !operations.includes(operation))) continue;
    const known = keys.get(id);
    keys.set(id, {
      id,
      name,
      plan,
      requests: requests + (known?.requests ?? 0),
      lastDay: known !== undefined && known.lastDay > day ? known.lastDay : day,
    });
  }
  return {
    days: (Date.parse(usage.to) - Date.parse(from)) / DAY_MS + 1,
    from,
    to: usage.to,
    keys: [...keys.values()].sort(
      (one, other) => other.requests - one.requests || one.id.localeCompare(other.id),
    ),
  };
}

/** Why the usage does not prove that no key would notice the change; undefined if it does. */
export function doubtOf(
  { isSecurityChange }: ReviewedChange,
  callers: Callers | undefined,
  { policy: { unusedChanges }, today }: { policy: Policy; today: string },
): string | undefined {
  if (isSecurityChange) return 'usage says nothing about who may call an operation from now on.';
  if (callers === undefined)
    return `add --usage FILE, made with \`animal-store usage --days ${unusedChanges.days} --json\`.`;
  if (callers.keys.length > 0) return 'keys called it.';
  if (callers.days < unusedChanges.days)
    return `the usage file covers ${callers.days} days, and the policy wants ${unusedChanges.days}.`;
  if (callers.to < addDays(today, -MAX_AGE_DAYS))
    return `the usage file ends on ${callers.to}, and the policy wants one of today, ${today}.`;
  return undefined;
}
