// Documentation: parts of a contract that no client depends on.
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@animal-store/openapi-tools';
import { describeValueChange } from '../describe-change.js';
import { childOf, documentation, type Finding, finding, type Pair } from './finding.js';

/** Keys whose values are compared as a whole. */
const WHOLE = /^(?:\$comment|title|summary|description|example|examples|default|value)$/;

/** The changes of all keys of a pair of objects but those that `isRated` says are rated elsewhere. */
export function documentationChanges(pair: Pair, isRated: (key: string) => boolean): Finding[] {
  const [was, is] = [pair.base.value, pair.head.value];
  if (!isObject(was) || !isObject(is)) return [];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => !isRated(key) && !isDeepStrictEqual(was[key], is[key]))
    .flatMap((key) => changesAt(pair, key));
}

function changesAt({ base, head }: Pair, key: string): Finding[] {
  const [before, after] = [childOf(base, key), childOf(head, key)];
  const [was, is] = [before?.value, after?.value];
  if (WHOLE.test(key) || (!isNested(was) && !isNested(is))) {
    const isReworded = typeof was === 'string' && typeof is === 'string' && key !== 'example';
    const text =
      isReworded && WHOLE.test(key)
        ? `\`${key}\` was reworded.`
        : describeValueChange(key, was, is);
    return [finding({ base: before, head: after ?? undefined }, text, documentation())];
  }
  if (before === undefined || after === undefined)
    return [
      finding(
        { base: before, head: after },
        before === undefined ? 'added.' : 'removed.',
        documentation(),
        [key],
      ),
    ];
  const keys = new Set([was, is].flatMap((value) => Object.keys(value ?? {})));
  return [...keys]
    .filter(
      (inner) => !isDeepStrictEqual(childOf(before, inner)?.value, childOf(after, inner)?.value),
    )
    .flatMap((inner) => changesAt({ base: before, head: after }, inner))
    .map((found) => ({ ...found, path: [key, ...found.path] }));
}

/** Whether the value is an object, or a list of objects. */
function isNested(value: unknown): boolean {
  return isObject(value) || (Array.isArray(value) && value.some(isObject));
}
