// Targets: the places of a message that a change is about, and whether the faults of a message are about them.
import { formatPointer, isPointerWithin, lastKey, parsePointer } from '@animal-store/openapi-tools';
import type { Change } from '../diff/change.js';
import type { Fault } from '../service.js';
import type { Place, PlacesIn, SchemaIn } from './places.js';

export interface Target {
  path: string[];
  /** The schemas of the place in both contracts. */
  schemas: SchemaIn[];
}

/** Whole operations and paths, and their security. No value in a message depends on them. */
const IS_NO_PART =
  /^#\/(?:security|components\/securitySchemes|paths\/[^/]+(?:\/[a-z]+(?:\/security)?)?$)/;

/** The places that a change is about, in the contract that has what changed, and then in the other one. */
export function targetsOf(
  { pointer, side }: Pick<Change, 'pointer' | 'side'>,
  { base, head }: Record<Change['side'], PlacesIn>,
): Target[] {
  const [own, other] = side === 'base' ? [base, head] : [head, base];
  const targets = new Map<string, Target>();
  for (const places of [own, other])
    for (const path of pathsAt(pointer, places)) {
      const key = formatPointer(...path);
      const all = places === own ? [own, other] : [other, own];
      const schemas = all.flatMap((one) => schemasAt(path, one));
      targets.set(key, targets.get(key) ?? { path, schemas });
    }
  return [...targets.values()];
}

/** The paths of the deepest places that contain what changed, then of those that it contains, the outermost first. */
export function pathsAt(pointer: string, { places }: PlacesIn): string[][] {
  if (IS_NO_PART.test(pointer)) return [];
  const depthOf = ({ pointers }: Place) =>
    Math.max(0, ...pointers.filter((at) => isPointerWithin(pointer, at)).map((at) => at.length));
  const all = [...places.values()];
  const deepest = Math.max(0, ...all.map(depthOf));
  const around = deepest === 0 ? [] : all.filter((place) => depthOf(place) === deepest);
  const inside = all
    .filter((place) => place.pointers.some((at) => isPointerWithin(at, pointer)))
    .sort((one, two) => one.path.length - two.path.length);
  return [...around, ...inside].map(({ path }) => path);
}

export function schemasAt(path: readonly string[], { places }: PlacesIn): SchemaIn[] {
  return places.get(formatPointer(...path))?.schemas ?? [];
}

/** Keywords of which it is certain which code a change of them causes. */
const CERTAIN =
  /^(?:minimum|maximum|exclusiveMinimum|exclusiveMaximum|minLength|maxLength|minItems|maxItems|minProperties|maxProperties|multipleOf|uniqueItems|required|pattern)$/;

/** The code of a keyword, as `min_length`; one for inclusive and exclusive bounds. */
function codeOf(keyword: string): string {
  const code = keyword.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return code.replace('exclusive_', '');
}

export function isRelated(fault: Fault, target: Target, pointer: string): boolean {
  const path = formatPointer(fault.in, ...parsePointer(fault.path));
  const place = formatPointer(...target.path);
  const keyword = lastKey(pointer);
  const isOfWhole = fault.code === 'invalid'; // names a whole value of which only a part is wrong
  const isAt = isPointerWithin(path, place) || (isPointerWithin(place, path) && isOfWhole);
  return isAt && (!CERTAIN.test(keyword) || isOfWhole || codeOf(fault.code) === codeOf(keyword));
}

/** Whether a change is one of a schema. */
export function isInSchema(pointer: string): boolean {
  return /^#\/components\/schemas\/|\/schema(?:\/|$)/.test(pointer);
}

/** `query limit must be at most 50`, or `body /name is required`. */
export function describeFault({ in: place, path, message }: Fault): string {
  const name = place === 'body' ? path : path.slice(1);
  return [place, name, message].filter((part) => part !== '').join(' ');
}
