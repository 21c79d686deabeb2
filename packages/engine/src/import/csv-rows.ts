// Rows of a CSV file as RFC 4180 defines it: a column for each property, with the names in a header. Quotes that break its rules
// are errors.
//
// Libraries such as csv-parse read more than that, and report the line where a record ends. A regular expression would
// overflow its stack on a value of many quotes. See docs/decisions/15-imports.md.
import { JSON_NUMBER } from '@animal-store/core/validation';
import type { RowProperty } from './import-target.js';
import { BrokenFileError, MAX_LINE_BYTES } from './line-reader.js';
import { comment, isJson, type Row, type RowReader } from './row-format.js';

/** Of an unknown column in a message: a file that is not a table may have a header of megabytes. */
const MAX_SHOWN_LENGTH = 100;
const COMMENT = '#';
const COMMENT_COLUMNS = ['#line', '#field', '#reason'];

const BAD_QUOTE =
  'a value with a quote must be quoted itself, with each quote inside it written twice';

interface CsvRecord {
  /** Where the record begins. */
  line: number;
  values: string[];
}

/** An empty value is an absent property. */
export function createCsvRows(properties: readonly RowProperty[]): RowReader {
  const byName = new Map(properties.map((property) => [property.name, property]));
  const columns = [...byName.keys()].join(', ');
  /** The lines of a record with a quoted line break that has not ended. */
  let open: { line: number; text: string } | undefined;
  /** The names in the header. */
  let header: readonly string[] | undefined;

  /** @returns undefined if the line is empty, or the record goes on. @throws BrokenFileError after a broken quote. */
  function readRecord(text: string, line: number): CsvRecord | undefined {
    const opensOrCloses = text.includes('"') && text.split('"').length % 2 === 0;
    const record = open;
    if (record === undefined) {
      if (!opensOrCloses) return toRecord(text, line);
      open = { line, text };
      return undefined;
    }
    record.text += `\n${text}`;
    if (record.text.length > MAX_LINE_BYTES) throw unclosed(record.line);
    if (!opensOrCloses) return undefined;
    open = undefined;
    return toRecord(record.text, record.line);
  }

  function checkHeader({ line, values }: CsvRecord): void {
    const known = `the columns are ${columns}`;
    const names = values.filter(isProperty);
    const unknown = names.find((name) => !byName.has(name));
    if (unknown !== undefined)
      throw new BrokenFileError(
        line,
        `${JSON.stringify(shown(unknown))} is not a column; ${known}`,
      );
    const repeated = names.find((name, index) => names.indexOf(name) !== index);
    if (repeated !== undefined)
      throw new BrokenFileError(line, `the column ${repeated} is given more than once`);
    for (const { name, isRequired } of byName.values())
      if (isRequired && !names.includes(name))
        throw new BrokenFileError(line, `the column ${name} is missing; ${known}`);
  }

  function toRow({ line, values }: CsvRecord, names: readonly string[]): Row {
    return {
      line,
      toBody() {
        if (values.length === names.length) return toJson(values, names);
        return { field: '', reason: `must have ${names.length} values (got ${values.length})` };
      },
      toReject(faults) {
        const kept = values.filter((_, index) => isProperty(names[index] ?? ''));
        return toCsv([...comment(line, faults), ...kept]);
      },
    };
  }

  function toJson(values: readonly string[], names: readonly string[]): string {
    let json = '';
    for (const [index, name] of names.entries()) {
      const value = values[index] ?? '';
      const types = byName.get(name)?.types;
      if (value === '' || types === undefined) continue;
      json += `${json === '' ? '' : ','}${JSON.stringify(name)}:${toJsonValue(value, types)}`;
    }
    return `{${json}}`;
  }

  return {
    read(text, line) {
      const record = readRecord(text, line);
      if (record === undefined) return undefined;
      if (header !== undefined) return toRow(record, header);
      checkHeader(record);
      header = record.values;
      return undefined;
    },
    end() {
      if (open !== undefined) throw unclosed(open.line);
      if (header === undefined)
        throw new BrokenFileError(1, `must be a header with the columns ${columns}`);
    },
    rejectsHeader: () => toCsv([...COMMENT_COLUMNS, ...(header ?? []).filter(isProperty)]),
  };
}

function shown(column: string): string {
  return column.length <= MAX_SHOWN_LENGTH ? column : `${column.slice(0, MAX_SHOWN_LENGTH)}…`;
}

function isProperty(column: string): boolean {
  return !column.startsWith(COMMENT);
}

/** A value that has none of the types becomes a string, so that the schema refuses it. */
function toJsonValue(value: string, types: RowProperty['types']): string {
  if (types.includes('number') && JSON_NUMBER.test(value)) return value;
  if (types.includes('boolean') && /^(?:true|false)$/.test(value)) return value;
  if (types.includes('null') && value === 'null') return value;
  const isStructure =
    (types.includes('array') && value.startsWith('[')) ||
    (types.includes('object') && value.startsWith('{'));
  return isStructure && isJson(value) ? value : JSON.stringify(value);
}

function toCsv(values: readonly string[]): string {
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
