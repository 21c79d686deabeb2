// Branches of `oneOf` and `anyOf`, conjuncts of `allOf`, and discriminators.
import { isDeepStrictEqual } from 'node:util';
import { getIn, isObject, type JsonObject, lastKey, listOf } from '@animal-store/openapi-tools';
import type { Direction, Rating } from '../change.js';
import { isAmbiguous, valuesOf } from './branches.js';
import {
  added,
  below,
  both,
  childrenOf,
  dispensable,
  documentation,
  entriesIn,
  type Findings,
  finding,
  inside,
  isPair,
  type Pair,
  type Part,
  type Sides,
  valueChange,
  valuesAt,
} from './finding.js';
import type { Relation } from './relations.js';
import { follow, type SchemaPair } from './schema-walk.js';

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
  const sides = inside(pair, keyword);
  if (isPair(sides)) return yield* branchChanges(keyword, pair, sides);
  const relation = conversionOf(pair) ?? (sides.base === undefined ? 'narrower' : 'wider');
  const text = `\`${keyword}\`${pair.of} was ${added(sides)}.`;
  yield pair.walk.related(sides, text, relation);
}

/** How the valid values change where `oneOf` becomes `anyOf` with the same branches, two of which may match, or back. */
function conversionOf({ was, is }: SchemaPair): Relation | undefined {
  if (Array.isArray(was.oneOf) && isDeepStrictEqual(was.oneOf, is.anyOf)) return 'wider';
  if (Array.isArray(was.anyOf) && isDeepStrictEqual(was.anyOf, is.oneOf)) return 'narrower';
  return undefined;
}

function* branchChanges(keyword: string, pair: SchemaPair, { base, head }: Pair): Findings {
  const [before, after] = [childrenOf(base), childrenOf(head)];
  const matches: ((one: Part, other: Part) => boolean)[] = [
    (one, other) => isDeepStrictEqual(one.value, other.value),
    isAlike,
    () => keyword === 'allOf' && before.length === 1 && after.length === 1,
  ];
  for (const isMatch of matches)
    for (const one of [...before]) {
      const other = after.find((candidate) => isMatch(one, candidate));
      if (other === undefined) continue;
      yield* below([keyword, lastKey(other.pointer)], pair.walk.compare(one, other));
      after.splice(after.indexOf(other), 1);
      before.splice(before.indexOf(one), 1);
    }
  for (const sides of [
    ...before.map((part) => ({ base: part })),
    ...after.map((part) => ({ head: part })),
  ])
    yield changedBranch(keyword, pair, sides);
}

function changedBranch(keyword: string, { is, walk }: SchemaPair, sides: Sides) {
  const part = sides.base ?? sides.head;
  const path = [keyword, lastKey(part?.pointer ?? '')];
  if (keyword === 'allOf') return walk.presence(sides, '', path);
  const isAmbiguousNow =
    sides.base === undefined &&
    keyword === 'oneOf' &&
    walk.direction === 'request' &&
    isAmbiguous(walk.documents.head, is, Number(path[1]));
  const change = added(sides);
  const rating = isAmbiguousNow ? AMBIGUOUS : OF_BRANCHES[walk.direction][change];
  return finding(sides, `${change}.`, rating, path, change === 'added' ? 'wider' : 'narrower');
}

/** Whether two branches are one that changed: their types and their names of properties are the same, as far as they have them. */
function isAlike({ value: one }: Part, { value: other }: Part): boolean {
  if (!isObject(one) || !isObject(other) || '$ref' in one || '$ref' in other) return false;
  if (!isDeepStrictEqual(one.type, other.type)) return false;
  const [mine = [], theirs = []] = [one, other].map((schema) =>
    Object.keys(isObject(schema.properties) ? schema.properties : {}),
  );
  return mine.length === 0 || theirs.length === 0 || mine.some((name) => theirs.includes(name));
}

/** Changes of how a property chooses a branch. */
export function* discriminatorChanges(pair: SchemaPair): Findings {
  const sides = inside(pair, 'discriminator');
  if (isPair(sides)) {
    const path = ['discriminator'];
    const named = inside(sides, 'propertyName');
    yield* below(path, valueChange(named, 'propertyName', both('major')));
    for (const [name, values] of entriesIn(inside(sides, 'mapping')).all)
      yield* below([...path, 'mapping', name], mappingChange(name, values, pair));
    return;
  }
  const { documents } = pair.walk;
  const [document, schema] =
    sides.base === undefined ? [documents.head, pair.is] : [documents.base, pair.was];
  const property = valuesAt(sides).map((value) => getIn(value, 'propertyName'));
  const isSame = isImplied(document, schema, property[0] ?? property[1]);
  const same = documentation('The constants of the branches say the same.');
  const [rating, relation] = isSame ? [same, 'same' as const] : [both('major'), 'other' as const];
  yield finding(sides, `${added(sides)}.`, rating, ['discriminator'], relation);
}

function mappingChange(name: string, sides: Sides, { walk }: SchemaPair): Findings {
  if (isPair(sides)) return valueChange(sides, name, both('major'));
  return [finding(sides, `${added(sides)}.`, OF_NAMES[walk.direction][added(sides)])];
}

/** Whether each branch requires the property, and has its own values of it. */
function isImplied(document: JsonObject, schema: JsonObject, property: unknown): boolean {
  const branches: unknown[] = [schema.oneOf ?? schema.anyOf ?? []].flat();
  const values = branches.map((branch) => {
    const { value } = follow(document, { value: branch, pointer: '#' });
    const named = getIn(value, 'properties', String(property));
    const isChosen = listOf(getIn(value, 'required')).includes(property) && isObject(named);
    return isChosen ? valuesOf(named) : undefined;
  });
  const all = values.flatMap((list) => list ?? []);
  return values.length > 0 && !values.includes(undefined) && new Set(all).size === all.length;
}
