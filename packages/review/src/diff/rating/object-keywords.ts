// Ratings of `properties`, `required` and `additionalProperties` in messages of one direction.
import {
  getIn,
  isObject,
  type JsonObject,
  parsePointer,
  resolvePointer,
} from '@animal-store/openapi-tools';
import type { Documents, Rating } from '../change.js';
import type { Direction } from '../operations.js';
import type { RedoclyChange } from '../redocly-diff.js';
import { rateConstraint, rateRelation } from './constraints.js';
import { isMapWithOtherValues } from './context.js';

/** Names in `required` have no effect on properties that messages of the direction do not have. */
export function rateRequired(
  change: RedoclyChange,
  documents: Documents,
  direction: Direction,
): Rating {
  const absent = direction === 'request' ? 'readOnly' : 'writeOnly';
  const namesIn = (document: JsonObject, side: RedoclyChange['base']) => {
    const schema = resolvePointer(document, (side?.pointer ?? '').replace(/\/required$/, ''));
    const names = getIn(schema, 'required');
    return (Array.isArray(names) ? names.map(String) : []).filter(
      (name) => follow(document, getIn(schema, 'properties', name), absent) !== true,
    );
  };
  const [was, is] = [namesIn(documents.base, change.base), namesIn(documents.head, change.head)];
  const rating = rateConstraint('required', was, is, direction);
  return rating.wire === 'none' ? { ...rating, why: `It has no effect in ${direction}s.` } : rating;
}

/** The keyword of a property, beside its reference or behind it. */
function follow(document: JsonObject, schema: unknown, keyword: string): unknown {
  const own = getIn(schema, keyword);
  const target = getIn(schema, '$ref');
  return own === undefined && typeof target === 'string'
    ? follow(document, resolvePointer(document, target), keyword)
    : own;
}

export function rateProperty(
  change: RedoclyChange,
  documents: Documents,
  direction: Direction,
): Rating {
  const isAdded = change.kind === 'added';
  const document = isAdded ? documents.head : documents.base;
  const side = isAdded ? change.head : change.base;
  const absent = direction === 'request' ? 'readOnly' : 'writeOnly';
  if (follow(document, side?.value, absent) === true)
    return { wire: 'none', source: 'patch', why: `The property is not part of ${direction}s.` };
  if (isAdded && isMapWithOtherValues(change, documents)) return rateRelation('other', direction);
  if (isAdded)
    return {
      wire: 'minor',
      source: 'minor',
      why:
        direction === 'request'
          ? 'Clients may send it.'
          : 'Clients ignore properties that they do not know.',
    };
  const keys = parsePointer(side?.pointer ?? '');
  const object = getIn(document, ...keys.slice(0, -2));
  const required = getIn(object, 'required');
  const isRequired = Array.isArray(required) && required.includes(keys.at(-1));
  if (direction === 'response')
    return isRequired
      ? { wire: 'major', source: 'major', why: 'Responses no longer have it.' }
      : {
          wire: 'minor',
          source: 'major',
          why: 'Clients had to expect responses without it; the SDK has no type of it any more.',
        };
  return additionalIn(object) === 'any'
    ? {
        wire: 'minor',
        source: 'major',
        why: 'Requests with it stay valid; the SDK has no type of it.',
      }
    : { wire: 'major', source: 'major', why: 'A request with it is rejected.' };
}

/** Values of `additionalProperties`, in ascending order of what they allow. */
const ADDITIONAL = ['none', 'some', 'any'] as const;

function additionalIn(schema: unknown): (typeof ADDITIONAL)[number] {
  const value = getIn(schema, 'additionalProperties');
  if (value === false) return 'none';
  return isObject(value) && Object.keys(value).length > 0 ? 'some' : 'any';
}

export function rateAdditional(
  change: RedoclyChange,
  documents: Documents,
  direction: Direction,
): Rating {
  const kindIn = (document: JsonObject, side: RedoclyChange['base']) => {
    const pointer = (side?.pointer ?? change.path).replace(/\/additionalProperties$/, '');
    return additionalIn(resolvePointer(document, pointer));
  };
  const was = kindIn(documents.base, change.base ?? change.head);
  const is = kindIn(documents.head, change.head ?? change.base);
  const isWider = ADDITIONAL.indexOf(is) > ADDITIONAL.indexOf(was);
  if (was === is) return rateRelation('same', direction);
  if (direction === 'request') return rateRelation(isWider ? 'wider' : 'narrower', direction);
  if (was === 'none')
    return {
      wire: 'minor',
      source: 'minor',
      why: 'Clients ignore properties that they do not know.',
    };
  if (was === 'some' && is === 'none')
    return { wire: 'major', source: 'major', why: 'Responses no longer have its values.' };
  return rateRelation(isWider ? 'wider' : 'narrower', direction);
}
