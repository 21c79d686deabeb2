// Formats of imported files: rows as the JSON that a client would send, and as a line of a rejects file.
//
// A rejects file has the format of the imported file, so that it can be corrected and imported. `#line`, `#field` and
// `#reason` say what was wrong: columns in CSV, properties in NDJSON. An import ignores them.
/** What is wrong with a row. */
export interface Fault {
  /** A property, such as `name` or `tags/0`. Empty: the row as a whole. */
  field: string;
  reason: string;
}

export interface Row {
  /** Where the row begins in the file. */
  line: number;
  /** JSON text, which may be invalid. */
  toBody(): string | Fault;
  /** The row and its faults, for a rejects file. */
  toReject(faults: readonly Fault[]): string;
}

/** Takes a file line by line. */
export interface RowReader {
  /** @returns undefined if no row ends with the line. @throws BrokenFileError if the file cannot be read further. */
  read(text: string, line: number): Row | undefined;
  /** @throws BrokenFileError if the file must not end here. */
  end(): void;
  /** The first line of a rejects file. */
  rejectsHeader(): string;
}

/** The values of `#line`, `#field` and `#reason`. */
export function comment(line: number, faults: readonly Fault[]): [string, string, string] {
  const fields = faults.map(({ field }) => field).join('; ');
  return [String(line), fields, faults.map(({ reason }) => reason).join('; ')];
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
