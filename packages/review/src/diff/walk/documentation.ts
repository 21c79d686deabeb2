// Documentation: parts of a contract that no client depends on.
import { isObject } from '@animal-store/spec';
import { describeRewording, describeValueChange } from '../describe-change.js';
import { documentation } from '../ratings.js';
import type { Findings, Sides } from './sides.js';

/** Keys whose values are compared as a whole. */
const WHOLE = /^(?:\$comment|title|summary|description|example|examples|default|value)$/;

/** The changes of all keys of a pair of objects but those that `isRated` says are rated elsewhere. */
export function* documentationChanges(pair: Sides, isRated: (key: string) => boolean): Findings {
  if (!isObject(pair.was) || !isObject(pair.is)) return;
  for (const key of pair.keys) if (!isRated(key)) yield* changesAt(key, pair);
}

function* changesAt(key: string, outer: Sides): Findings {
  const sides = outer.at(key);
  const { was, is } = sides;
  if (sides.isSame) return;
  if (WHOLE.test(key) || (!isNested(was) && !isNested(is))) {
    const isReworded = WHOLE.test(key) && sides.isPair();
    const text = isReworded ? describeRewording(key, was, is) : describeValueChange(key, was, is);
    yield sides.find(text, documentation());
  } else if (sides.isPair()) {
    for (const inner of sides.keys) yield* changesAt(inner, outer.below(key));
  } else yield outer.below(key).find(`${sides.change}.`, documentation());
}

/** Whether the value is an object, or a list of objects. */
function isNested(value: unknown): boolean {
  return isObject(value) || (Array.isArray(value) && value.some(isObject));
}
