// Ratings of changes inside schemas, by the directions in which messages have them.

import { isDeepStrictEqual } from 'node:util';
import { formatPointer, getIn, parsePointer, resolvePointer } from '@animal-store/openapi-tools';
import { affectedPointers } from '../affected-pointers.js';
import { type Documents, highest, type Rating } from '../change.js';
import { type Direction, directionsOf } from '../operations.js';
import { isProperty } from '../property-pointer.js';
import type { RedoclyChange } from '../redocly-diff.js';
import { areDisjointBranches, isAmbiguousBranch, isBranch } from './branches.js';
import { isConstraint, type Relation, rateConstraint, rateRelation } from './constraints.js';
import { hasItems, isInCondition, isMapWithOtherValues } from './context.js';
import { rateAdditional, rateProperty, rateRequired } from './object-keywords.js';

/** Redocly's names of schemas and of their parts. */
const SCHEMA_TYPES = /^(?:Schema|(?:Any|One|All)Of)/;

/** The rating of a change of a schema; undefined if it is not known here. */
export function rateSchemaChange(change: RedoclyChange, documents: Documents): Rating | undefined {
  if (!SCHEMA_TYPES.test(change.typeName)) return undefined;
  if (isInCondition(change))
    return worst(directionsIn(change, documents), (direction) => rateRelation('other', direction));
  const rate = ratingFor(change, documents);
  if (rate === undefined) return undefined;
  return worst(directionsIn(change, documents), rate);
}

type RateDirection = (direction: Direction) => Rating;

function ratingFor(change: RedoclyChange, documents: Documents): RateDirection | undefined {
  const { property, path, kind } = change;
  const keys = parsePointer(path);
  const [group, name = ''] = keys.slice(-2);
  if (property === 'required') return (direction) => rateRequired(change, documents, direction);
  if (property === undefined && kind !== 'modified' && isProperty(keys))
    return (direction) => rateProperty(change, documents, direction);
  if (
    property === 'additionalProperties' ||
    (property === undefined && name === 'additionalProperties')
  )
    return (direction) => rateAdditional(change, documents, direction);
  if (property !== undefined && isConstraint(property))
    return (direction) =>
      rateConstraint(property, change.base?.value, change.head?.value, direction);
  if (property !== undefined || kind === 'modified') return undefined;
  if (name === 'properties' && kind === 'added' && isMapWithOtherValues(change, documents))
    return (direction) => rateRelation('other', direction);
  if (group === 'prefixItems' || name === 'prefixItems') {
    const isExact = !path.includes('/prefixItems/') && !hasItems(change, documents);
    return (direction) =>
      rateRelation(isExact ? (kind === 'added' ? 'narrower' : 'wider') : 'other', direction);
  }
  if (isBranch(path)) return (direction) => rateBranch(change, documents, direction);
  const relation = kind === 'added' ? 'narrower' : 'wider';
  if (/^(?:anyOf|oneOf)$/.test(name)) {
    const converted = conversionOf(change, documents);
    return (direction) => rateRelation(converted ?? relation, direction);
  }
  if (group === 'allOf' || /^(?:allOf|items|not|contains|propertyNames|if|then|else)$/.test(name))
    return (direction) => rateRelation(relation, direction);
  return undefined;
}

/** The worst of the ratings in several directions. A schema that no message has changes nothing. */
function worst(directions: Direction[], rate: RateDirection): Rating {
  const ratings = directions.map((direction) => ({ direction, ...rate(direction) }));
  const wire = highest(ratings.map((rating) => rating.wire));
  const source = highest(['patch', ...ratings.map((rating) => rating.source)]);
  const decisive =
    ratings.find((rating) => rating.wire === wire && wire !== 'none') ??
    ratings.find((rating) => rating.source === source);
  const [broken, ...others] = ratings.filter((rating) => rating.wire === 'major');
  return {
    wire,
    source,
    why: decisive?.why ?? 'No operation uses it.',
    ...(others.length === 0 && { brokenDirection: broken?.direction }),
  };
}

function rateBranch(change: RedoclyChange, documents: Documents, direction: Direction): Rating {
  const isAdded = change.kind === 'added';
  if (direction === 'response')
    return isAdded
      ? {
          wire: 'major',
          source: 'major',
          why: 'A client may receive a value that it does not know.',
        }
      : {
          wire: 'minor',
          source: 'major',
          why: 'A client receives fewer kinds of values; code that handles this one does not compile.',
        };
  if (!isAdded)
    return { wire: 'major', source: 'major', why: 'A request with such a value is rejected.' };
  return isAmbiguousBranch(documents.head, change.head?.pointer ?? change.path)
    ? {
        wire: 'major',
        source: 'minor',
        why: 'A value that matches two branches of `oneOf` is rejected.',
      }
    : { wire: 'minor', source: 'minor', why: 'More requests are valid.' };
}

/** How the valid values change where `oneOf` becomes `anyOf` with the same branches, or the other way round. */
function conversionOf(
  { path, base, head }: RedoclyChange,
  documents: Documents,
): Relation | undefined {
  const keys = parsePointer((head ?? base)?.pointer ?? path);
  const schemaPointer = formatPointer(...keys.slice(0, -1));
  const [was, is] = [documents.base, documents.head].map((document) =>
    resolvePointer(document, schemaPointer),
  );
  for (const [from, to, relation] of [
    ['oneOf', 'anyOf', 'wider'],
    ['anyOf', 'oneOf', 'narrower'],
  ] as const) {
    const branches = getIn(was, from);
    if (!Array.isArray(branches) || !isDeepStrictEqual(branches, getIn(is, to))) continue;
    return areDisjointBranches(documents.head, branches) ? 'same' : relation;
  }
  return undefined;
}

/** The directions in which the changed value is sent, before or after the change. */
export function directionsIn(change: RedoclyChange, documents: Documents): Direction[] {
  const pointers = affectedPointers(change, documents);
  const found = [documents.base, documents.head].flatMap((document) =>
    pointers.flatMap((pointer) => directionsOf(document, pointer)),
  );
  return [...new Set(found)];
}
