// Owns what a terminal is shown: plain tables, and text from elsewhere made harmless.

/** Columns under their names, padded; an absent value is a dash. No rows, no table. */
export function formatTable(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const [first] = rows;
  if (first === undefined) return '';
  const columns = Object.keys(first);
  const cells = [columns, ...rows.map((row) => columns.map((column) => printable(row[column])))];
  const widths = columns.map((_, index) =>
    cells.reduce((widest, line) => Math.max(widest, line[index]?.length ?? 0), 0),
  );
  const lines = cells.map((line) =>
    line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/** Control characters, line separators and changes of direction would write elsewhere on the operator's screen. */
export function printable(value: unknown): string {
  return String(value ?? '-').replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '?');
}
