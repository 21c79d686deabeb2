// Properties of objects: which messages have them, and what their addition, removal and requirement mean.
import { isDeepStrictEqual } from 'node:util';
import { entriesOf, isObject, type JsonObject, listOf } from '@animal-store/openapi-tools';
import type { Direction, Rating } from '../change.js';
import {
  below,
  both,
  dispensable,
  documentation,
  entriesIn,
  type Findings,
  finding,
  inside,
  isPair,
  type Pair,
  type Part,
  valueChange,
  valuesAt,
} from './finding.js';
import { rateConstraint, rateRelation, relationOf } from './relations.js';
import { follow, type SchemaPair } from './schema-walk.js';

/** The direction in which messages do not have the property. */
const ABSENT = { readOnly: 'request', writeOnly: 'response' } as const;
type Access = keyof typeof ABSENT;

const ADDED: Record<Direction, string> = {
  request: 'Clients may send it.',
  response: 'Clients ignore properties that they do not know.',
};

export function* propertyChanges(pair: SchemaPair): Findings {
  const { walk, is } = pair;
  const maps = inside(pair, 'properties');
  const isOpened = maps.head === undefined && additionalIn(is) === 'any';
  if (walk.direction === 'response' && isOpened) {
    const text = `All properties${pair.of} were removed.`;
    return yield finding(maps, text, both('major'), [], 'other');
  }
  for (const [name, sides] of entriesIn(maps).all) {
    const { base, head } = sides;
    const path = ['properties', name];
    if (isPair(sides)) yield* below(path, changedProperty(name, sides, pair));
    else if (head !== undefined)
      yield finding(sides, 'added.', rateAdded(name, head, pair), path, 'other');
    else if (base !== undefined) {
      const rating = rateRemoved(name, base, pair);
      const announced = rating.wire === 'none' ? undefined : walk.context.announced(base.pointer);
      const text = `Property \`${name}\`${pair.of} was removed.`;
      yield finding(sides, text, announced ?? rating, path, 'other');
    }
  }
}

function* changedProperty(name: string, property: Pair, pair: SchemaPair): Findings {
  const { base, head } = property;
  const { context, documents, direction } = pair.walk;
  context.pairs.set(`${base.pointer} ${head.pointer}`, property);
  const [was, is] = [accessOf(base, documents.base), accessOf(head, documents.head)];
  for (const key of ['readOnly', 'writeOnly'] as const) {
    const own = inside(property, key);
    const place = {
      base: { pointer: (own.base ?? base).pointer, value: was[key] },
      head: { pointer: (own.head ?? head).pointer, value: is[key] },
    };
    const rating = rateAccess(name, key, pair, is[key] === true);
    yield* valueChange(place, key, rating, ` of \`${name}\``, 'other');
  }
  const keyword = direction === 'request' ? 'readOnly' : 'writeOnly';
  const unseen = documentation('Messages do not have the property.');
  // Values that no message has do not matter.
  if (was[keyword] !== true && is[keyword] !== true) yield* pair.walk.compare(base, head, name);
  else if (was[keyword] === is[keyword] && !isDeepStrictEqual(...valuesAt(property)))
    yield finding(property, 'changed.', unseen);
}

function rateAccess(name: string, keyword: Access, pair: SchemaPair, isAbsent: boolean): Rating {
  const direction = ABSENT[keyword];
  if (direction !== pair.walk.direction)
    return documentation(`It has no effect in ${pair.walk.direction}s.`);
  if (isAbsent) {
    const why = `The property disappears from ${direction}s.`;
    const isDispensable = direction === 'response' && !namesIn(pair.was.required).includes(name);
    return isDispensable ? dispensable(why) : both('major', why);
  }
  return direction === 'request' && namesIn(pair.is.required).includes(name)
    ? both('major', 'A request without the property may be rejected.')
    : both('minor', `The property appears in ${direction}s.`);
}

function rateAdded(name: string, head: Part, { was, walk }: SchemaPair): Rating {
  const { direction, documents } = walk;
  if (isAbsent(head, documents.head, direction))
    return documentation(`The property is not part of ${direction}s.`);
  const { patterns, values } = otherSchemas(name, head.value, was);
  if (patterns && direction === 'request') return rateRelation('narrower', direction);
  if (values) return rateRelation('other', direction); // they may have had its name
  return both('minor', ADDED[direction]);
}

function rateRemoved(name: string, base: Part, { was, is, walk }: SchemaPair): Rating {
  const { direction, documents } = walk;
  if (isAbsent(base, documents.base, direction))
    return documentation(`The property is not part of ${direction}s.`);
  const { patterns, values } = otherSchemas(name, base.value, is);
  if (patterns && direction === 'response') return rateRelation('wider', direction);
  if (values && direction === 'response') return rateRelation('other', direction); // they may have its name
  if (direction === 'response')
    return namesIn(was.required).includes(name)
      ? both('major', 'Responses no longer have it.')
      : dispensable();
  return additionalIn(was) === 'any'
    ? dispensable('Requests with it stay valid; the SDK has no type of it.')
    : both('major', 'A request with it is rejected.');
}

/**
 * Whether a property has another schema as well, by a pattern that its name matches: both hold, as in `allOf`. And whether, without
 * one, the values of the map have another.
 */
function otherSchemas(name: string, own: unknown, schema: JsonObject) {
  const { additionalProperties, patternProperties } = schema;
  const matching = entriesOf(patternProperties).filter(([pattern]) =>
    new RegExp(pattern, 'u').test(name),
  );
  const isMap = matching.length === 0 && additionalIn(schema) === 'some';
  return {
    patterns: matching.some(([, other]) => !isDeepStrictEqual(other, own)),
    values: isMap && !isDeepStrictEqual(additionalProperties, own),
  };
}

/** `required`, without the names of properties that messages of the direction do not have. */
export function* requiredChanges(pair: SchemaPair): Findings {
  const { walk } = pair;
  // The removal of a property says that it is not required any more.
  const removed = entriesIn(inside(pair, 'properties')).lost.map(([name]) => name);
  const was = namesIn(pair.was.required).filter((name) => !removed.includes(name));
  const is = namesIn(pair.is.required);
  const lost = was.filter((name) => !is.includes(name));
  const gained = is.filter((name) => !namesIn(pair.was.required).includes(name));
  if (lost.length + gained.length === 0) return;
  const present = (names: string[], side: 'base' | 'head') =>
    names.filter((name) => {
      const part = inside(pair, 'properties', name)[side];
      return part === undefined || !isAbsent(part, walk.documents[side], walk.direction);
    });
  const list = (names: string[]) => names.map((name) => `\`${name}\``).join(', ');
  const text = [
    ...(gained.length > 0 ? [`Properties${pair.of} became required: ${list(gained)}.`] : []),
    ...(lost.length > 0 ? [`Properties${pair.of} are no longer required: ${list(lost)}.`] : []),
  ].join(' ');
  const [before, after] = [present(was, 'base'), present(is, 'head')];
  const relation = relationOf('required', before, after);
  const rating = rateConstraint('required', before, after, walk.direction, relation);
  const why = rating.wire === 'none' ? `It has no effect in ${walk.direction}s.` : rating.why;
  yield finding(inside(pair, 'required'), text, { ...rating, why }, [], relation);
}

/** Values of `additionalProperties`, in ascending order of what they allow. */
const ADDITIONAL = ['none', 'some', 'any'] as const;

function additionalIn(schema: JsonObject): (typeof ADDITIONAL)[number] {
  const value = schema.additionalProperties;
  if (value === false) return 'none';
  return isObject(value) && Object.keys(value).length > 0 ? 'some' : 'any';
}

export function* additionalChanges(pair: SchemaPair): Findings {
  const { walk } = pair;
  const keyword = 'additionalProperties';
  const sides = inside(pair, keyword);
  const [was, is] = [additionalIn(pair.was), additionalIn(pair.is)];
  if (was === 'some' && is === 'some' && isPair(sides))
    return yield* below([keyword], walk.compare(sides.base, sides.head));
  if (was === is) return;
  const relation = ADDITIONAL.indexOf(is) > ADDITIONAL.indexOf(was) ? 'wider' : 'narrower';
  const isReply = walk.direction === 'response';
  const rating =
    isReply && was === 'none'
      ? both('minor', ADDED.response)
      : isReply && was === 'some' && is === 'none'
        ? both('major', 'Responses no longer have its values.')
        : rateRelation(relation, walk.direction);
  yield* valueChange(sides, keyword, rating, '', relation);
}

/** `readOnly` and `writeOnly`, beside the reference of a property or behind it. */
function accessOf(part: Part, document: unknown): Record<Access, unknown> {
  const target = follow(document, part).value;
  const { readOnly, writeOnly }: JsonObject = {
    ...(isObject(target) ? target : {}),
    ...(isObject(part.value) ? part.value : {}),
  };
  return { readOnly, writeOnly };
}

function isAbsent(property: Part, document: unknown, direction: Direction): boolean {
  const { readOnly, writeOnly } = accessOf(property, document);
  return (direction === 'request' ? readOnly : writeOnly) === true;
}

function namesIn(required: unknown): string[] {
  return listOf(required).map(String);
}
