// Agreement of the ratings with the contracts: of random pairs, those that are rated as harmless on the wire have no message
// that was right before and is wrong after. SEED and PAIRS choose others: `SEED=7 PAIRS=100`.
import { formatPointer, parsePointer } from '@animal-store/openapi-tools';
import { highest, type Level } from '../../src/diff/change.js';
import { compare, readSides } from '../../src/diff/compare.js';
import { isSendable } from '../../src/witness/message.js';
import { messagesAt } from '../../src/witness/message-source.js';
import { type Places, type PlacesIn, UNKNOWN_NAME } from '../../src/witness/places.js';
import type { Answer } from '../../src/witness/served-contract.js';
import { type Space, Spaces } from '../../src/witness/spaces.js';
import { schemasAt, type Target } from '../../src/witness/targets.js';
import { CONTEXT, withFolder, write } from '../support/edit-contract.js';
import { createPair } from '../support/random-contracts.js';

const SEED = Number(process.env.SEED ?? 1);
const PAIRS = Number(process.env.PAIRS ?? 1000);
/** Operations of one contract: each is a pair of its own, and one run of the comparison rates them all. */
const OPERATIONS = 50;
const MESSAGES_PER_PLACE = 40;

interface Disagreement {
  seed: number;
  operation: string;
  rated: Level;
  message: unknown;
  fault: unknown;
}

test(`of ${PAIRS} random pairs, none rated below major on the wire has a message that becomes wrong`, async () => {
  const counts: Record<Level, number> = { none: 0, patch: 0, minor: 0, major: 0 };
  const found: Disagreement[] = [];
  let shown = 0;
  for (let seed = SEED; seed < SEED + PAIRS / OPERATIONS; seed += 1) {
    const { changes, spaces } = await comparePair(seed);
    for (const operation of spaces.operations) {
      const own = changes.filter((change) => change.operations.includes(operation.id));
      const rated = highest(own.map(({ wire }) => wire));
      counts[rated] += 1;
      if (rated === 'major') shown += Number(own.some(({ witness }) => witness !== undefined));
      else
        found.push(
          ...spaces
            .of(operation)
            .flatMap((space) => [...wrongMessages(space)])
            .slice(0, 1)
            .map((one) => ({ seed, operation: operation.id, rated, ...one })),
        );
    }
  }
  const ratings = Object.entries(counts).map(([level, count]) => `${level} ${count}`);
  process.stdout.write(
    `seed ${SEED}, ${PAIRS} pairs: ${ratings.join(', ')}; witnesses for ${shown} of the ${counts.major} major ones\n`,
  );
  expect(found).toEqual([]);
});

async function comparePair(seed: number) {
  const { base, head } = createPair(seed, OPERATIONS);
  return withFolder(async (folder) => {
    const files = [
      await write(folder, 'base/openapi.yaml', JSON.stringify(base)),
      await write(folder, 'head/openapi.yaml', JSON.stringify(head)),
    ] as const;
    const { changes } = await compare(...files, CONTEXT);
    return { changes, spaces: new Spaces({ ...(await readSides(...files)), ...CONTEXT }) };
  });
}

function* wrongMessages(space: Space): Generator<Pick<Disagreement, 'message' | 'fault'>> {
  const described = space.kind === 'request' ? space.base : space.head;
  for (const target of allPlaces(space.base, space.head)) {
    for (const message of first(MESSAGES_PER_PLACE, messagesAt(target, space))) {
      const wire = space.toWire(message);
      if (!isSendable(wire)) continue;
      const refused = space.refuses(wire);
      if (refused.isAccepted || refused.status === 0 || isFreeName(refused, described)) continue;
      if (space.accepts(wire).isAccepted) yield { message, fault: refused };
    }
  }
}

/**
 * Whether the faults are in properties that the contract does not describe: of requests, the base; of replies, the head. An
 * open object accepts them. That a name gets a meaning, or loses it, is rated as an addition, or as the removal of what
 * replies may lack.
 */
function isFreeName({ details }: Pick<Answer, 'details'>, contract: PlacesIn): boolean {
  const isKnown = (path: readonly string[]) => {
    let known: string[] = [];
    for (const key of path) {
      // Items and the values of maps have one place.
      const next = [key, '0', UNKNOWN_NAME].find((name) =>
        contract.places.has(formatPointer(...known, name)),
      );
      if (next === undefined && known.length > 0) return false;
      known = [...known, next ?? key];
    }
    return true;
  };
  return (
    details.length > 0 &&
    details.every(({ in: place, path }) => !isKnown([place, ...parsePointer(path)]))
  );
}

function allPlaces(base: PlacesIn, head: PlacesIn): Target[] {
  const all: Places = new Map([...base.places, ...head.places]);
  return [...all.values()].map(({ path }) => ({
    path,
    schemas: [...schemasAt(path, base), ...schemasAt(path, head)],
  }));
}

function* first<T>(count: number, values: Iterable<T>): Generator<T> {
  let taken = 0;
  for (const value of values) {
    if (taken === count) return;
    taken += 1;
    yield value;
  }
}
