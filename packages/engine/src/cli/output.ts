// Output of the commands: plain-text tables and JSON.
import { once } from 'node:events';
import { stringify } from 'lossless-json';
import { toJsonText } from '../lib/json.js';
import { printable } from '../lib/printable.js';
import { showProgress } from './progress.js';

type Cells = Readonly<Record<string, unknown>>;
/** By row: lines that follow it, indented. */
type Details = readonly (readonly string[])[];

export type FormatTable = (rows: readonly Cells[], details?: Details) => string;

/** Padded columns under a header row. A missing value is shown as `-`. Without rows, the text is empty. */
export function formatTable(rows: readonly Cells[]): string {
  return createTable()(rows);
}

/** A table whose rows come in batches: the columns are as wide as the widest cell so far. */
export function createTable(): FormatTable {
  let widths: number[] = [];
  return (rows, details = []) => {
    const [first] = rows;
    if (first === undefined) return '';
    const columns = Object.keys(first);
    const header = widths.length === 0 ? [columns] : [];
    const cells = rows.map((row) => columns.map((column) => printable(row[column])));
    widths = columns.map((_, index) => {
      const lengths = [...header, ...cells].map((line) => line[index]?.length ?? 0);
      return Math.max(widths[index] ?? 0, ...lengths);
    });
    const toLine = (line: readonly string[]) =>
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd();
    const lines = cells.flatMap((line, index) => [
      toLine(line),
      ...(details[index] ?? []).map((text) => `  ${printable(text)}`),
    ]);
    return `${[...header.map(toLine), ...lines].join('\n')}\n`;
  };
}

/**
 * Prints rows as they come, and says on stderr that it works.
 * @param unit What the rows are, such as `keys`.
 * @param toText Formats a batch.
 * @param toJson If it is there, the rows are an array of JSON, a line each, instead.
 * @returns the number of rows.
 */
export async function printBatches<Row>(
  batches: AsyncIterable<readonly Row[]>,
  unit: string,
  toText: (rows: readonly Row[]) => string,
  toJson?: ((row: Row) => unknown) | false,
): Promise<number> {
  const progress = showProgress('reading', unit);
  let count = 0;
  progress.update(0);
  for await (const rows of batches) {
    progress.end();
    if (rows.length === 0) continue;
    const texts = toJson && rows.map((row) => `\n${toJsonText(toJson(row))}`);
    await write(texts ? `${count === 0 ? '[' : ','}${texts.join(',')}` : toText(rows));
    count += rows.length;
    progress.update(count);
  }
  progress.end();
  if (toJson) await write(count === 0 ? '[]\n' : '\n]\n');
  return count;
}

/** Resolves when the reader has taken it, so that what it has not read is not kept in memory. */
async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** A line for each property, with the values in one column. */
export function formatProperties(properties: readonly (readonly [string, unknown])[]): string {
  const width = Math.max(...properties.map(([name]) => name.length));
  const lines = properties.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}\n`);
  return lines.join('');
}

/** The day in UTC: `YYYY-MM-DD`. */
export function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Integers of 64 bits keep all their digits. */
export function printJson(value: unknown): void {
  process.stdout.write(`${stringify(value, undefined, 2)}\n`);
}

/** Cuts a text that is too long, and marks its end with an ellipsis. */
export function truncate(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}
