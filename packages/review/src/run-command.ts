// Exit codes of the commands: 0 means accepted, 1 rejected, 2 that the check could not run.
import { UserError } from './user-input.js';

/** @param usage printed if the arguments are invalid. */
export async function runCommand(usage: string, action: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await action();
  } catch (error) {
    if (isUsageError(error)) console.error(`${withoutAdvice(error.message)}\n${usage}`);
    else console.error(error instanceof UserError ? error.message : error); // unexpected errors keep their stack
    process.exitCode = 2;
  }
}

/** The only argument, if any. @throws UsageError if there are several. */
export function atMostOne(positionals: string[]): string | undefined {
  const [first, second] = positionals;
  if (second !== undefined)
    throw new UsageError(`Expected at most one argument (also got ${second}).`);
  return first;
}

/** Node.js adds how to pass an argument that begins with a dash, which no command here takes. */
function withoutAdvice(message: string): string {
  return message.replace(/ To specify a positional argument .*$/s, '');
}

export class UsageError extends Error {}

function isUsageError(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  return (
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  );
}
