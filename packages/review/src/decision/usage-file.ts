// Usage file: the output of `animal-store usage --json`, which says which keys called which operations.
import { listOf } from '@animal-store/openapi-tools/json';
import { readText, UserError } from '../user-input.js';
import { type FileProblem, problemsIn } from './file-schema.js';

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

/** @throws UserError of one line, which names the wrong property, but not its value. */
export function parseUsage(content: string, name: string): Usage {
  const fail = (message: string): never => {
    throw new UserError(`${name}: ${message}`);
  };
  const rows = parseJson(content, name);
  const [problem] = problemsIn('usage', rows);
  if (problem !== undefined) return fail(describeProblem(problem));
  const [first, ...others] = listOf(rows).map(Object);
  if (first === undefined)
    return fail('it has no requests, so it does not say which days it covers.');
  const { from, to } = first;
  const read = [first, ...others].map((row, index): UsageRow => {
    const { day, key, name, plan, operation, requests } = row;
    if (row.from !== from || row.to !== to)
      return fail(`row ${index + 1} has other days as \`from\` and \`to\` than row 1.`);
    if (day < from || day > to)
      return fail(`row ${index + 1} has a \`day\` that is not between \`from\` and \`to\`.`);
    return { day, key, name, plan, operation, requests }; // further properties are not for reports
  });
  return { from, to, rows: read };
}

function describeProblem({ path: [index, name], key = name, message }: FileProblem): string {
  if (index === undefined) return `expected the array that \`${USAGE_COMMAND}\` prints.`;
  const row = `row ${Number(index) + 1}`;
  if (key === undefined) return `${row} must be an object.`;
  if (name === undefined && ['from', 'to'].includes(key))
    return `${row} has no \`from\` and \`to\`: make the file with \`${USAGE_COMMAND}\`, without --key and --operation.`;
  return `${row} must have ${message} as \`${key}\`.`;
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError(`${name} is not JSON: make it with \`${USAGE_COMMAND}\`.`); // the error itself may quote the file
  }
}
