// Terminal output: plain-text tables, and sanitized untrusted text.

/** Padded columns under a header row. A missing value is shown as `-`. Without rows, the text is empty. */
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

/** Replaces control characters, line separators and bidi controls, which could overwrite other parts of the screen. */
export function printable(value: unknown): string {
  return String(value ?? '-').replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '?');
}
