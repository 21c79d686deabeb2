// Output of `usage`: a block for each key with a line for each operation. On a terminal, each line ends with a sparkline of
// its days. There are no colors.
import { DAY_MS } from '@animal-store/contract/rate-limit';
import type { KeyRecord } from '../../model.js';
import type { UsageRow } from '../../storage/store.js';
import { printable, truncate } from '../output.js';

/** From few requests to many. */
const LEVELS = [...'▁▂▃▄▅▆▇█'];
const NO_REQUESTS = '·';
const BAR = '█';
const MAX_BAR_LENGTH = 30;
const INDENT = '  ';
const GAP = '  ';
const MAX_LABEL_LENGTH = 24;
const MAX_NAME_LENGTH = 45;

export interface UsagePeriod {
  firstDay: number;
  lastDay: number;
}

/** Requests of one line of the output. */
interface Totals {
  requests: number;
  errors: number;
  byDay: Map<number, number>;
}

interface Line {
  label: string;
  totals: Totals;
}

interface Block {
  title: string;
  lines: Line[];
  /** Draws the last column of a line. */
  chart(totals: Totals, width: number): string;
}

/** `YYYY-MM-DD` in UTC. */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/**
 * Keys with more requests come first.
 * @param byDay Whether a block with a line for each day follows.
 * @param width Columns of the terminal; undefined if the output is not a terminal.
 */
export function formatUsage(
  rows: readonly UsageRow[],
  keys: readonly KeyRecord[],
  period: UsagePeriod,
  { byDay, width }: { byDay: boolean; width: number | undefined },
): string {
  const names = new Map(keys.map((key) => [key.id, describeKey(key)]));
  const chart: Block['chart'] = (totals, columns) => sparkline(totals, period, columns);
  const blocks = groupBy(rows, ({ keyId }) => keyId)
    .map(([id, ofKey]): Block => ({ title: names.get(id) ?? id, lines: byOperation(ofKey), chart }))
    .sort((one, other) => sizeOf(other) - sizeOf(one));
  if (blocks.length > 1) {
    blocks.push({ title: `all ${blocks.length} keys`, lines: byOperation(rows), chart });
  }
  if (byDay) blocks.push(toDays(rows));
  return formatBlocks(blocks, period, width);
}

function describeKey({ id, plan, name }: KeyRecord): string {
  return `${id}  ${plan}  ${truncate(printable(name), MAX_NAME_LENGTH)}`;
}

/** The last line has the requests of all operations. */
function byOperation(rows: readonly UsageRow[]): Line[] {
  const lines = groupBy(rows, ({ operation }) => operation)
    .map(([operation, group]): Line => ({ label: operation, totals: sum(group) }))
    .sort((one, other) => other.totals.requests - one.totals.requests);
  return lines.length === 1 ? lines : [...lines, { label: 'all operations', totals: sum(rows) }];
}

function toDays(rows: readonly UsageRow[]): Block {
  const lines = groupBy(rows, ({ day }) => day)
    .sort(([one], [other]) => one - other)
    .map(([day, group]): Line => ({ label: dateOf(day), totals: sum(group) }));
  const most = Math.max(...lines.map(({ totals }) => totals.requests));
  return {
    title: 'by day',
    lines,
    chart: ({ requests }, columns) =>
      BAR.repeat(Math.ceil((requests / most) * Math.min(columns, MAX_BAR_LENGTH))),
  };
}

function sizeOf({ lines }: Block): number {
  return lines.at(-1)?.totals.requests ?? 0;
}

function sum(rows: readonly UsageRow[]): Totals {
  const totals: Totals = { requests: 0, errors: 0, byDay: new Map() };
  for (const { day, statusClass, requests } of rows) {
    totals.requests += requests;
    if (statusClass >= 4) totals.errors += requests;
    totals.byDay.set(day, (totals.byDay.get(day) ?? 0) + requests);
  }
  return totals;
}

function groupBy<Key>(
  rows: readonly UsageRow[],
  keyOf: (row: UsageRow) => Key,
): [Key, UsageRow[]][] {
  const groups = new Map<Key, UsageRow[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return [...groups];
}

function formatBlocks(
  blocks: readonly Block[],
  { firstDay, lastDay }: UsagePeriod,
  width: number | undefined,
): string {
  const cells = blocks.map(({ lines }) =>
    lines.map(({ label, totals }) => ({
      label: truncate(label, MAX_LABEL_LENGTH),
      requests: totals.requests.toLocaleString('en'),
      errors: shareOf(totals.errors, totals.requests),
      totals,
    })),
  );
  const heading = `${dateOf(firstDay)} to ${dateOf(lastDay)}`;
  const widest = (column: 'label' | 'requests' | 'errors', title: string) =>
    Math.max(title.length, ...cells.flat().map((cell) => cell[column].length));
  const labelWidth = widest('label', heading.slice(INDENT.length));
  const requestsWidth = widest('requests', 'requests');
  const errorsWidth = widest('errors', 'errors');
  const used = `${INDENT}${GAP}${GAP}${GAP}`.length + labelWidth + requestsWidth + errorsWidth;
  const chartWidth = width === undefined ? 0 : Math.max(0, width - used);
  const join = (label: string, requests: string, errors: string, chart = '') =>
    [
      label.padEnd(INDENT.length + labelWidth),
      requests.padStart(requestsWidth),
      errors.padStart(errorsWidth),
      chart,
    ]
      .join(GAP)
      .trimEnd();

  const lines = blocks.flatMap(({ title, chart }, index) => [
    title,
    ...(cells[index] ?? []).map(({ label, requests, errors, totals }) =>
      join(`${INDENT}${label}`, requests, errors, chart(totals, chartWidth)),
    ),
  ]);
  return `${[join(heading, 'requests', 'errors'), ...lines].join('\n')}\n`;
}

/** A character for each day, or for several where the days do not fit. */
function sparkline({ byDay }: Totals, { firstDay, lastDay }: UsagePeriod, columns: number): string {
  if (columns === 0) return '';
  const days = lastDay - firstDay + 1;
  const daysPerColumn = Math.ceil(days / columns);
  const values = Array<number>(Math.ceil(days / daysPerColumn)).fill(0);
  for (const [day, requests] of byDay) {
    const column = Math.floor((day - firstDay) / daysPerColumn);
    values[column] = (values[column] ?? 0) + requests;
  }
  const most = Math.max(...values);
  return values
    .map((value) => LEVELS[Math.ceil((value / most) * LEVELS.length) - 1] ?? NO_REQUESTS)
    .join('');
}

function shareOf(errors: number, requests: number): string {
  const percent = (errors / requests) * 100;
  if (percent > 0 && percent < 0.05) return '<0.1 %';
  return `${percent.toFixed(1)} %`;
}
