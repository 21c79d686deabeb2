// Properties of objects: which messages have them, and what their addition, removal and requirement mean.
import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject, listOf } from '@animal-store/spec';
import { isAnnotation } from '../../schema-parts.js';
import type { Direction, Rating } from '../change.js';
import { lifeCycleChanges, rateRemoval } from '../life-cycle.js';
import { both, dispensable, documentation } from '../ratings.js';
import { RATINGS } from './relations.js';
import { follow, type SchemaPair } from './schema-walk.js';
import { type Findings, type Pair, type Part, Sides } from './sides.js';

/** The direction in which messages do not have the property. */
const ABSENT = { readOnly: 'request', writeOnly: 'response' } as const;
type Access = keyof typeof ABSENT;

const ADDED: Record<Direction, string> = {
  request: 'Clients may send it.',
  response: 'Clients ignore properties that they do not know.',
};

/** Of an open object, whose messages may have had any value under the name. */
const TAKEN: Record<Direction, string> = {
  request: `${ADDED.request} Who sent other values under this name, of which the contract said nothing, is refused.`,
  response: ADDED.response,
};

export function* propertyChanges(pair: SchemaPair): Findings {
  const { context } = pair.walk;
  const maps = pair.at('properties');
  const isOpened = maps.head === undefined && additionalIn(pair.is) === 'any';
  if (pair.direction === 'response' && isOpened) {
    const text = `All properties${pair.of} were removed.`;
    return yield maps.find(text, both('major'), 'other');
  }
  for (const name of maps.keys) {
    const property = pair.below('properties', name);
    if (property.isPair()) yield* changedProperty(name, property, pair);
    else {
      const rating = rateAlone(name, property, pair);
      const isAnnounced = property.base !== undefined && rating.wire !== 'none';
      const announced = isAnnounced ? rateRemoval(context, property.base.pointer) : undefined;
      const isAdded = property.base === undefined;
      const text = isAdded ? 'added.' : `Property \`${name}\`${pair.of} was removed.`;
      yield property.find(text, announced ?? rating, 'other');
    }
  }
}

function* changedProperty(name: string, property: Pair, pair: SchemaPair): Findings {
  const { base, head } = property;
  const { context, documents, direction } = pair.walk;
  yield* lifeCycleChanges(property, context);
  const [was, is] = [accessOf(base, documents.base), accessOf(head, documents.head)];
  for (const key of ['readOnly', 'writeOnly'] as const) {
    const own = property.at(key).or(property);
    const access = new Sides(own.base?.with(was[key]), own.head?.with(is[key]), property.path);
    const rating = rateAccess(name, key, pair, is[key] === true);
    yield* access.valueChange(key, rating, ` of \`${name}\``, 'other');
  }
  const keyword = direction === 'request' ? 'readOnly' : 'writeOnly';
  const unseen = documentation('Messages do not have the property.');
  // Values that no message has do not matter.
  if (was[keyword] !== true && is[keyword] !== true) yield* pair.walk.compare(property, name);
  else if (was[keyword] === is[keyword] && !property.isSame)
    yield property.find('changed.', unseen);
}

function rateAccess(name: string, keyword: Access, pair: SchemaPair, isAbsent: boolean): Rating {
  const direction = ABSENT[keyword];
  if (direction !== pair.direction) return documentation(`It has no effect in ${pair.direction}s.`);
  if (isAbsent) {
    const why = `The property disappears from ${direction}s.`;
    const isDispensable = direction === 'response' && !namesIn(pair.was.required).includes(name);
    return isDispensable ? dispensable(why) : both('major', why);
  }
  return direction === 'request' && namesIn(pair.is.required).includes(name)
    ? both('major', 'A request without the property may be rejected.')
    : both('minor', `The property appears in ${direction}s.`);
}

/** Whether an open object gives a name a meaning that excludes values. */
function isTaken({ head }: Sides, was: JsonObject, document: JsonObject): boolean {
  if (head === undefined || additionalIn(was) !== 'any') return false;
  const { value } = follow(document, head);
  return value === false || Object.keys(Object(value)).some((keyword) => !isAnnotation(keyword));
}

/** The rating of a property that one contract alone has. */
function rateAlone(name: string, property: Sides, { was, is, walk }: SchemaPair): Rating {
  const { direction, documents } = walk;
  const { change, base, head = base } = property;
  const isAdded = change === 'added';
  if (head && isAbsent(head, isAdded ? documents.head : documents.base, direction))
    return documentation(`The property is not part of ${direction}s.`);
  // The values of a map may have its name, or may have had it.
  const map = isAdded ? was : is;
  const isOther =
    additionalIn(map) === 'some' && !isDeepStrictEqual(map.additionalProperties, head?.value);
  if (isOther && (isAdded || direction === 'response')) return RATINGS[direction].other;
  if (isAdded)
    return both(
      'minor',
      isTaken(property, was, documents.head) ? TAKEN[direction] : ADDED[direction],
    );
  if (direction === 'response')
    return namesIn(was.required).includes(name)
      ? both('major', 'Responses no longer have it.')
      : dispensable();
  return additionalIn(was) === 'any'
    ? dispensable('Requests with it stay valid; the SDK has no type of it.')
    : both('major', 'A request with it is rejected.');
}

/** `required`, without the names of properties that messages of the direction do not have. */
export function* requiredChanges(pair: SchemaPair): Findings {
  const { documents, direction } = pair.walk;
  const [before, after] = [namesIn(pair.was.required), namesIn(pair.is.required)];
  // The removal of a property says that it is not required any more.
  const kept = before.filter((name) => {
    const property = pair.at('properties', name);
    return property.base === undefined || property.isPair();
  });
  const lost = kept.filter((name) => !after.includes(name));
  // A property that messages did not have is removed, and its name alone asks for it now.
  const isExposed = (name: string) => {
    const { base, head } = pair.at('properties', name);
    return base !== undefined && head === undefined && isAbsent(base, documents.base, direction);
  };
  const gained = after.filter((name) => !before.includes(name) || isExposed(name));
  if (lost.length + gained.length === 0) return;
  const present = (names: string[], side: 'base' | 'head') =>
    names.filter((name) => {
      const part = pair.at('properties', name)[side];
      return part === undefined || !isAbsent(part, documents[side], direction);
    });
  const list = (names: string[]) => names.map((name) => `\`${name}\``).join(', ');
  const texts = [
    gained.length > 0 && `Properties${pair.of} became required: ${list(gained)}.`,
    lost.length > 0 && `Properties${pair.of} are no longer required: ${list(lost)}.`,
  ];
  const values: [unknown, unknown] = [present(kept, 'base'), present(after, 'head')];
  const found = pair.constraint('required', values, texts.filter(Boolean).join(' '));
  const isUnseen = found.wire === 'none';
  yield isUnseen ? { ...found, why: `It has no effect in ${direction}s.` } : found;
}

/** Values of `additionalProperties`, in ascending order of what they allow. */
const ADDITIONAL = ['none', 'some', 'any'] as const;

function additionalIn(schema: JsonObject): (typeof ADDITIONAL)[number] {
  const value = schema.additionalProperties;
  if (value === false) return 'none';
  return isObject(value) && Object.keys(value).length > 0 ? 'some' : 'any';
}

export function* additionalChanges(pair: SchemaPair, keyword: string): Findings {
  const [was, is] = [additionalIn(pair.was), additionalIn(pair.is)];
  const inner = pair.below(keyword);
  if (was === 'some' && is === 'some' && inner.isPair()) return yield* pair.walk.compare(inner);
  if (was === is) return;
  const relation = ADDITIONAL.indexOf(is) > ADDITIONAL.indexOf(was) ? 'wider' : 'narrower';
  const isReply = pair.direction === 'response';
  const rating =
    isReply && was === 'none'
      ? both('minor', ADDED.response)
      : isReply && was === 'some' && is === 'none'
        ? both('major', 'Responses no longer have its values.')
        : RATINGS[pair.direction][relation];
  yield* pair.at(keyword).valueChange(keyword, rating, '', relation);
}

/** `readOnly` and `writeOnly`, beside the reference of a property or behind it. */
function accessOf(part: Part, document: unknown): Record<Access, unknown> {
  const target = follow(document, part).value;
  const { readOnly, writeOnly }: JsonObject = { ...Object(target), ...Object(part.value) };
  return { readOnly, writeOnly };
}

function isAbsent(property: Part, document: unknown, direction: Direction): boolean {
  const { readOnly, writeOnly } = accessOf(property, document);
  return (direction === 'request' ? readOnly : writeOnly) === true;
}

function namesIn(required: unknown): string[] {
  return listOf(required).map(String);
}
