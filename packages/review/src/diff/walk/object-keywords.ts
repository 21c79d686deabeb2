// Properties of objects: which messages have them, and what their addition, removal and requirement mean.
import type { Deprecation, Direction, Edge, Schema } from '@animal-store/spec/model';
import { toJsonSchema } from '@animal-store/spec/outputs';
import type { Rating } from '../change.js';
import { describeValueChange } from '../describe-change.js';
import { lifeCycleChanges, rateRemoval } from '../life-cycle.js';
import { isEmpty, isReference, keywordsOf, ownNotes } from '../normalize/keywords.js';
import { isSameEdge } from '../normalize/same-schema.js';
import { both, dispensable, documentation } from '../ratings.js';
import { RATINGS, relationOf } from './relations.js';
import type { SchemaPair } from './schema-pair.js';
import { entriesOfBoth, type Findings, type Pair, type Sides } from './sides.js';

/** The messages of a direction, in texts. */
const MESSAGES: Record<Direction, string> = { request: 'requests', reply: 'responses' };

/** The direction in which messages do not have the property. */
const ABSENT = { readOnly: 'request', writeOnly: 'reply' } as const;
type Access = keyof typeof ABSENT;

const FLAGS = { readOnly: 'isReadOnly', writeOnly: 'isWriteOnly' } as const;

const ADDED: Record<Direction, string> = {
  request: 'Clients may send it.',
  reply: 'Clients ignore properties that they do not know.',
};

/** Of an open object, whose messages may have had any value under the name. */
const TAKEN: Record<Direction, string> = {
  request: `${ADDED.request} Who sent other values under this name, of which the contract said nothing, is refused.`,
  reply: ADDED.reply,
};

export function* propertyChanges(pair: SchemaPair): Findings {
  const { context } = pair.walk;
  const maps = pair.below(({ properties }) => properties, 'properties');
  const isOpened = maps.head === undefined && additionalIn(pair.is) === 'any';
  if (pair.direction === 'reply' && isOpened) {
    const text = `All properties${pair.of} were removed.`;
    return yield maps.called(...pair.path).find(text, both('major'), 'other');
  }
  for (const [name, property] of entriesOfBoth(maps)) {
    if (property.isPair()) yield* changedProperty(name, property, pair);
    else {
      const rating = rateAlone(name, property, pair);
      const isAnnounced = property.was !== undefined && rating.wire !== 'none';
      const announced = isAnnounced ? rateRemoval(context, deprecationIn(property.was)) : undefined;
      const isAdded = property.base === undefined;
      const text = isAdded ? 'added.' : `Property \`${name}\`${pair.of} was removed.`;
      yield property.find(text, announced ?? rating, 'other');
    }
  }
}

/** Beside the reference of a property are its own dates. */
function deprecationIn(property: Edge): Deprecation | undefined {
  const own = ownNotes(property).deprecation;
  return own?.isDeprecated ? own : property.schema.notes.deprecation;
}

function* changedProperty(name: string, property: Pair<Edge>, pair: SchemaPair): Findings {
  const { context, direction } = pair.walk;
  const { was, is } = property;
  const deprecation = property.at((edge) => ownNotes(edge).deprecation);
  yield* lifeCycleChanges(deprecation, context);
  for (const keyword of ['readOnly', 'writeOnly'] as const) {
    const [before, after] = [was, is].map((edge) => hasAccess(edge, keyword) || undefined);
    if (before === after) continue;
    const own = property.at((edge) => ownNotes(edge)[FLAGS[keyword]] || undefined, keyword);
    const text = describeValueChange(keyword, before, after, ` of \`${name}\``);
    const rating = rateAccess(name, keyword, pair, after === true);
    yield own.or(property).find(text, rating, 'other');
  }
  const unseen = documentation('Messages do not have the property.');
  const [isAbsentBefore, isAbsentNow] = [isAbsent(was, direction), isAbsent(is, direction)];
  // Values that no message has do not matter.
  if (!isAbsentBefore && !isAbsentNow) yield* pair.walk.compare(property, name);
  else if (isAbsentBefore && isAbsentNow && !isSameEdge(was, is))
    yield property.find('changed.', unseen);
}

function rateAccess(name: string, keyword: Access, pair: SchemaPair, isAdded: boolean): Rating {
  const direction = ABSENT[keyword];
  if (direction !== pair.direction)
    return documentation(`It has no effect in ${MESSAGES[pair.direction]}.`);
  if (isAdded) {
    const why = `The property disappears from ${MESSAGES[direction]}.`;
    const isDispensable = direction === 'reply' && !pair.was.required.includes(name);
    return isDispensable ? dispensable(why) : both('major', why);
  }
  return direction === 'request' && pair.is.required.includes(name)
    ? both('major', 'A request without the property may be rejected.')
    : both('minor', `The property appears in ${MESSAGES[direction]}.`);
}

/** Whether an open object gives a name a meaning that excludes values. */
function isTaken({ is }: Sides<Edge>, was: Schema): boolean {
  if (is === undefined || additionalIn(was) !== 'any') return false;
  return is.schema.isNever || keywordsOf(is.schema).length > 0;
}

/** The rating of a property that one contract alone has. */
function rateAlone(name: string, property: Sides<Edge>, { was, is, walk }: SchemaPair): Rating {
  const { direction } = walk;
  const edge = property.is ?? property.was;
  const isAdded = property.change === 'added';
  if (edge && isAbsent(edge, direction))
    return documentation(`The property is not part of ${MESSAGES[direction]}.`);
  // The values of a map may have its name, or may have had it.
  const map = isAdded ? was : is;
  const isOther = additionalIn(map) === 'some' && !isSameEdge(map.additional, edge);
  if (isOther && (isAdded || direction === 'reply')) return RATINGS[direction].other;
  if (isAdded) return both('minor', isTaken(property, was) ? TAKEN[direction] : ADDED[direction]);
  if (direction === 'reply')
    return was.required.includes(name)
      ? both('major', 'Responses no longer have it.')
      : dispensable();
  return additionalIn(was) === 'any'
    ? dispensable('Requests with it stay valid; the SDK has no type of it.')
    : both('major', 'A request with it is rejected.');
}

/** `required`, without the names of properties that messages of the direction do not have. */
export function* requiredChanges(pair: SchemaPair): Findings {
  const { direction } = pair.walk;
  const [before, after] = [pair.was.required, pair.is.required];
  // The removal of a property says that it is not required any more.
  const kept = before.filter((name) => {
    const property = pair.property(name);
    return property.base === undefined || property.isPair();
  });
  const lost = kept.filter((name) => !after.includes(name));
  // A property that messages did not have is removed, and its name alone asks for it now.
  const isExposed = (name: string) => {
    const { was, is } = pair.property(name);
    return was !== undefined && is === undefined && isAbsent(was, direction);
  };
  const gained = after.filter((name) => !before.includes(name) || isExposed(name));
  if (lost.length + gained.length === 0) return;
  const present = (names: readonly string[], side: 'was' | 'is') =>
    names.filter((name) => {
      const edge = pair.property(name)[side];
      return edge === undefined || !isAbsent(edge, direction);
    });
  const list = (names: string[]) => names.map((name) => `\`${name}\``).join(', ');
  const texts = [
    gained.length > 0 && `Properties${pair.of} became required: ${list(gained)}.`,
    lost.length > 0 && `Properties${pair.of} are no longer required: ${list(lost)}.`,
  ];
  const relation = relationOf('required', present(kept, 'was'), present(after, 'is'));
  const sides = pair.at(({ required }) => (required.length > 0 ? required : undefined), 'required');
  const found = pair.constraint('required', sides, texts.filter(Boolean).join(' '), relation);
  const isUnseen = found.wire === 'none';
  yield isUnseen ? { ...found, why: `It has no effect in ${MESSAGES[direction]}.` } : found;
}

/** Values of `additionalProperties`, in ascending order of what they allow. */
const ADDITIONAL = ['none', 'some', 'any'] as const;

function additionalIn({ additional }: Schema): (typeof ADDITIONAL)[number] {
  if (additional === undefined || isEmpty(additional)) return 'any';
  return !isReference(additional) && additional.schema.isNever ? 'none' : 'some';
}

export function* additionalChanges(pair: SchemaPair): Findings {
  const keyword = 'additionalProperties';
  const [was, is] = [additionalIn(pair.was), additionalIn(pair.is)];
  const inner = pair.below(({ additional }) => additional, keyword);
  if (was === 'some' && is === 'some' && inner.isPair()) return yield* pair.walk.compare(inner);
  if (was === is) return;
  const relation = ADDITIONAL.indexOf(is) > ADDITIONAL.indexOf(was) ? 'wider' : 'narrower';
  const isReply = pair.direction === 'reply';
  const rating =
    isReply && was === 'none'
      ? both('minor', ADDED.reply)
      : isReply && was === 'some' && is === 'none'
        ? both('major', 'Responses no longer have its values.')
        : RATINGS[pair.direction][relation];
  const sides = pair.at(({ additional }) => additional && toJsonSchema(additional), keyword);
  yield* sides.valueChange(keyword, rating, '', relation);
}

/** Beside the reference of a property, or behind it. */
function hasAccess(edge: Edge, keyword: Access): boolean {
  return [ownNotes(edge), edge.schema.notes].some((notes) => notes[FLAGS[keyword]]);
}

function isAbsent(property: Edge, direction: Direction): boolean {
  return hasAccess(property, direction === 'request' ? 'readOnly' : 'writeOnly');
}
