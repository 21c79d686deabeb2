// `usage`: requests by key, operation and day.
import { dayOf } from '@animal-store/contract/rate-limit';
import { Command } from 'commander';
import type { Shop } from '../../define-shop.js';
import { systemClock } from '../../lib/clock.js';
import type { KeyRecord } from '../../model.js';
import type { Store } from '../../storage/store.js';
import { NO_OPERATION, USAGE_RETENTION_DAYS } from '../../usage/usage-recorder.js';
import type { UsageRow } from '../../usage/usage-store.js';
import { integerUpTo } from '../arguments.js';
import { findKey } from '../keys/change.js';
import { printJson } from '../output.js';
import { withStore } from '../with-store.js';
import { dateOf, formatUsage, type UsagePeriod } from './format.js';

const DEFAULT_DAYS = 30;

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
  const today = dayOf(nowMs);
  const period: UsagePeriod = { firstDay: today - days + 1, lastDay: today };
  const { keys, rows, oldestDay } = await withStore(shop, async (store) => {
    const keys = await readKeys(store, keyId, nowMs);
    if (operation !== undefined) await checkOperation(store, shop, operation);
    const rows = await readRows(store, period, keyId, operation);
    return { keys, rows, oldestDay: await store.usage.oldestDay() };
  });
  if (json) {
    const isComplete = keyId === undefined && operation === undefined;
    const firstDay = Math.max(period.firstDay, oldestDay ?? today);
    return printJson(toJson(rows, keys, isComplete ? { ...period, firstDay } : undefined));
  }
  if (rows.length === 0) {
    process.stderr.write(`no requests from ${dateOf(period.firstDay)} to ${dateOf(today)}.\n`);
    return;
  }
  process.stdout.write(formatUsage(rows, keys, keyId !== undefined));
}

async function readKeys(
  { keys }: Store,
  id: string | undefined,
  nowMs: number,
): Promise<KeyRecord[]> {
  return id === undefined ? keys.list(nowMs) : [await findKey(keys, id, nowMs)];
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

/** Day by day, so that no query runs into the time limit of a request. */
async function readRows(
  { usage }: Store,
  { firstDay, lastDay }: UsagePeriod,
  keyId: string | undefined,
  operation: string | undefined,
): Promise<UsageRow[]> {
  const rows: UsageRow[] = [];
  for (let day = firstDay; day <= lastDay; day += 1) {
    rows.push(...(await usage.list({ day, keyId, operation })));
  }
  return rows;
}

/** @param period The days of which all requests are among the rows; undefined if only some keys or operations are. */
function toJson(
  rows: readonly UsageRow[],
  keys: readonly KeyRecord[],
  period: UsagePeriod | undefined,
) {
  const byId = new Map(keys.map((key) => [key.id, key]));
  const range = period && { from: dateOf(period.firstDay), to: dateOf(period.lastDay) };
  return rows.map(({ day, keyId, operation, statusClass, requests }) => ({
    day: dateOf(day),
    key: keyId,
    operation,
    statusClass: `${statusClass}xx`,
    requests,
    name: byId.get(keyId)?.name,
    plan: byId.get(keyId)?.plan,
    ...range,
  }));
}
