// Branches of `oneOf` and `anyOf`, conjuncts of `allOf`, and discriminators.
import { isDeepStrictEqual } from 'node:util';
import { getIn, isObject, type JsonObject, parsePointer } from '@animal-store/openapi-tools';
import { areDisjointBranches, isAmbiguous } from './branches.js';
import {
  added,
  below,
  both,
  childOf,
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
import { follow, type SchemaPair, valuesOf } from './schema-walk.js';

const UNKNOWN_VALUE = both('major', 'A client may receive a value that it does not know.');
const REJECTED_VALUE = both('major', 'A request with such a value is rejected.');

export function* unionChanges(pair: SchemaPair, keyword: string): Findings {
  const sides = inside(pair, keyword);
  if (isPair(sides)) return yield* branchChanges(keyword, pair, sides);
  const relation = conversionOf(pair) ?? (sides.base === undefined ? 'narrower' : 'wider');
  const text = `\`${keyword}\`${pair.of} was ${added(sides)}.`;
  if (relation !== 'same') yield pair.walk.related(sides, text, relation);
}

/** How the valid values change where `oneOf` becomes `anyOf` with the same branches, or the other way round. */
function conversionOf({ was, is, walk }: SchemaPair): Relation | undefined {
  const toAny = Array.isArray(was.oneOf) && isDeepStrictEqual(was.oneOf, is.anyOf);
  const toOne = Array.isArray(was.anyOf) && isDeepStrictEqual(was.anyOf, is.oneOf);
  if (!toAny && !toOne) return undefined;
  const branches = [was.oneOf ?? was.anyOf].flat();
  if (areDisjointBranches(walk.documents.head, branches)) return 'same';
  return toAny ? 'wider' : 'narrower';
}

function* branchChanges(keyword: string, pair: SchemaPair, { base, head }: Pair): Findings {
  const [before, after] = [partsOf(base), partsOf(head)];
  const matches: ((one: Part, other: Part) => boolean)[] = [
    (one, other) => isDeepStrictEqual(one.value, other.value),
    isAlike,
    () => keyword === 'allOf' && before.length === 1 && after.length === 1,
  ];
  for (const isMatch of matches)
    for (const one of [...before]) {
      const other = after.find((candidate) => isMatch(one, candidate));
      if (other === undefined) continue;
      yield* below([keyword, keyOf(other)], pair.walk.compare(one, other));
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
  const path = [keyword, part === undefined ? '' : keyOf(part)];
  if (keyword === 'allOf') return walk.presence(sides, '', path);
  const isAdded = sides.base === undefined;
  const isAmbiguousNow =
    isAdded && keyword === 'oneOf' && isAmbiguous(walk.documents.head, is, Number(path[1]));
  const ambiguous = 'A value that matches two branches of `oneOf` is rejected.';
  const fewer =
    'A client receives fewer kinds of values; code that handles this one does not compile.';
  const rating =
    walk.direction === 'response'
      ? isAdded
        ? UNKNOWN_VALUE
        : dispensable(fewer)
      : isAmbiguousNow
        ? { wire: 'major' as const, source: 'minor' as const, why: ambiguous }
        : isAdded
          ? both('minor', 'More requests are valid.')
          : REJECTED_VALUE;
  return finding(sides, `${added(sides)}.`, rating, path, isAdded ? 'wider' : 'narrower');
}

function partsOf(list: Part): Part[] {
  return (Array.isArray(list.value) ? [...list.value.keys()] : []).flatMap(
    (index) => childOf(list, String(index)) ?? [],
  );
}

function keyOf({ pointer }: Part): string {
  return parsePointer(pointer).at(-1) ?? '';
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
  const isRequest = walk.direction === 'request';
  const rating =
    sides.base === undefined
      ? isRequest
        ? both('minor')
        : UNKNOWN_VALUE
      : isRequest
        ? REJECTED_VALUE
        : both('minor', 'A client receives fewer kinds of values.');
  return [finding(sides, `${added(sides)}.`, rating)];
}

/** Whether each branch requires the property, and has its own values of it. */
function isImplied(document: JsonObject, schema: JsonObject, property: unknown): boolean {
  const branches: unknown[] = [schema.oneOf ?? schema.anyOf ?? []].flat();
  const values = branches.map((branch) => {
    const { value } = follow(document, { value: branch, pointer: '#' });
    const required = getIn(value, 'required');
    const named = getIn(value, 'properties', String(property));
    const isChosen = Array.isArray(required) && required.includes(property) && isObject(named);
    return isChosen ? valuesOf(named) : undefined;
  });
  const all = values.flatMap((list) => list ?? []);
  return values.length > 0 && !values.includes(undefined) && new Set(all).size === all.length;
}
