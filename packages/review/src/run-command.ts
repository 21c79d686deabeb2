// Owns how the commands end: 0 and 1 are their verdicts, 2 means that there is none, and one message says why.
import { Refusal } from './refusal.js';

/** @param usage shown if the arguments are wrong. */
export async function runCommand(usage: string, action: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await action();
  } catch (error) {
    if (isUsage(error)) console.error(`${error.message}\n${usage}`);
    else console.error(error instanceof Refusal ? error.message : error); // the stack of what nobody foresaw
    process.exitCode = 2;
  }
}

/** The one argument, if there is one. @throws Usage if there are more. */
export function atMostOne(positionals: string[]): string | undefined {
  const [first, second] = positionals;
  if (second !== undefined) throw new Usage(`One argument is enough: ${second} is too many.`);
  return first;
}

export class Usage extends Error {}

function isUsage(error: unknown): error is Error {
  if (error instanceof Usage) return true;
  return (
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  );
}
