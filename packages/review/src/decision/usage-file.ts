// Usage file: the output of `animal-store usage --json`, which says which keys called which operations.
import { getIn, isCalendarDate, isObject } from '@animal-store/openapi-tools';
import { readText } from '../read-text.js';
import { UserError } from '../user-error.js';

/** How the operator makes the file. */
export const USAGE_COMMAND = 'animal-store usage --days 90 --json';

/** All requests of a period that the servers on one database have counted. */
export interface Usage {
  /** The first and the last UTC day, as YYYY-MM-DD. */
  from: string;
  to: string;
  rows: UsageRow[];
}

export interface UsageRow {
  day: string;
  /** The id of the key. */
  key: string;
  /** The name and the plan of the key; undefined for a key that is gone. */
  name: string | undefined;
  plan: string | undefined;
  operation: string;
  requests: number;
}

/** @param name the file as errors name it. @throws UserError of one line. */
export async function readUsage(path: string, name: string): Promise<Usage> {
  const text = await readText(path, name);
  if (text === undefined) throw new UserError(`${name} does not exist.`);
  return parseUsage(text, name);
}

/** @throws UserError of one line, which names the wrong property, but not its value. */
export function parseUsage(text: string, name: string): Usage {
  const fail = (message: string): never => {
    throw new UserError(`${name}: ${message}`);
  };
  const rows = parseJson(text, name);
  if (!Array.isArray(rows)) return fail(`expected the array that \`${USAGE_COMMAND}\` prints.`);
  const [first] = rows;
  if (first === undefined)
    return fail('it has no requests, so it does not say which days it covers.');
  const from = getIn(first, 'from');
  const to = getIn(first, 'to');
  return {
    from: String(from),
    to: String(to),
    rows: rows.map((row: unknown, index) =>
      toRow(row, { from, to }, (message) => fail(`row ${index + 1} ${message}`)),
    ),
  };
}

function toRow(
  row: unknown,
  { from, to }: { from: unknown; to: unknown },
  fail: (message: string) => never,
): UsageRow {
  if (!isObject(row)) return fail('must be an object.');
  if (row.from === undefined || row.to === undefined)
    return fail(
      `has no \`from\` and \`to\`: make the file with \`${USAGE_COMMAND}\`, without --key and --operation.`,
    );
  for (const key of ['from', 'to', 'day'])
    if (!isCalendarDate(row[key])) fail(`must have a date such as 2030-12-05 as \`${key}\`.`);
  if (row.from !== from || row.to !== to) fail('has other days as `from` and `to` than row 1.');
  const { day, requests } = row;
  if (String(day) < String(from) || String(day) > String(to))
    fail('has a `day` that is not between `from` and `to`.');
  if (!Number.isSafeInteger(requests) || Number(requests) < 1)
    fail('must have a number from 1 as `requests`.');
  const textOf = (key: string): string => {
    const text = row[key];
    return typeof text === 'string' && text !== '' ? text : fail(`must have a text as \`${key}\`.`);
  };
  const optional = (key: string) => (row[key] === undefined ? undefined : textOf(key));
  return {
    day: String(day),
    key: textOf('key'),
    name: optional('name'),
    plan: optional('plan'),
    operation: textOf('operation'),
    requests: Number(requests),
  };
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The message itself may quote several lines of the file, and does not always have the position.
    const [, offset] = /at position (\d+)/.exec(String(getIn(error, 'message'))) ?? [];
    const lines = text.slice(0, Number(offset ?? 0)).split('\n');
    const place = offset === undefined ? '' : `:${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
    throw new UserError(`${name}${place} is not JSON: make it with \`${USAGE_COMMAND}\`.`);
  }
}
