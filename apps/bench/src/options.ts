// What the command line may say.
import { parseArgs } from 'node:util';
import { isName, NAMES, type Name } from './contestants.js';

export interface Options {
  only: readonly string[] | undefined;
  contestants: readonly Name[];
  rounds: number;
  seconds: number;
  quick: boolean;
  write: boolean;
}

export const HELP = `npm run bench -- [options]
  --only list,get,...      these works alone
  --contestants a,b        these alone: ${NAMES.join(', ')}
  --rounds N               kept rounds of each work (7; quick: 2), after one that warms up
  --seconds N              length of a round (5; quick: 1)
  --quick                  short rounds, no ten million animals, a tenth of the requests for memory
  --write                  put the result into docs/performance.md, .svg and .json
Works: `;

/** @throws an Error for whoever typed it. */
export function readOptions(args: readonly string[], works: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      contestants: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const { quick, write } = values;
  return {
    only: values.only === undefined ? undefined : readList(values.only, isOneOf(works)),
    contestants: readList(values.contestants ?? NAMES.join(), isName),
    rounds: readCount('rounds', values.rounds ?? (quick ? '2' : '7')),
    seconds: readCount('seconds', values.seconds ?? (quick ? '1' : '5')),
    quick,
    write,
  };
}

function readList<Item extends string>(
  text: string,
  isKnown: (item: string) => item is Item,
): Item[] {
  return text.split(',').map((item) => {
    if (!isKnown(item)) throw new Error(`«${item}» is not known; --help shows what is`);
    return item;
  });
}

function isOneOf(known: readonly string[]) {
  return (item: string): item is string => known.includes(item);
}

function readCount(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1)
    throw new Error(`--${name} must be a whole number from 1`);
  return count;
}
