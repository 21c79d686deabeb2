// Commands: their arguments, and their exit codes: 0 means accepted, 1 rejected, 2 that the check could not run.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { getIn } from '@animal-store/spec/json';
import { UserError } from './user-input.js';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<Known extends Options> = ReturnType<typeof parseArgs<{ options: Known }>>['values'];

/**
 * Runs a command with the arguments of the process.
 * @param usage The command and its arguments, such as `lint [FILE] [--fix]`; printed if the arguments are invalid.
 * @param action gets the options and the only other argument, if any.
 */
export async function runCommand<Known extends Options>(
  usage: string,
  options: Known,
  action: (values: Values<Known>, argument: string | undefined) => Promise<number>,
): Promise<void> {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [argument, other] = positionals;
    if (other !== undefined)
      throw new UsageError(`Expected at most one argument (also got ${other}).`);
    process.exitCode = await action(values, argument);
  } catch (error) {
    process.exitCode = 2;
    if (error instanceof UsageError || /^ERR_PARSE_ARGS/.test(String(getIn(error, 'code')))) {
      // Node.js adds how to pass an argument that begins with a dash, which no command here takes.
      const message = String(getIn(error, 'message')).replace(/ To specify a positional .*$/s, '');
      console.error(`${message}\nusage: npm run spec -- ${usage}`);
    } else console.error(error instanceof UserError ? error.message : error); // unexpected errors keep their stack
  }
}

export class UsageError extends Error {}
