// `usage`: requests by key, operation and day: as JSON, or as a table, the busiest key first.
import { DAY_MS, dayOf } from '@animal-store/core/rate-limit';
import { Command } from 'commander';
import type { Shop } from '../../define-shop.js';
import { systemClock } from '../../lib/clock.js';
import type { ListedUsage, UsageStore, UsageTotal } from '../../storage/stores/usage-store.js';
import { NO_OPERATION, USAGE_RETENTION_DAYS } from '../../usage/usage-recorder.js';
import { integerUpTo } from '../arguments.js';
import { findKey } from '../keys/change-key.js';
import { createTable, dateOf, printBatches, truncate } from '../output.js';
import { formatCount } from '../progress.js';
import { withStore } from '../with-store.js';

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
  const lastDay = dayOf(systemClock());
  const firstDay = lastDay - days + 1;
  const filter = { firstDay, lastDay, keyId, operation };
  const byDay = keyId !== undefined;
  const isComplete = keyId === undefined && operation === undefined;
  const format = createTable();
  const count = await withStore(shop, async ({ keys, usage }) => {
    if (keyId !== undefined) await findKey(shop, keys, keyId, systemClock());
    if (operation !== undefined) await checkOperation(usage, shop, operation);
    if (!json) {
      const toText = (totals: readonly UsageTotal[]) =>
        format(totals.map((total) => toCells(total, byDay)));
      return printBatches(usage.totals(filter, byDay), 'rows', toText);
    }
    const from = dateOf(DAY_MS * Math.max(firstDay, (await usage.oldestDay()) ?? lastDay));
    const period = isComplete ? { from, to: dateOf(DAY_MS * lastDay) } : {};
    const toText = () => '';
    return printBatches(usage.list(filter), 'rows', toText, (row) => toJson(row, period));
  });
  if (count === 0 && !json)
    process.stderr.write(
      `no requests from ${dateOf(DAY_MS * firstDay)} to ${dateOf(DAY_MS * lastDay)}.\n`,
    );
}

/** An operation that was removed from the contract is known as long as its requests are stored. */
async function checkOperation(
  usage: UsageStore,
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
  { day, keyId, operation, statusClass, requests, name, plan }: ListedUsage,
  period: { from?: string; to?: string },
) {
  return {
    day: dateOf(DAY_MS * day),
    key: keyId,
    operation,
    statusClass: `${statusClass}xx`,
    requests,
    name,
    plan,
    ...period,
  };
}

/** @param byDay Whether each day has rows of its own. */
function toCells(
  { keyId, operation, day, requests, errors, name, plan }: UsageTotal,
  byDay: boolean,
) {
  return {
    key: keyId,
    plan,
    name: truncate(name ?? '', MAX_NAME_LENGTH),
    ...(byDay && { day: dateOf(DAY_MS * day) }),
    operation,
    requests: formatCount(requests),
    errors: shareOf(errors, requests),
  };
}

function shareOf(errors: number, requests: number): string {
  const percent = (errors / requests) * 100;
  return percent > 0 && percent < 0.05 ? '<0.1 %' : `${percent.toFixed(1)} %`;
}
