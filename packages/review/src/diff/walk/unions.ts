// Branches of `oneOf` and `anyOf`, conjuncts of `allOf`, and discriminators.
import { isDeepStrictEqual } from 'node:util';
import { entriesOf, getIn, isObject, type JsonObject } from '@animal-store/openapi-tools';
import type { Rating } from '../change.js';
import { describeValueChange } from '../describe-change.js';
import { areDisjointBranches, isAmbiguous } from './branches.js';
import {
  below,
  both,
  childOf,
  documentation,
  type Finding,
  finding,
  type Part,
} from './finding.js';
import type { Relation } from './relations.js';
import { follow, placeOf, type SchemaPair, valuesOf } from './schema-walk.js';

export function unionChanges(keyword: string, pair: SchemaPair): Finding[] {
  const { base, head } = placeOf(pair, keyword);
  if (base !== undefined && head !== undefined) return branchChanges(keyword, pair, base, head);
  const relation = conversionOf(pair) ?? (base === undefined ? 'narrower' : 'wider');
  if (relation === 'same') return [];
  const text = `\`${keyword}\`${pair.of} was ${base === undefined ? 'added' : 'removed'}.`;
  return [pair.walk.related({ base, head }, text, relation)];
}

/** How the valid values change where `oneOf` becomes `anyOf` with the same branches, or the other way round. */
function conversionOf({ was, is, walk }: SchemaPair): Relation | undefined {
  for (const [from, to, relation] of [
    ['oneOf', 'anyOf', 'wider'],
    ['anyOf', 'oneOf', 'narrower'],
  ] as const) {
    const branches = was[from];
    if (!Array.isArray(branches) || !isDeepStrictEqual(branches, is[to])) continue;
    return areDisjointBranches(walk.documents.head, branches) ? 'same' : relation;
  }
  return undefined;
}

function branchChanges(keyword: string, pair: SchemaPair, base: Part, head: Part): Finding[] {
  const before = partsOf(base);
  const after = partsOf(head);
  const found: Finding[] = [];
  const take = (isMatch: (one: Part, other: Part) => boolean) => {
    for (const one of [...before]) {
      const index = after.findIndex((other) => isMatch(one, other));
      const [other] = index < 0 ? [] : after.splice(index, 1);
      if (other === undefined) continue;
      before.splice(before.indexOf(one), 1);
      found.push(...below([keyword, keyOf(other)], pair.walk.compare(one, other)));
    }
  };
  take((one, other) => isDeepStrictEqual(one.value, other.value));
  take((one, other) => !isReference(one) && !isReference(other) && isAlike(one, other));
  if (before.length === 1 && after.length === 1 && keyword === 'allOf') take(() => true);
  return [
    ...found,
    ...before.map((part) => changedBranch(keyword, pair, { base: part })),
    ...after.map((part) => changedBranch(keyword, pair, { head: part })),
  ];
}

function changedBranch(
  keyword: string,
  pair: SchemaPair,
  place: { base?: Part; head?: Part },
): Finding {
  const isAdded = place.base === undefined;
  const text = isAdded ? 'added.' : 'removed.';
  const part = place.base ?? place.head;
  const path = [keyword, part === undefined ? '' : keyOf(part)];
  if (keyword === 'allOf')
    return pair.walk.related(place, text, isAdded ? 'narrower' : 'wider', path);
  const rating = isAdded ? rateAdded(keyword, pair, path[1] ?? '') : rateRemoved(pair);
  return { ...finding(place, text, rating, path), relation: isAdded ? 'wider' : 'narrower' };
}

function rateAdded(keyword: string, { is, walk }: SchemaPair, key: string): Rating {
  if (walk.direction === 'response')
    return both('major', 'A client may receive a value that it does not know.');
  return keyword === 'oneOf' && isAmbiguous(walk.documents.head, is, Number(key))
    ? {
        wire: 'major',
        source: 'minor',
        why: 'A value that matches two branches of `oneOf` is rejected.',
      }
    : both('minor', 'More requests are valid.');
}

function rateRemoved({ walk }: SchemaPair): Rating {
  return walk.direction === 'response'
    ? {
        wire: 'minor',
        source: 'major',
        why: 'A client receives fewer kinds of values; code that handles this one does not compile.',
      }
    : both('major', 'A request with such a value is rejected.');
}

function partsOf(list: Part): Part[] {
  return (Array.isArray(list.value) ? [...list.value.keys()] : []).flatMap(
    (index) => childOf(list, String(index)) ?? [],
  );
}

function keyOf({ pointer }: Part): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

function isReference({ value }: Part): boolean {
  return isObject(value) && '$ref' in value;
}

/** Whether two branches are one that changed: their types and their names of properties are the same, as far as they have them. */
function isAlike({ value: one }: Part, { value: other }: Part): boolean {
  if (!isObject(one) || !isObject(other)) return false;
  if (!isDeepStrictEqual(one.type, other.type)) return false;
  const [mine, theirs] = [one, other].map((schema) =>
    Object.keys(isObject(schema.properties) ? schema.properties : {}),
  );
  return (
    mine?.length === 0 ||
    theirs?.length === 0 ||
    mine?.some((name) => theirs?.includes(name)) === true
  );
}

/** Changes of how a property chooses a branch. */
export function discriminatorChanges(pair: SchemaPair): Finding[] {
  const { base, head } = placeOf(pair, 'discriminator');
  const { documents, direction } = pair.walk;
  if (base === undefined || head === undefined) {
    const [document, schema, part] =
      base === undefined ? [documents.head, pair.is, head] : [documents.base, pair.was, base];
    const isSame = isImplied(document, schema, getIn(part?.value, 'propertyName'));
    const rating = isSame
      ? documentation('The constants of the branches say the same.')
      : both('major');
    const text = base === undefined ? 'added.' : 'removed.';
    return [
      {
        ...finding({ base, head }, text, rating, ['discriminator']),
        relation: isSame ? 'same' : 'other',
      },
    ];
  }
  const [was, is] = [base, head].map((part) => getIn(part.value, 'propertyName'));
  const named =
    was === is
      ? []
      : [
          finding(
            { base: childOf(base, 'propertyName'), head: childOf(head, 'propertyName') },
            describeValueChange('propertyName', was, is),
            both('major'),
            ['discriminator'],
          ),
        ];
  const names = new Set(
    [base, head].flatMap((part) => entriesOf(getIn(part.value, 'mapping')).map(([name]) => name)),
  );
  return [...named, ...[...names].flatMap((name) => mappingChange(name, base, head, direction))];
}

function mappingChange(
  name: string,
  base: Part,
  head: Part,
  direction: 'request' | 'response',
): Finding[] {
  const [before, after] = [childOf(base, 'mapping', name), childOf(head, 'mapping', name)];
  const path = ['discriminator', 'mapping', name];
  if (before === undefined)
    return [
      finding(
        { head: after },
        'added.',
        direction === 'request'
          ? both('minor')
          : both('major', 'A client may receive a value that it does not know.'),
        path,
      ),
    ];
  if (after === undefined)
    return [
      finding(
        { base: before },
        'removed.',
        direction === 'request'
          ? both('major', 'A request with such a value is rejected.')
          : both('minor', 'A client receives fewer kinds of values.'),
        path,
      ),
    ];
  if (before.value === after.value) return [];
  return [
    finding(
      { base: before, head: after },
      describeValueChange(name, before.value, after.value),
      both('major'),
      path,
    ),
  ];
}

/** Whether each branch requires the property, and has its own values of it. */
function isImplied(
  document: JsonObject,
  schema: Record<string, unknown>,
  property: unknown,
): boolean {
  const branches: unknown[] = [schema.oneOf ?? schema.anyOf ?? []].flat();
  const values = branches.map((branch) => {
    const { value } = follow(document, { value: branch, pointer: '#' });
    const required = getIn(value, 'required');
    const named = getIn(value, 'properties', String(property));
    if (!Array.isArray(required) || !required.includes(property) || !isObject(named))
      return undefined;
    return valuesOf(named);
  });
  const all = values.flatMap((list) => list ?? []);
  return (
    values.length > 0 &&
    values.every((list) => list !== undefined) &&
    new Set(all).size === all.length
  );
}
