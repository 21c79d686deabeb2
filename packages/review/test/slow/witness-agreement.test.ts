// Agreement of the ratings with the contracts: of random pairs, those that are rated as harmless on the wire have no message
// that was right before and is wrong after. SEED and PAIRS choose others: `SEED=7 PAIRS=100`.
import type { ErrorDetail } from '@animal-store/core/validation';
import { parsePointer } from '@animal-store/spec';
import { describersOf, type Edge, NO_NOTES } from '@animal-store/spec/model';
import { toJsonSchema } from '@animal-store/spec/outputs';
import { type GenerateSyncOptions, generateSync } from 'json-schema-faker';
import { highest, type Level } from '../../src/diff/change.js';
import { compare, readSides } from '../../src/diff/compare.js';
import { idOf } from '../../src/diff/operations.js';
import { memoize } from '../../src/memoize.js';
import { withTemporaryFolder } from '../../src/temporary-folder.js';
import { type Exchange, Exchanges } from '../../src/witness/exchange.js';
import { isSendable, withValue } from '../../src/witness/message.js';
import type { Answer } from '../../src/witness/served-contract.js';
import { TODAY, write } from '../support/edit-contract.js';
import { createPair } from '../support/random-contracts.js';

const SEED = Number(process.env.SEED ?? 1);
const PAIRS = Number(process.env.PAIRS ?? 1000);
/** Operations of one contract: each is a pair of its own, and one run of the comparison rates them all. */
const OPERATIONS = 50;

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
    const { changes, exchanges } = await comparePair(seed);
    for (const operation of exchanges.operations) {
      const id = idOf(operation);
      const own = changes.filter((change) => change.operations.includes(id));
      const rated = highest(own.map(({ wire }) => wire));
      counts[rated] += 1;
      if (rated === 'major') shown += Number(own.some(({ witness }) => witness !== undefined));
      else
        found.push(
          ...[exchanges.requests(operation), exchanges.replies(operation, '200')]
            .flatMap((exchange) => (exchange === undefined ? [] : [...wrongMessages(exchange)]))
            .slice(0, 1)
            .map((one) => ({ seed, operation: id, rated, ...one })),
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
  return withTemporaryFolder(async (folder) => {
    const files = [
      await write(folder, 'base/openapi.yaml', JSON.stringify(base)),
      await write(folder, 'head/openapi.yaml', JSON.stringify(head)),
    ] as const;
    const { changes } = await compare(...files, TODAY);
    return { changes, exchanges: new Exchanges(await readSides(...files)) };
  });
}

function* wrongMessages(exchange: Exchange): Generator<Pick<Disagreement, 'message' | 'fault'>> {
  const paths = new Map(exchange.parts.map(({ path }) => [path.join(), path]));
  for (const path of paths.values()) {
    const samples = exchange.parts
      .filter((part) => part.path.join() === path.join())
      .flatMap(({ carrier }) => (carrier.schema ? samplesOf(carrier.schema) : []));
    for (const value of [undefined, ...exchange.placeAt(path, samples).boundaryValues()]) {
      const message = withValue(exchange.messages[0], path, value);
      const wire = exchange.toWire(message);
      if (!isSendable(wire)) continue;
      const refused = exchange.otherAnswer(wire);
      if (refused.isAccepted || refused.status === 0 || isFreeName(refused, exchange)) continue;
      if (exchange.ownAnswer(wire).isAccepted) yield { message, fault: refused };
    }
  }
}

/** With the required properties alone, with all, and with some. They may be invalid. */
const VARIANTS: GenerateSyncOptions[] = [
  { seed: 1, optionalsProbability: 0 },
  { seed: 1, alwaysFakeOptionals: true },
  { seed: 1 },
  { seed: 2 },
];

const samplesOf = memoize(({ schema }: Edge): unknown[] =>
  VARIANTS.flatMap((options) => {
    try {
      const formats = { byte: () => 'YQ==' };
      return [
        generateSync(Object(toJsonSchema({ at: schema.at, schema, notes: NO_NOTES })), {
          ...options,
          maxDefaultItems: 1,
          formats,
        }),
      ];
    } catch {
      return []; // contradictory
    }
  }),
);

/**
 * Whether the faults are in properties that the contract does not describe: of requests, the base; of replies, the head. An
 * open object accepts them. That a name gets a meaning, or loses it, is rated as an addition, or as the removal of what
 * replies may lack.
 */
function isFreeName({ details }: Answer, { parts }: Exchange): boolean {
  const isKnown = ({ in: place, path }: ErrorDetail) => {
    const keys = [place, ...parsePointer(path)];
    const part = parts.find((one) => one.path.every((key, index) => key === keys[index]));
    const { schema } = part?.carrier ?? {};
    return part && isDescribed(schema ? [schema] : [], keys.slice(part.path.length));
  };
  return details.length > 0 && !details.some(isKnown);
}

/** Whether one of the schemas says something of the value at a path. Items and the values of maps have one schema. */
function isDescribed(edges: readonly Edge[], [key, ...path]: string[]): boolean {
  if (key === undefined) return true;
  const all = edges.flatMap((edge) => describersOf(edge)).map(({ schema }) => schema);
  const inner = [
    all.flatMap(({ properties }) => properties?.get(key) ?? []),
    all.flatMap(({ items }) => items ?? []),
    all.flatMap(({ additional }) => additional ?? []),
  ].find((found) => found.length > 0);
  return inner !== undefined && isDescribed(inner, path);
}
