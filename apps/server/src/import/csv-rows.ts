// Rows of a CSV file as RFC 4180 defines it: a column for each property, with the names in a header. Quotes that break its rules
// are errors.
//
// Libraries such as csv-parse read more than that, and report the line where a record ends. A regular expression would
// overflow its stack on a value of many quotes. See docs/decisions/17-imports.md.
import type { ObjectProperty } from '@animal-store/contract/request-schemas';
import { JSON_NUMBER } from '@animal-store/contract/validation';
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
export class CsvRows implements RowReader {
  readonly #properties: ReadonlyMap<string, ObjectProperty>;
  /** The lines of a record with a quoted line break that has not ended. */
  #open: { line: number; parts: string[]; length: number } | undefined;
  /** The names in the header. */
  #header: readonly string[] | undefined;

  constructor(properties: readonly ObjectProperty[]) {
    this.#properties = new Map(properties.map((property) => [property.name, property]));
  }

  read(text: string, line: number): Row | undefined {
    const record = this.#toRecord(text, line);
    if (record === undefined) return undefined;
    if (this.#header !== undefined) return this.#toRow(record, this.#header);
    this.#checkHeader(record);
    this.#header = record.values;
    return undefined;
  }

  end(): void {
    if (this.#open !== undefined) throw unclosed(this.#open.line);
    if (this.#header === undefined)
      throw new BrokenFileError(1, `must be a header with the columns ${this.#columns}`);
  }

  rejectsHeader(): string {
    return toCsv([...COMMENT_COLUMNS, ...(this.#header ?? []).filter(isProperty)]);
  }

  /** @returns undefined if the line is empty, or the record goes on. @throws BrokenFileError after a broken quote. */
  #toRecord(text: string, line: number): CsvRecord | undefined {
    const opensOrCloses = text.includes('"') && text.split('"').length % 2 === 0;
    const record = this.#open;
    if (record === undefined) {
      if (!opensOrCloses) return toRecord(text, line);
      this.#open = { line, parts: [text], length: text.length };
      return undefined;
    }
    record.parts.push(text);
    record.length += text.length + '\n'.length;
    if (record.length > MAX_LINE_BYTES) throw unclosed(record.line);
    if (!opensOrCloses) return undefined;
    this.#open = undefined;
    return toRecord(record.parts.join('\n'), record.line);
  }

  #toRow({ line, values }: CsvRecord, header: readonly string[]): Row {
    return {
      line,
      toBody: () => {
        if (values.length === header.length) return this.#toJson(values, header);
        const reason = `must have ${header.length} values (got ${values.length})`;
        return { field: '', reason };
      },
      toReject: (faults) => {
        const kept = values.filter((_, index) => isProperty(header[index] ?? ''));
        return toCsv([...comment(line, faults), ...kept]);
      },
    };
  }

  #toJson(values: readonly string[], header: readonly string[]): string {
    let json = '';
    for (const [index, name] of header.entries()) {
      const value = values[index] ?? '';
      const types = this.#properties.get(name)?.types;
      if (value === '' || types === undefined) continue;
      json += `${json === '' ? '' : ','}${JSON.stringify(name)}:${toJsonValue(value, types)}`;
    }
    return `{${json}}`;
  }

  get #columns(): string {
    return [...this.#properties.keys()].join(', ');
  }

  #checkHeader({ line, values }: CsvRecord): void {
    const known = `the columns are ${this.#columns}`;
    const names = values.filter(isProperty);
    const unknown = names.find((name) => !this.#properties.has(name));
    if (unknown !== undefined)
      throw new BrokenFileError(
        line,
        `${JSON.stringify(shown(unknown))} is not a column; ${known}`,
      );
    const repeated = names.find((name, index) => names.indexOf(name) !== index);
    if (repeated !== undefined)
      throw new BrokenFileError(line, `the column ${repeated} is given more than once`);
    for (const { name, isRequired } of this.#properties.values())
      if (isRequired && !names.includes(name))
        throw new BrokenFileError(line, `the column ${name} is missing; ${known}`);
  }
}

function shown(column: string): string {
  return column.length <= MAX_SHOWN_LENGTH ? column : `${column.slice(0, MAX_SHOWN_LENGTH)}…`;
}

function isProperty(column: string): boolean {
  return !column.startsWith(COMMENT);
}

/** A value that has none of the types becomes a string, so that the schema refuses it. */
function toJsonValue(value: string, types: ObjectProperty['types']): string {
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
