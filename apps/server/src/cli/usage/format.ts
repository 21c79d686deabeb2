// Output of `usage`: a table of the requests of each key by operation, the busiest key first.
import { DAY_MS } from '@animal-store/contract/rate-limit';
import type { KeyRecord } from '../../model.js';
import type { UsageRow } from '../../usage/usage-store.js';
import { formatTable, truncate } from '../output.js';

const MAX_NAME_LENGTH = 45;

export interface UsagePeriod {
  firstDay: number;
  lastDay: number;
}

/** `YYYY-MM-DD` in UTC. */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** @param byDay Whether each day has rows of its own. */
export function formatUsage(
  rows: readonly UsageRow[],
  keys: readonly KeyRecord[],
  byDay: boolean,
): string {
  const known = new Map(keys.map((key) => [key.id, key]));
  const ofKey = new Map<string, number>();
  const groups = new Map<string, { first: UsageRow; requests: number; errors: number }>();
  for (const row of rows) {
    const { keyId, operation, day, statusClass, requests } = row;
    ofKey.set(keyId, (ofKey.get(keyId) ?? 0) + requests);
    const name = [keyId, operation, byDay ? day : ''].join(' ');
    const group = groups.get(name) ?? { first: row, requests: 0, errors: 0 };
    group.requests += requests;
    if (statusClass >= 4) group.errors += requests;
    groups.set(name, group);
  }
  const sizeOf = ({ first }: { first: UsageRow }) => ofKey.get(first.keyId) ?? 0;
  const lines = [...groups.values()].sort(
    (one, other) => sizeOf(other) - sizeOf(one) || other.requests - one.requests,
  );
  return formatTable(
    lines.map(({ first: { keyId, operation, day }, requests, errors }) => ({
      key: keyId,
      plan: known.get(keyId)?.plan,
      name: truncate(known.get(keyId)?.name ?? '', MAX_NAME_LENGTH),
      ...(byDay && { day: dateOf(day) }),
      operation,
      requests: requests.toLocaleString('en'),
      errors: shareOf(errors, requests),
    })),
  );
}

function shareOf(errors: number, requests: number): string {
  const percent = (errors / requests) * 100;
  return percent > 0 && percent < 0.05 ? '<0.1 %' : `${percent.toFixed(1)} %`;
}
