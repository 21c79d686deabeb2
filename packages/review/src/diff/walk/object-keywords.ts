// Properties of objects: which messages have them, and what their addition, removal and requirement mean.
import { isDeepStrictEqual } from 'node:util';
import { entriesOf, isObject } from '@animal-store/openapi-tools';
import type { Direction, Rating } from '../change.js';
import { describeValueChange } from '../describe-change.js';
import {
  below,
  both,
  childOf,
  documentation,
  type Finding,
  finding,
  type Part,
} from './finding.js';
import { rateConstraint, rateRelation, relationOf } from './relations.js';
import { follow, placeOf, type SchemaPair } from './schema-walk.js';

const ACCESS = { readOnly: 'request', writeOnly: 'response' } as const;

const ADDED: Record<Direction, string> = {
  request: 'Clients may send it.',
  response: 'Clients ignore properties that they do not know.',
};

export function propertyChanges(pair: SchemaPair): Finding[] {
  if (
    pair.walk.direction === 'response' &&
    'properties' in pair.was &&
    !('properties' in pair.is) &&
    additionalIn(pair.is) === 'any'
  )
    return [
      {
        ...finding(
          placeOf(pair, 'properties'),
          `All properties${pair.of} were removed.`,
          both('major'),
        ),
        relation: 'other',
      },
    ];
  const names = new Set(
    [pair.was.properties, pair.is.properties].flatMap((map) =>
      entriesOf(map).map(([name]) => name),
    ),
  );
  return [...names].flatMap((name) => {
    const base = childOf(pair.base, 'properties', name);
    const head = childOf(pair.head, 'properties', name);
    if (base !== undefined && head !== undefined) return changedProperty(name, base, head, pair);
    const path = ['properties', name];
    if (head !== undefined)
      return [finding({ head }, 'added.', rateAdded(head, pair), path)].map((found) => ({
        ...found,
        relation: 'other' as const,
      }));
    if (base === undefined) return [];
    const text = `Property \`${name}\`${pair.of} was removed.`;
    const rating = rateRemoved(name, base, pair);
    const announced = rating.wire === 'none' ? undefined : pair.walk.announced(base.pointer);
    return [{ ...finding({ base }, text, announced ?? rating, path), relation: 'other' as const }];
  });
}

function changedProperty(name: string, base: Part, head: Part, pair: SchemaPair): Finding[] {
  const { walk } = pair;
  const path = ['properties', name];
  const was = accessOf(base, walk.documents.base);
  const is = accessOf(head, walk.documents.head);
  const access = Object.keys(ACCESS).flatMap((keyword) => {
    const key = keyword as keyof typeof ACCESS;
    if (was[key] === is[key]) return [];
    const text = describeValueChange(key, was[key], is[key]).replace('` ', `\` of \`${name}\` `);
    const place = { base: childOf(base, key) ?? base, head: childOf(head, key) ?? head };
    return [
      {
        ...finding(place, text, rateAccess(name, key, pair, is[key] === true), path),
        relation: 'other' as const,
      },
    ];
  });
  const keyword = absentFrom(walk.direction);
  // Values that no message has do not matter.
  if (was[keyword] === true || is[keyword] === true)
    return was[keyword] === is[keyword] ? [...access, ...unseen(base, head, path)] : access;
  return [...access, ...below(path, walk.compare(base, head, name))];
}

/** A change of a property that messages of this direction do not have. */
function unseen(base: Part, head: Part, path: string[]): Finding[] {
  if (isDeepStrictEqual(base.value, head.value)) return [];
  return [
    finding({ base, head }, 'changed.', documentation('Messages do not have the property.'), path),
  ];
}

function absentFrom(direction: Direction): keyof typeof ACCESS {
  return direction === 'request' ? 'readOnly' : 'writeOnly';
}

function rateAccess(
  name: string,
  keyword: keyof typeof ACCESS,
  pair: SchemaPair,
  isAbsent: boolean,
): Rating {
  const direction = ACCESS[keyword];
  if (direction !== pair.walk.direction)
    return documentation(`It has no effect in ${pair.walk.direction}s.`);
  if (isAbsent) {
    const why = `The property disappears from ${direction}s.`;
    const isDispensable = direction === 'response' && !namesIn(pair.was.required).includes(name);
    return isDispensable ? { wire: 'minor', source: 'major', why } : both('major', why);
  }
  return direction === 'request' && namesIn(pair.is.required).includes(name)
    ? both('major', 'A request without the property may be rejected.')
    : both('minor', `The property appears in ${direction}s.`);
}

function rateAdded(head: Part, { was, walk }: SchemaPair): Rating {
  const { direction, documents } = walk;
  if (accessOf(head, documents.head)[absentFrom(direction)] === true)
    return documentation(`The property is not part of ${direction}s.`);
  // The values of a map may have had its name, and another schema.
  const values = was.additionalProperties;
  if (additionalIn(was) === 'some' && !isDeepStrictEqual(values, head.value))
    return rateRelation('other', direction);
  return both('minor', ADDED[direction]);
}

function rateRemoved(name: string, base: Part, { was, walk }: SchemaPair): Rating {
  const { direction, documents } = walk;
  if (accessOf(base, documents.base)[absentFrom(direction)] === true)
    return documentation(`The property is not part of ${direction}s.`);
  if (direction === 'response')
    return namesIn(was.required).includes(name)
      ? both('major', 'Responses no longer have it.')
      : {
          wire: 'minor',
          source: 'major',
          why: 'Clients had to expect responses without it; the SDK has no type of it any more.',
        };
  return additionalIn(was) === 'any'
    ? {
        wire: 'minor',
        source: 'major',
        why: 'Requests with it stay valid; the SDK has no type of it.',
      }
    : both('major', 'A request with it is rejected.');
}

/** `required`, without the names of properties that messages of the direction do not have. */
export function requiredChanges(pair: SchemaPair): Finding[] {
  const { was, is, walk } = pair;
  if (isDeepStrictEqual(was.required, is.required)) return [];
  const keyword = absentFrom(walk.direction);
  const present = (side: 'base' | 'head') =>
    namesIn((side === 'base' ? was : is).required).filter((name) => {
      const part = childOf(pair[side], 'properties', name);
      return part === undefined || accessOf(part, walk.documents[side])[keyword] !== true;
    });
  // The removal of a property says that it is not required any more.
  const isRemoved = (name: string) =>
    childOf(pair.base, 'properties', name) !== undefined &&
    childOf(pair.head, 'properties', name) === undefined;
  const [before, after] = [present('base').filter((name) => !isRemoved(name)), present('head')];
  const [lost, gained] = [
    namesIn(was.required).filter(
      (name) => !namesIn(is.required).includes(name) && !isRemoved(name),
    ),
    namesIn(is.required).filter((name) => !namesIn(was.required).includes(name)),
  ];
  if (lost.length + gained.length === 0) return [];
  const list = (names: string[]) => names.map((name) => `\`${name}\``).join(', ');
  const text = [
    ...(gained.length > 0 ? [`Properties${pair.of} became required: ${list(gained)}.`] : []),
    ...(lost.length > 0 ? [`Properties${pair.of} are no longer required: ${list(lost)}.`] : []),
  ].join(' ');
  const relation = relationOf('required', before, after);
  const rating = rateConstraint('required', before, after, walk.direction, relation);
  const why = rating.wire === 'none' ? `It has no effect in ${walk.direction}s.` : rating.why;
  return [{ ...finding(placeOf(pair, 'required'), text, { ...rating, why }), relation }];
}

/** Values of `additionalProperties`, in ascending order of what they allow. */
const ADDITIONAL = ['none', 'some', 'any'] as const;

function additionalIn(schema: Record<string, unknown>): (typeof ADDITIONAL)[number] {
  const value = schema.additionalProperties;
  if (value === false) return 'none';
  return isObject(value) && Object.keys(value).length > 0 ? 'some' : 'any';
}

export function additionalChanges(pair: SchemaPair): Finding[] {
  const { walk } = pair;
  const place = placeOf(pair, 'additionalProperties');
  const [was, is] = [additionalIn(pair.was), additionalIn(pair.is)];
  if (was === 'some' && is === 'some' && place.base && place.head)
    return below(['additionalProperties'], walk.compare(place.base, place.head));
  if (was === is) return [];
  const isWider = ADDITIONAL.indexOf(is) > ADDITIONAL.indexOf(was);
  const relation = isWider ? 'wider' : 'narrower';
  const text = describeValueChange('additionalProperties', place.base?.value, place.head?.value);
  return [{ ...finding(place, text, rateAdditional(was, is, relation, walk.direction)), relation }];
}

function rateAdditional(
  was: string,
  is: string,
  relation: 'wider' | 'narrower',
  direction: Direction,
): Rating {
  if (direction === 'response' && was === 'none') return both('minor', ADDED.response);
  if (direction === 'response' && was === 'some' && is === 'none')
    return both('major', 'Responses no longer have its values.');
  return rateRelation(relation, direction);
}

/** `readOnly` and `writeOnly`, beside the reference of a property or behind it. */
function accessOf(part: Part, document: unknown): Record<keyof typeof ACCESS, unknown> {
  const target = follow(document, part).value;
  const values = {
    ...(isObject(target) ? target : {}),
    ...(isObject(part.value) ? part.value : {}),
  };
  return { readOnly: values.readOnly, writeOnly: values.writeOnly };
}

function namesIn(required: unknown): string[] {
  return Array.isArray(required) ? required.map(String) : [];
}
