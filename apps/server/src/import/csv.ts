// CSV as RFC 4180 defines it: records from lines, and text from values. Quotes that break its rules are errors.
//
// Libraries such as csv-parse read more than that, and report the line where a record ends. A regular expression would
// overflow its stack on a value of many quotes. See docs/decisions/17-imports.md.
import { BrokenFileError, MAX_LINE_BYTES } from './line-reader.js';

const BAD_QUOTE =
  'a value with a quote must be quoted itself, with each quote inside it written twice';

export interface CsvRecord {
  /** Where the record begins. */
  line: number;
  values: string[];
}

/** Takes a file line by line. */
export class CsvReader {
  /** The lines of a record with a quoted line break that has not ended. */
  #open: { line: number; parts: string[]; length: number } | undefined;

  /** @returns undefined if the line is empty, or the record goes on. @throws BrokenFileError after a broken quote. */
  read(text: string, line: number): CsvRecord | undefined {
    const opensOrCloses = text.includes('"') && text.split('"').length % 2 === 0;
    const record = this.#open;
    if (record === undefined) {
      if (opensOrCloses) this.#open = { line, parts: [text], length: text.length };
      else return toRecord(text, line);
      return undefined;
    }
    record.parts.push(text);
    record.length += text.length + '\n'.length;
    if (record.length > MAX_LINE_BYTES) throw unclosed(record.line);
    if (!opensOrCloses) return undefined;
    this.#open = undefined;
    return toRecord(record.parts.join('\n'), record.line);
  }

  /** @throws BrokenFileError if the last record has not ended. */
  end(): void {
    if (this.#open !== undefined) throw unclosed(this.#open.line);
  }
}

export function toCsv(values: readonly string[]): string {
  const quoted = values.map((value) =>
    /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value,
  );
  return `${quoted.join(',')}\n`;
}

function toRecord(lines: string, line: number): CsvRecord | undefined {
  const text = lines.endsWith('\r') ? lines.slice(0, -1) : lines;
  if (text === '') return undefined;
  if (!text.includes('"')) return { line, values: text.split(',') };
  const values: string[] = [];
  for (let start = 0; ; ) {
    const isQuoted = text[start] === '"';
    const end = isQuoted ? endOfQuoted(text, start) : endOfPlain(text, start);
    const isLast = end === text.length;
    if (!isLast && text[end] !== ',') throw new BrokenFileError(line, BAD_QUOTE);
    const value = isQuoted
      ? text.slice(start + 1, end - 1).replace(/""/g, '"')
      : text.slice(start, end);
    if (!isQuoted && value.includes('"')) throw new BrokenFileError(line, BAD_QUOTE);
    values.push(value);
    if (isLast) return { line, values };
    start = end + 1;
  }
}

function endOfPlain(text: string, start: number): number {
  const comma = text.indexOf(',', start);
  return comma === -1 ? text.length : comma;
}

/** @returns the index after the closing quote, or -1 without one. Two quotes in a quoted value stand for one. */
function endOfQuoted(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; ) {
    if (text[quote + 1] !== '"') return quote + 1;
    quote = text.indexOf('"', quote + 2);
  }
  return -1;
}

function unclosed(line: number): BrokenFileError {
  return new BrokenFileError(line, 'a quote is never closed in the record that begins here');
}
