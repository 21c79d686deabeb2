// Output of the commands: plain-text tables and JSON.
import { stringify } from 'lossless-json';
import { printable } from '../lib/printable.js';

/**
 * Padded columns under a header row. A missing value is shown as `-`. Without rows, the text is empty.
 * @param details Lines that follow each row, indented.
 */
export function formatTable(
  rows: readonly Readonly<Record<string, unknown>>[],
  details: readonly (readonly string[])[] = [],
): string {
  const [first] = rows;
  if (first === undefined) return '';
  const columns = Object.keys(first);
  const cells = [columns, ...rows.map((row) => columns.map((column) => printable(row[column])))];
  const widths = columns.map((_, index) =>
    cells.reduce((widest, line) => Math.max(widest, line[index]?.length ?? 0), 0),
  );
  const [header, ...lines] = cells.map((line) =>
    line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const all = lines.flatMap((line, index) => [
    line,
    ...(details[index] ?? []).map((text) => `  ${printable(text)}`),
  ]);
  return `${[header, ...all].join('\n')}\n`;
}

/** A line for each property, with the values in one column. */
export function formatProperties(properties: readonly (readonly [string, unknown])[]): string {
  const width = Math.max(...properties.map(([name]) => name.length));
  const lines = properties.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}\n`);
  return lines.join('');
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
