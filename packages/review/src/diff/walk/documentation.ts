// Documentation: parts of a contract that no client depends on.
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@animal-store/openapi-tools';
import { describeValueChange } from '../describe-change.js';
import {
  added,
  below,
  documentation,
  type Findings,
  finding,
  inside,
  isPair,
  type Pair,
  valuesAt,
} from './finding.js';

/** Keys whose values are compared as a whole. */
const WHOLE = /^(?:\$comment|title|summary|description|example|examples|default|value)$/;

/** The changes of all keys of a pair of objects but those that `isRated` says are rated elsewhere. */
export function* documentationChanges(pair: Pair, isRated: (key: string) => boolean): Findings {
  const [was, is] = valuesAt(pair);
  if (!isObject(was) || !isObject(is)) return;
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)]))
    if (!isRated(key) && !isDeepStrictEqual(was[key], is[key])) yield* changesAt(pair, key);
}

function* changesAt(pair: Pair, key: string): Findings {
  const sides = inside(pair, key);
  const [was, is] = valuesAt(sides);
  if (WHOLE.test(key) || (!isNested(was) && !isNested(is))) {
    const isText = typeof was === 'string' && typeof is === 'string' && key !== 'example';
    const isReworded = isText && WHOLE.test(key);
    const text = isReworded ? `\`${key}\` was reworded.` : describeValueChange(key, was, is);
    yield finding(sides, text, documentation());
  } else if (isPair(sides)) {
    for (const inner of new Set([was, is].flatMap((value) => Object.keys(value ?? {})))) {
      const [before, after] = valuesAt(inside(sides, inner));
      if (!isDeepStrictEqual(before, after)) yield* below([key], changesAt(sides, inner));
    }
  } else yield finding(sides, `${added(sides)}.`, documentation(), [key]);
}

/** Whether the value is an object, or a list of objects. */
function isNested(value: unknown): boolean {
  return isObject(value) || (Array.isArray(value) && value.some(isObject));
}
