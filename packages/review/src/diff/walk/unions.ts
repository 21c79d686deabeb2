// Branches of `oneOf` and `anyOf`, conjuncts of `allOf`, and discriminators.
import { isDeepStrictEqual } from 'node:util';
import { getIn, isObject, type JsonObject, listOf } from '@animal-store/spec';
import type { Direction, Rating } from '../change.js';
import { isAmbiguous, valuesOf } from '../normalize/align.js';
import { both, dispensable, documentation } from '../ratings.js';
import type { Relation } from './relations.js';
import { follow, type SchemaPair } from './schema-walk.js';
import { type Finding, type Findings, matchParts, type Pair, Part, type Sides } from './sides.js';

const UNKNOWN_VALUE = both('major', 'A client may receive a value that it does not know.');
const REJECTED_VALUE = both('major', 'A request with such a value is rejected.');
const FEWER =
  'A client receives fewer kinds of values; code that handles this one does not compile.';

type Ratings = Record<Direction, Record<'added' | 'removed', Rating>>;
const OF_BRANCHES: Ratings = {
  request: { added: both('minor', 'More requests are valid.'), removed: REJECTED_VALUE },
  response: { added: UNKNOWN_VALUE, removed: dispensable(FEWER) },
};
const OF_NAMES: Ratings = {
  request: { added: both('minor'), removed: REJECTED_VALUE },
  response: {
    added: UNKNOWN_VALUE,
    removed: both('minor', 'A client receives fewer kinds of values.'),
  },
};
const AMBIGUOUS: Rating = {
  wire: 'major',
  source: 'minor',
  why: 'A value that matches two branches of `oneOf` is rejected.',
};

export function* unionChanges(pair: SchemaPair, keyword: string): Findings {
  const sides = pair.at(keyword);
  if (sides.isPair()) return yield* branchChanges(keyword, pair, sides);
  const relation = conversionOf(pair) ?? (sides.base === undefined ? 'narrower' : 'wider');
  yield pair.related(sides, `\`${keyword}\`${pair.of} was ${sides.change}.`, relation);
}

/** How the valid values change where `oneOf` becomes `anyOf` with the same branches, two of which may match, or back. */
function conversionOf({ was, is }: SchemaPair): Relation | undefined {
  if (Array.isArray(was.oneOf) && isDeepStrictEqual(was.oneOf, is.anyOf)) return 'wider';
  if (Array.isArray(was.anyOf) && isDeepStrictEqual(was.anyOf, is.oneOf)) return 'narrower';
  return undefined;
}

function* branchChanges(keyword: string, pair: SchemaPair, { base, head }: Pair): Findings {
  const { pairs, alone } = matchParts(
    [...pair.path, keyword],
    base.children,
    head.children,
    (one, other) => isDeepStrictEqual(one.value, other.value),
    isAlike,
    (_one, _other, isAll) => isAll && keyword === 'allOf',
  );
  for (const branch of pairs.flat()) yield* pair.walk.compare(branch);
  for (const sides of alone) yield changedBranch(keyword, pair, sides);
  const isAdded = alone.some(({ base: before }) => before === undefined);
  const ambiguous = pairs.flat().filter((branch) => isAmbiguousNow(keyword, pair, branch));
  const widened = ambiguous.find(({ isSame }) => !isSame) ?? ambiguous[0];
  if (!isAdded && widened) yield widened.find('overlaps another branch.', AMBIGUOUS, 'narrower');
}

function changedBranch(keyword: string, pair: SchemaPair, sides: Sides): Finding {
  if (keyword === 'allOf') return pair.alone(sides, '');
  const rating = isAmbiguousNow(keyword, pair, sides)
    ? AMBIGUOUS
    : OF_BRANCHES[pair.direction][sides.change];
  const relation = sides.base === undefined ? 'wider' : 'narrower';
  return sides.find(`${sides.change}.`, rating, relation);
}

/** Whether a request can match a branch of the head and another one, but not the same branch of the base. */
function isAmbiguousNow(
  keyword: string,
  { was, is, direction, walk: { documents } }: SchemaPair,
  { base, head }: Sides,
): boolean {
  if (keyword !== 'oneOf' || direction !== 'request' || head === undefined) return false;
  const wasAmbiguous = base && isAmbiguous(documents.base, was, Number(base.key));
  return !wasAmbiguous && isAmbiguous(documents.head, is, Number(head.key));
}

/** Whether two branches are one that changed: their types and their names of properties are the same, as far as they have them. */
function isAlike({ value: one }: Part, { value: other }: Part): boolean {
  if (!isObject(one) || !isObject(other) || '$ref' in one || '$ref' in other) return false;
  if (!isDeepStrictEqual(one.type, other.type)) return false;
  const [mine = [], theirs = []] = [one, other].map((schema) =>
    Object.keys(Object(schema.properties)),
  );
  return mine.length === 0 || theirs.length === 0 || mine.some((name) => theirs.includes(name));
}

/** Changes of how a property chooses a branch. */
export function* discriminatorChanges(pair: SchemaPair, keyword: string): Findings {
  const sides = pair.below(keyword);
  const { documents } = pair.walk;
  if (sides.isPair()) {
    const key = 'propertyName';
    yield* sides.at(key).valueChange(key, both('major'));
    const mapping = sides.below('mapping');
    for (const name of mapping.keys) yield* mappingChange(name, mapping.below(name), pair);
    return;
  }
  const [document, schema] =
    sides.base === undefined ? [documents.head, pair.is] : [documents.base, pair.was];
  const property = getIn(schema, keyword, 'propertyName');
  if (isImplied(document, schema, property)) {
    const same = documentation('The constants of the branches say the same.');
    yield sides.find(`${sides.change}.`, same, 'same');
  } else yield sides.find(`${sides.change}.`, both('major'), 'other');
}

function mappingChange(name: string, sides: Sides, { direction }: SchemaPair): Findings {
  if (sides.isPair()) return sides.valueChange(name, both('major'));
  return [sides.find(`${sides.change}.`, OF_NAMES[direction][sides.change])];
}

/** Whether each branch requires the property, and has its own values of it. */
function isImplied(document: JsonObject, schema: JsonObject, property: unknown): boolean {
  const branches: unknown[] = [schema.oneOf ?? schema.anyOf ?? []].flat();
  const values = branches.map((branch) => {
    const { value } = follow(document, new Part(branch, '#'));
    const named = getIn(value, 'properties', String(property));
    const isChosen = listOf(getIn(value, 'required')).includes(property) && isObject(named);
    return isChosen ? valuesOf(named) : undefined;
  });
  const all = values.flatMap((list) => list ?? []);
  return values.length > 0 && !values.includes(undefined) && new Set(all).size === all.length;
}
