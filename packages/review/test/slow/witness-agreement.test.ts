// Agreement of the ratings with the contracts: of random pairs, those that are rated as harmless on the wire have no message
// that was right before and is wrong after. A pair is an edit of test/cases/edits at a random place of a schema.
// SEED and PAIRS choose others: `SEED=7 PAIRS=100`.
import { formatPointer, parsePointer } from '@animal-store/openapi-tools';
import fc from 'fast-check';
import { highest, type Level } from '../../src/diff/change.js';
import { compare } from '../../src/diff/compare.js';
import { alignContracts } from '../../src/diff/normalize/align.js';
import { normalizeContract } from '../../src/diff/normalize/normalize-contract.js';
import { readContract } from '../../src/read-contract.js';
import { messagesAt } from '../../src/witness/boundary-messages.js';
import { isSendable } from '../../src/witness/message.js';
import { type Places, type PlacesIn, UNKNOWN_NAME } from '../../src/witness/places.js';
import { WitnessSearch } from '../../src/witness/search.js';
import type { Answer } from '../../src/witness/served-contract.js';
import { schemasAt, type Target } from '../../src/witness/targets.js';
import type { Space } from '../../src/witness/witness.js';
import { readSchemaEdits, type SchemaEdit } from '../support/cases.js';
import { CONTEXT, documentOf, withFolder, write } from '../support/edit-contract.js';

const SEED = Number(process.env.SEED ?? 1);
const PAIRS = Number(process.env.PAIRS ?? 1000);
/** Operations of one contract: each is a pair of its own, and one run of the comparison rates them all. */
const OPERATIONS = 50;
const MESSAGES_PER_PLACE = 40;

const { edits: allEdits, start } = readSchemaEdits();
// A discriminator concerns all operations of the contract. Validators admit integers alone of the type `[integer, number]`.
const edits = allEdits.filter(
  ({ from, to }) => !/discriminator|"integer","number"/.test(JSON.stringify([from, to])),
);

/** A schema before and after. */
type Pair = readonly [from: unknown, to: unknown];
const there = ({ from, to }: SchemaEdit): Pair => [from, to];
const back = ({ from, to }: SchemaEdit): Pair => [to, from];
const same = ({ from }: SchemaEdit): Pair => [from, from];
const one = fc.constantFrom(...[there, back, same].flatMap((side) => edits.map(side)));
const ofParameter = fc.constantFrom(
  ...[there, back].flatMap((side) => edits.filter((edit) => edit.isOfParameter).map(side)),
);

/** Schemas around a schema, some beside another. */
const AROUND: ((inner: unknown, other: unknown) => object)[] = [
  (a) => ({ type: 'object', properties: { a } }),
  (a, b) => ({
    type: 'object',
    required: ['a'],
    properties: { a, b },
    additionalProperties: false,
  }),
  (a) => ({ type: 'object', additionalProperties: a }),
  (items) => ({ type: 'array', items }),
  (schema) => ({ allOf: [schema, { title: 'Other words.' }] }),
  (schema, other) => ({ allOf: [schema, other] }),
  (schema) => ({ anyOf: [schema, { type: 'null' }] }),
  (schema, other) => ({ anyOf: [schema, other] }),
  (schema, other) => ({ oneOf: [other, schema] }),
];
const { pair } = fc.letrec<{ pair: Pair }>((tie) => ({
  pair: fc.oneof(
    { depthSize: 'small' },
    one,
    fc
      .tuple(fc.constantFrom(...AROUND), tie('pair'), one)
      .map(
        ([around, inner, other]): Pair => [around(inner[0], other[0]), around(inner[1], other[1])],
      ),
  ),
}));
const isRequired = fc.boolean();
const operation = fc.oneof(
  fc.record({ place: fc.constantFrom('body', 'reply', 'both'), schemas: pair, isRequired }),
  fc.record({ place: fc.constantFrom('parameter', 'path'), schemas: ofParameter, isRequired }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

test(`of ${PAIRS} random pairs, none rated below major on the wire has a message that becomes wrong`, async () => {
  const counts: Record<Level, number> = { none: 0, patch: 0, minor: 0, major: 0 };
  const found: unknown[] = [];
  for (let seed = SEED; seed < SEED + PAIRS / OPERATIONS; seed += 1) {
    const { changes, search } = await comparePair(seed);
    for (const operation of search.operations) {
      const own = changes.filter((change) => change.operations.includes(operation.id));
      const rated = highest(own.map(({ wire }) => wire));
      counts[rated] += 1;
      if (rated !== 'major')
        found.push(
          ...[search.requestSpaceOf(operation) ?? [], search.replySpacesOf(operation)]
            .flat()
            .flatMap((space) => [...wrongMessages(space)])
            .slice(0, 1)
            .map((wrong) => ({ seed, operation: operation.id, rated, ...wrong })),
        );
    }
  }
  const ratings = Object.entries(counts).map(([level, count]) => `${level} ${count}`);
  process.stdout.write(`seed ${SEED}, ${PAIRS} pairs: ${ratings.join(', ')}\n`);
  expect(found).toEqual([]);
});

/** A contract with an operation for each pair. Their other schemas are the same before and after. */
async function contractOf(operations: readonly Operation[], side: 0 | 1): Promise<string> {
  const { components }: { components: { schemas: object } } = (await documentOf(start)).toJS();
  const bodies: [string, unknown][] = [];
  const paths = operations.map(({ place, schemas, isRequired }, index) => {
    const schemaAt = (...places: string[]) =>
      places.includes(place) ? schemas[side] : { type: 'string' };
    bodies.push([`Body${index}`, schemaAt('body', 'both')]);
    const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
    const schema = schemaAt('parameter', 'path');
    const parameters = [{ name: 'q', in: 'query', required: isRequired, schema }];
    const isHoisted = place === 'path' && side === 1;
    const post = {
      operationId: `operation${index}`,
      parameters: isHoisted ? [] : parameters,
      requestBody: { required: true, ...json({ $ref: `#/components/schemas/Body${index}` }) },
      responses: { 200: { description: 'Done.', ...json(schemaAt('reply', 'both')) } },
    };
    return [`/path${index}`, { parameters: isHoisted ? parameters : [], post }];
  });
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Random', version: '1.0.0' },
    servers: [{ url: 'https://example.com/v1', description: 'Production' }],
    paths: Object.fromEntries(paths),
    components: { schemas: { ...components.schemas, ...Object.fromEntries(bodies) } },
  });
}

async function comparePair(seed: number) {
  const operations = fc.sample(operation, { seed, numRuns: OPERATIONS });
  return withFolder(async (folder) => {
    const files = [
      await write(folder, 'base/openapi.yaml', await contractOf(operations, 0)),
      await write(folder, 'head/openapi.yaml', await contractOf(operations, 1)),
    ] as const;
    const { changes } = await compare(...files, CONTEXT);
    const spellings = new Map<string, string>();
    const [before, after] = await Promise.all(
      files.map(async (file) => {
        const { document } = await readContract(file);
        return { written: document, normalized: normalizeContract(document, spellings).document };
      }),
    );
    if (before === undefined || after === undefined) throw new Error('a contract is missing');
    alignContracts(before.normalized, after.normalized);
    const contracts = { base: before, head: after };
    return { changes, search: new WitnessSearch(contracts) };
  });
}

/** A message, and the fault that the refusal names. */
type Wrong = Record<'message' | 'fault', unknown>;

function* wrongMessages(space: Space): Generator<Wrong> {
  const described = space.kind === 'request' ? space.base : space.head;
  for (const target of allPlaces(space.base, space.head)) {
    for (const message of first(MESSAGES_PER_PLACE, messagesAt(target, space))) {
      const wire = space.toWire(message);
      if (!isSendable(wire)) continue;
      const refused = space.refuses(wire);
      const isKnown =
        refused.status > 0 || refused.reason !== undefined || refused.details.length > 0;
      if (refused.isAccepted || !isKnown || isFreeName(refused, described)) continue;
      if (space.accepts(wire).isAccepted) yield { message, fault: refused };
    }
  }
}

/**
 * Whether the faults are in properties that the contract does not describe: of requests, the base; of replies, the head. An
 * open object accepts them. That a name gets a meaning, or loses it, is rated as an addition, or as the removal of what
 * replies may lack.
 */
function isFreeName({ details }: Pick<Answer, 'details'>, contract: PlacesIn | undefined): boolean {
  if (contract === undefined) return false;
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

function allPlaces(base: PlacesIn, head: PlacesIn | undefined): Target[] {
  const all: Places = new Map([...base.places, ...(head?.places ?? [])]);
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
