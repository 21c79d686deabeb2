// Branches of `oneOf` and `anyOf`, conjuncts of `allOf`, and discriminators.
import { isDeepStrictEqual } from 'node:util';
import type { Direction, Discriminator, Edge, Schema } from '@animal-store/spec/model';
import type { Rating } from '../change.js';
import { branchesIn, type Combinator, isAmbiguous } from '../normalize/align.js';
import { isReference } from '../normalize/keywords.js';
import { areSame, isSameEdge } from '../normalize/same-schema.js';
import { both, dispensable, documentation } from '../ratings.js';
import type { Relation } from './relations.js';
import type { SchemaPair } from './schema-pair.js';
import {
  childrenOf,
  entriesOfBoth,
  type Finding,
  type Findings,
  matchParts,
  type Pair,
  type Sides,
} from './sides.js';

const UNKNOWN_VALUE = both('major', 'A client may receive a value that it does not know.');
const REJECTED_VALUE = both('major', 'A request with such a value is rejected.');
const FEWER =
  'A client receives fewer kinds of values; code that handles this one does not compile.';

type Ratings = Record<Direction, Record<'added' | 'removed', Rating>>;
const OF_BRANCHES: Ratings = {
  request: { added: both('minor', 'More requests are valid.'), removed: REJECTED_VALUE },
  reply: { added: UNKNOWN_VALUE, removed: dispensable(FEWER) },
};
const OF_NAMES: Ratings = {
  request: { added: both('minor'), removed: REJECTED_VALUE },
  reply: {
    added: UNKNOWN_VALUE,
    removed: both('minor', 'A client receives fewer kinds of values.'),
  },
};
const AMBIGUOUS: Rating = {
  wire: 'major',
  source: 'minor',
  why: 'A value that matches two branches of `oneOf` is rejected.',
};

export function* unionChanges(pair: SchemaPair, keyword: Combinator): Findings {
  const sides = pair.at((schema) => branchesIn(schema, keyword), keyword);
  if (sides.isPair()) return yield* branchChanges(keyword, pair, sides);
  const relation = conversionOf(pair) ?? (sides.base === undefined ? 'narrower' : 'wider');
  yield pair.related(sides, `\`${keyword}\`${pair.of} was ${sides.change}.`, relation);
}

/** How the valid values change where `oneOf` becomes `anyOf` with the same branches, two of which may match, or back. */
function conversionOf({ was, is }: SchemaPair): Relation | undefined {
  if (was.oneOf && areSame(was.oneOf.branches, is.anyOf?.branches)) return 'wider';
  if (was.anyOf && areSame(was.anyOf.branches, is.oneOf?.branches)) return 'narrower';
  return undefined;
}

function* branchChanges(
  keyword: Combinator,
  pair: SchemaPair,
  { base, head }: Pair<readonly Edge[]>,
): Findings {
  const { pairs, alone } = matchParts(
    [...pair.path, keyword],
    childrenOf(base),
    childrenOf(head),
    (one, other) => isSameEdge(one.value, other.value),
    (one, other) => isAlike(one.value, other.value),
    (_one, _other, isLast) => isLast && keyword === 'allOf',
  );
  for (const branch of pairs.flat()) yield* pair.walk.compare(branch);
  for (const sides of alone) yield changedBranch(keyword, pair, sides);
  const isAdded = alone.some(({ base: before }) => before === undefined);
  const ambiguous = pairs.flat().filter((branch) => isAmbiguousNow(keyword, pair, branch));
  const widened = ambiguous.find(({ was, is }) => !isSameEdge(was, is)) ?? ambiguous[0];
  if (!isAdded && widened) yield widened.find('overlaps another branch.', AMBIGUOUS, 'narrower');
}

function changedBranch(keyword: Combinator, pair: SchemaPair, sides: Sides<Edge>): Finding {
  if (keyword === 'allOf') return pair.alone(sides, '');
  const rating = isAmbiguousNow(keyword, pair, sides)
    ? AMBIGUOUS
    : OF_BRANCHES[pair.direction][sides.change];
  const relation = sides.base === undefined ? 'wider' : 'narrower';
  return sides.find(`${sides.change}.`, rating, relation);
}

/** Whether a request can match a branch of the head and another one, but not the same branch of the base. */
function isAmbiguousNow(
  keyword: Combinator,
  { was, is, direction }: SchemaPair,
  { base, head }: Sides<Edge>,
): boolean {
  if (keyword !== 'oneOf' || direction !== 'request' || head === undefined) return false;
  const wasAmbiguous = base && isAmbiguous(was, Number(base.key));
  return !wasAmbiguous && isAmbiguous(is, Number(head.key));
}

/** Whether two branches are one that changed: their types and their names of properties are the same, as far as they have them. */
function isAlike(one: Edge, other: Edge): boolean {
  if ([one, other].some((edge) => isReference(edge) || edge.schema.reference)) return false;
  if ([one, other].some(({ schema }) => schema.isNever)) return false;
  if (!isDeepStrictEqual(one.schema.types, other.schema.types)) return false;
  const [mine = [], theirs = []] = [one, other].map(({ schema }) => [
    ...(schema.properties?.keys() ?? []),
  ]);
  return mine.length === 0 || theirs.length === 0 || mine.some((name) => theirs.includes(name));
}

/** Changes of how a property chooses a branch. */
export function* discriminatorChanges(pair: SchemaPair): Findings {
  const sides = pair.below(({ discriminator }) => discriminator, 'discriminator');
  if (sides.isPair()) {
    const key = 'propertyName';
    yield* sides.at(({ property }) => property, key).valueChange(key, both('major'));
    const mapping = sides.below((one: Discriminator) => one.mapping, 'mapping');
    for (const [name, target] of entriesOfBoth(mapping)) yield* mappingChange(name, target, pair);
    return;
  }
  if (haveOwnConstants(sides.base === undefined ? pair.is : pair.was)) {
    const same = documentation('The constants of the branches say the same.');
    yield sides.find(`${sides.change}.`, same, 'same');
  } else yield sides.find(`${sides.change}.`, both('major'), 'other');
}

function mappingChange(name: string, sides: Sides<string>, { direction }: SchemaPair): Findings {
  if (sides.isPair()) return sides.valueChange(name, both('major'));
  return [sides.find(`${sides.change}.`, OF_NAMES[direction][sides.change])];
}

/** Whether each branch requires the property of the discriminator, and has its own values of it. */
function haveOwnConstants({ oneOf, anyOf, discriminator }: Schema): boolean {
  const { property = '' } = discriminator ?? {};
  const values = (oneOf ?? anyOf)?.branches.map(({ schema }) =>
    schema.required.includes(property) ? schema.properties?.get(property)?.schema.enum : undefined,
  );
  if (values === undefined || values.length === 0 || values.includes(undefined)) return false;
  const all = values.flatMap((list) => list ?? []);
  return new Set(all).size === all.length;
}
