// Command-line options.
import { parseArgs } from 'node:util';
import { isServerName, SERVER_NAMES, type ServerName } from './servers.js';

export interface Options {
  only: readonly string[] | undefined;
  serverNames: readonly ServerName[];
  rounds: number;
  seconds: number;
  quick: boolean;
  write: boolean;
}

/** The options that a recorded run must not have. */
const WHOLE_RUN = ['only', 'servers', 'rounds', 'seconds', 'quick'] as const;

export const HELP = `npm run bench -- [options]
  --only list,get,...      run these scenarios only
  --servers a,b            compare these servers only: ${SERVER_NAMES.join(', ')}
  --rounds N               measured rounds per scenario (7; with --quick: 2), after one warm-up round
  --seconds N              duration of a round (2; with --quick: 1)
  --quick                  short rounds, a table of 200,000 animals instead of ten million, a tenth of the
                           requests for memory
  --write                  write the report to docs/performance.md, the chart to docs/performance.svg
                           and the raw numbers to apps/bench/results/performance.json; goes with no other option, and
                           is refused if other processes used more than a tenth of the machine's CPU time
Scenarios: `;

/** @throws Error if an option is unknown or has a bad value. */
export function readOptions(
  args: readonly string[],
  scenarios: readonly string[],
): Options | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      servers: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const { quick, write } = values;
  const partial = WHOLE_RUN.find((name) => values[name] !== undefined && values[name] !== false);
  if (write && partial) throw new Error(`--write records a whole run: leave out --${partial}`);
  return {
    only: values.only === undefined ? undefined : readList('only', values.only, isOneOf(scenarios)),
    serverNames: readList('servers', values.servers ?? SERVER_NAMES.join(), isServerName),
    rounds: readCount('rounds', values.rounds ?? (quick ? '2' : '7')),
    seconds: readCount('seconds', values.seconds ?? (quick ? '1' : '2')),
    quick,
    write,
  };
}

function readList<Item extends string>(
  name: string,
  text: string,
  isKnown: (item: string) => item is Item,
): Item[] {
  return text.split(',').map((item) => {
    if (!isKnown(item)) throw new Error(`--${name}: "${item}" is unknown; see --help`);
    return item;
  });
}

function isOneOf(known: readonly string[]) {
  return (item: string): item is string => known.includes(item);
}

function readCount(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) {
    throw new Error(`--${name} must be a positive integer (got "${text}")`);
  }
  return count;
}
