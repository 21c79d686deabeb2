// Shrinking: leaves out of a message what it can do without, so that a report shows what matters.
import { formatPointer, getIn, isPointerWithin } from '@animal-store/openapi-tools';
import { type Message, withValue } from './message.js';

/** Smaller messages that are tried. */
const MAX_ATTEMPTS = 200;
/** Texts and lists of this length are short. */
const SHORT = 20;

/**
 * Leaves out optional values and items, and the ends of long texts and lists.
 * @param keep the path of a value that stays. @param isEnough whether a smaller message still serves.
 */
export function shrink(
  message: Message,
  keep: readonly string[],
  isEnough: (smaller: Message) => boolean,
): Message {
  let best = message;
  let attempts = 0;
  const isReplaced = (path: string[], value: unknown): boolean => {
    attempts += 1;
    const smaller = withValue(best, path, value);
    const isSmaller = attempts <= MAX_ATTEMPTS && isEnough(smaller);
    if (isSmaller) best = smaller;
    return isSmaller;
  };
  /** Without an earlier item of its list, the value to keep would have another path. */
  const isBeforeKept = (path: string[]): boolean => {
    const list = path.slice(0, -1);
    return (
      Array.isArray(getIn(best, ...list)) &&
      isPointerWithin(formatPointer(...keep), formatPointer(...list)) &&
      Number(path.at(-1)) < Number(keep[list.length])
    );
  };
  const visit = (path: string[]): void => {
    const isKept = isPointerWithin(formatPointer(...keep), formatPointer(...path));
    if (!isKept && !isBeforeKept(path) && isReplaced(path, undefined)) return;
    const value = getIn(best, ...path);
    const keptLength = isKept && Array.isArray(value) ? Number(keep[path.length] ?? -1) + 1 : 0;
    if (typeof value === 'string' || Array.isArray(value))
      for (let [low, high] = [Math.max(SHORT, keptLength), value.length]; low < high; ) {
        const length = Math.floor((low + high) / 2);
        if (isReplaced(path, value.slice(0, length))) high = length;
        else low = length + 1;
      }
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(getIn(best, ...path) ?? {}).reverse()) visit([...path, key]);
  };
  visit([]);
  return best;
}
