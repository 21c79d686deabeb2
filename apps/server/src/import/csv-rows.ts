// Rows of a CSV file: a column for each property, with the names in a header.
import type { ObjectProperty } from '@animal-store/contract/request-schemas';
import { JSON_NUMBER } from '@animal-store/contract/validation';
import { CsvReader, type CsvRecord, toCsv } from './csv.js';
import { BrokenFileError } from './line-reader.js';
import { comment, isJson, type Row, type RowReader } from './row-format.js';

/** Of an unknown column in a message: a file that is not a table may have a header of megabytes. */
const MAX_SHOWN_LENGTH = 100;
const COMMENT = '#';
const COMMENT_COLUMNS = ['#line', '#field', '#reason'];

/** An empty value is an absent property. */
export class CsvRows implements RowReader {
  readonly #properties: ReadonlyMap<string, ObjectProperty>;
  readonly #csv = new CsvReader();
  /** The names in the header. */
  #header: readonly string[] | undefined;

  constructor(properties: readonly ObjectProperty[]) {
    this.#properties = new Map(properties.map((property) => [property.name, property]));
  }

  read(text: string, line: number): Row | undefined {
    const record = this.#csv.read(text, line);
    if (record === undefined) return undefined;
    if (this.#header !== undefined) return this.#toRow(record, this.#header);
    this.#checkHeader(record);
    this.#header = record.values;
    return undefined;
  }

  end(): void {
    this.#csv.end();
    if (this.#header === undefined)
      throw new BrokenFileError(1, `must be a header with the columns ${this.#columns}`);
  }

  rejectsHeader(): string {
    return toCsv([...COMMENT_COLUMNS, ...(this.#header ?? []).filter(isProperty)]);
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
