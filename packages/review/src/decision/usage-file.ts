// Usage file: the output of `animal-store usage --json`, which says which keys called which operations.

import { getIn, isObject } from '@animal-store/openapi-tools/json';
import { readText, UserError } from '../user-input.js';
import { problemsIn } from './file-schema.js';

/** How the operator makes the file. */
const USAGE_COMMAND = 'animal-store usage --days 90 --json';

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

const NO_PERIOD = `has no \`from\` and \`to\`: make the file with \`${USAGE_COMMAND}\`, without --key and --operation.`;
const DATE = {
  type: 'string',
  format: 'calendar-date',
  description: 'a date such as 2030-12-05',
};
const TEXT = { type: 'string', minLength: 1, description: 'a text' };
const COUNT = {
  type: 'integer',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'a number from 1',
};
const ROW = {
  type: 'object',
  required: ['day', 'key', 'operation', 'requests'],
  properties: {
    from: DATE,
    to: DATE,
    day: DATE,
    key: TEXT,
    name: TEXT,
    plan: TEXT,
    operation: TEXT,
    requests: COUNT,
  },
};

/** @throws UserError of one line, which names the wrong property, but not its value. */
export function parseUsage(content: string, name: string): Usage {
  const fail = (message: string): never => {
    throw new UserError(`${name}: ${message}`);
  };
  const rows = parseJson(content, name);
  if (!Array.isArray(rows)) return fail(`expected the array that \`${USAGE_COMMAND}\` prints.`);
  if (rows.length === 0)
    return fail('it has no requests, so it does not say which days it covers.');
  const { from, to } = Object(rows[0]);
  const read = rows.map((row: unknown, index): UsageRow => {
    const problem = problemOf(row, from, to);
    if (problem !== undefined) return fail(`row ${index + 1} ${problem}`);
    const { day, key, name, plan, operation, requests } = Object(row);
    return { day, key, name, plan, operation, requests }; // further properties are not for reports
  });
  return { from, to, rows: read };
}

function problemOf(row: unknown, from: string, to: string): string | undefined {
  if (!isObject(row)) return 'must be an object.';
  if (row.from === undefined || row.to === undefined) return NO_PERIOD;
  const [problem] = problemsIn(ROW, row);
  if (problem !== undefined)
    return `must have ${problem.message} as \`${problem.key ?? problem.path[0]}\`.`;
  if (row.from !== from || row.to !== to) return 'has other days as `from` and `to` than row 1.';
  return String(row.day) < from || String(row.day) > to
    ? 'has a `day` that is not between `from` and `to`.'
    : undefined;
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
