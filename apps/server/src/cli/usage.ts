// `usage`: requests by key, operation and day: as JSON, or as a table, the busiest key first.
import { DAY_MS, dayOf } from '@animal-store/contract/rate-limit';
import { Command } from 'commander';
import type { Shop } from '../define-shop.js';
import { systemClock } from '../lib/clock.js';
import type { KeyRecord } from '../model.js';
import type { Store } from '../storage/store.js';
import { NO_OPERATION, USAGE_RETENTION_DAYS } from '../usage/usage-recorder.js';
import type { UsageRow } from '../usage/usage-store.js';
import { integerUpTo } from './arguments.js';
import { findKey } from './keys/change.js';
import { formatTable, printJson, truncate } from './output.js';
import { formatCount } from './progress.js';
import { withStore } from './with-store.js';

const DEFAULT_DAYS = 30;
const MAX_NAME_LENGTH = 45;

interface UsageOptions {
  key?: string;
  operation?: string;
  days: number;
  json?: boolean;
}

export function usageCommand(shop: Shop): Command {
  return new Command('usage')
    .description('show the requests of each key by operation, with the share of errors')
    .option('--key <id>', 'only this key, also by day')
    .option(
      '--operation <id>',
      `only this operation, such as ${shop.contract.operations[0]?.id}; ${NO_OPERATION}: requests that match none`,
    )
    .option(
      '--days <n>',
      `the last n days in UTC, with today: 1 to ${USAGE_RETENTION_DAYS}`,
      integerUpTo(USAGE_RETENTION_DAYS),
      DEFAULT_DAYS,
    )
    .option('--json', 'print JSON: the requests by day, key, operation and status class')
    .addHelpText('after', '\nA running server adds its latest requests within 10 seconds.')
    .action((options: UsageOptions) => showUsage(shop, options));
}

async function showUsage(
  shop: Shop,
  { key: keyId, operation, days, json }: UsageOptions,
): Promise<void> {
  const nowMs = systemClock();
  const lastDay = dayOf(nowMs);
  const firstDay = lastDay - days + 1;
  const { keys, rows, oldestDay } = await withStore(shop, async (store) => {
    const keys =
      keyId === undefined
        ? await store.keys.list(nowMs)
        : [await findKey(store.keys, keyId, nowMs)];
    if (operation !== undefined) await checkOperation(store, shop, operation);
    const rows: UsageRow[] = [];
    // Day by day, so that no query runs into the time limit of a request.
    for (let day = firstDay; day <= lastDay; day += 1)
      rows.push(...(await store.usage.list({ day, keyId, operation })));
    return { keys, rows, oldestDay: await store.usage.oldestDay() };
  });
  if (json) {
    const isComplete = keyId === undefined && operation === undefined;
    const from = dateOf(Math.max(firstDay, oldestDay ?? lastDay));
    return printJson(toJson(rows, keys, isComplete ? { from, to: dateOf(lastDay) } : {}));
  }
  if (rows.length === 0) {
    process.stderr.write(`no requests from ${dateOf(firstDay)} to ${dateOf(lastDay)}.\n`);
    return;
  }
  process.stdout.write(formatUsage(rows, keys, keyId !== undefined));
}

/** An operation that was removed from the contract is known as long as its requests are stored. */
async function checkOperation(
  { usage }: Store,
  { contract }: Shop,
  operation: string,
): Promise<void> {
  const known = [...contract.operations.map(({ id }) => id), NO_OPERATION].sort();
  if (known.includes(operation) || (await usage.hasOperation(operation))) return;
  throw new Error(
    `operation ${JSON.stringify(operation)} does not exist: --operation must be one of ${known.join(', ')}`,
  );
}

/** @param period The days of which all requests are among the rows. Empty if only some keys or operations are. */
function toJson(
  rows: readonly UsageRow[],
  keys: readonly KeyRecord[],
  period: { from?: string; to?: string },
) {
  const byId = new Map(keys.map((key) => [key.id, key]));
  return rows.map(({ day, keyId, operation, statusClass, requests }) => ({
    day: dateOf(day),
    key: keyId,
    operation,
    statusClass: `${statusClass}xx`,
    requests,
    name: byId.get(keyId)?.name,
    plan: byId.get(keyId)?.plan,
    ...period,
  }));
}

/** `YYYY-MM-DD` in UTC. */
function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** @param byDay Whether each day has rows of its own. */
function formatUsage(
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
      requests: formatCount(requests),
      errors: shareOf(errors, requests),
    })),
  );
}

function shareOf(errors: number, requests: number): string {
  const percent = (errors / requests) * 100;
  return percent > 0 && percent < 0.05 ? '<0.1 %' : `${percent.toFixed(1)} %`;
}
