// Usage file: the output of `animal-store usage --json`, which says which keys called which operations. It has a row on each
// line, so that a file of any size is read row by row.
import { type FileHandle, open } from 'node:fs/promises';
import { getIn } from '@animal-store/spec/json';
import { UserError } from '../user-input.js';
import { createCheck, type FileProblem } from './file-schema.js';

/** How the operator makes the file. */
const USAGE_COMMAND = 'animal-store usage --days 90 --json';

/** All requests of a period that the servers on one database have counted. */
export interface Usage {
  /** The first and the last UTC day, as YYYY-MM-DD. */
  from: string;
  to: string;
  calls: KeyCalls[];
}

/** The requests of a key to an operation. */
export interface KeyCalls {
  /** The id of the key. */
  key: string;
  /** The name and the plan of the key; undefined for a key that is gone. */
  name: string | undefined;
  plan: string | undefined;
  operation: string;
  requests: number;
  lastDay: string;
}

/** @param name the file as errors name it. @throws UserError of one line, which names the wrong property, but not its value. */
export async function readUsage(path: string, name: string): Promise<Usage> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    return await collect(rowsOf(file.readLines(), name), name);
  } catch (error) {
    const code = getIn(error, 'code'); // a folder can be opened, but not read
    if (code === undefined) throw error;
    const isMissing = code === 'ENOENT';
    throw new UserError(`${name} ${isMissing ? 'does not exist' : `cannot be read (${code})`}.`);
  } finally {
    await file?.close();
  }
}

/** The rows of an array that has each of them on a line of its own, or all on one line. */
async function* rowsOf(lines: AsyncIterable<string>, name: string): AsyncGenerator<unknown> {
  let isOpen = false;
  for await (const line of lines) {
    const text = line.trim();
    if (!isOpen && text !== '[') {
      const value = parseJson(text, name);
      if (!Array.isArray(value)) throw notAnArray(name);
      return yield* value;
    }
    isOpen = true;
    if (text !== '[' && text !== ']') yield parseJson(text.replace(/,$/, ''), name);
  }
  if (!isOpen) throw notJson(name);
}

/** Adds up the rows of each key and operation. */
async function collect(rows: AsyncIterable<unknown>, name: string): Promise<Usage> {
  const check = createCheck('usage');
  const calls = new Map<string, KeyCalls>();
  let period: { from: string; to: string } | undefined;
  let number = 0;
  for await (const value of rows) {
    number += 1;
    const fail = (message: string): never => {
      throw new UserError(`${name}: row ${number} ${message}`);
    };
    const [problem] = check(value);
    if (problem !== undefined) fail(describeProblem(problem));
    const { from, to, day, key, name: keyName, plan, operation, requests } = Object(value); // others are not for reports
    period ??= { from, to };
    if (from !== period.from || to !== period.to)
      fail('has other days as `from` and `to` than row 1.');
    if (day < from || day > to) fail('has a `day` that is not between `from` and `to`.');
    const id = JSON.stringify([key, operation]);
    const known = calls.get(id) ?? { requests: 0, lastDay: day };
    const lastDay = day > known.lastDay ? day : known.lastDay;
    const sum = { requests: known.requests + requests, lastDay };
    calls.set(id, { key, name: keyName, plan, operation, ...sum });
  }
  if (period === undefined)
    throw new UserError(`${name}: it has no requests, so it does not say which days it covers.`);
  return { ...period, calls: [...calls.values()] };
}

function describeProblem({ path: [property], key = property, message }: FileProblem): string {
  if (key === undefined) return 'must be an object.';
  if (property === undefined && ['from', 'to'].includes(key))
    return `has no \`from\` and \`to\`: make the file with \`${USAGE_COMMAND}\`, without --key and --operation.`;
  return `must have ${message} as \`${key}\`.`;
}

function notAnArray(name: string): UserError {
  return new UserError(`${name}: expected the array that \`${USAGE_COMMAND}\` prints.`);
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson(name); // the error itself may quote the file
  }
}

function notJson(name: string): UserError {
  return new UserError(`${name} is not JSON: make it with \`${USAGE_COMMAND}\`.`);
}
