// `readOnly` and `writeOnly`: properties that requests, or responses, do not have.
import { type JsonObject, parsePointer, resolvePointer } from '@animal-store/openapi-tools';
import type { Documents, Rating } from '../change.js';
import type { Direction } from '../operations.js';
import type { RedoclyChange } from '../redocly-diff.js';
import { directionsIn } from './rate-schema.js';

/** The direction that a property with the keyword is absent from. */
const ABSENT_FROM: Record<'readOnly' | 'writeOnly', Direction> = {
  readOnly: 'request',
  writeOnly: 'response',
};

export function rateAccess(
  change: RedoclyChange,
  keyword: keyof typeof ABSENT_FROM,
  documents: Documents,
): Rating {
  const direction = ABSENT_FROM[keyword];
  const directions = directionsIn(change, documents);
  if (!directions.includes(direction))
    return { wire: 'none', source: 'patch', why: `It has no effect in ${directions.join()}s.` };
  if (change.head?.value === true)
    return { wire: 'major', source: 'major', why: `The property disappears from ${direction}s.` };
  return keyword === 'readOnly' && !isOptionalProperty(documents.head, change.head?.pointer ?? '')
    ? { wire: 'major', source: 'major', why: 'A request without the property may be rejected.' }
    : { wire: 'minor', source: 'minor', why: `The property appears in ${direction}s.` };
}

/** Whether a JSON Pointer leads to a property of an object, or a keyword of its schema, that the object may lack. */
function isOptionalProperty(document: JsonObject, pointer: string): boolean {
  const [, object, name] = /^(.*)\/properties\/([^/]+)(?:\/readOnly)?$/.exec(pointer) ?? [];
  if (object === undefined || name === undefined) return false;
  const required = resolvePointer(document, `${object}/required`);
  return !Array.isArray(required) || !required.includes(parsePointer(`/${name}`)[0]);
}
