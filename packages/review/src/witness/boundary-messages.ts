// Messages with boundary values at one place. Everything else in them is valid.
import { getIn } from '@animal-store/openapi-tools';
import { boundaryValues } from './boundary-values.js';
import { type Message, withPart, withValue } from './message.js';
import type { PlacesIn } from './places.js';
import { sample } from './samples.js';
import type { Space } from './spaces.js';
import { schemasAt, type Target } from './targets.js';

/** Valid messages, each unchanged, without the value at the target, and with other values there. */
export function* messagesAt(target: Target, { source, base, head }: Space) {
  for (const message of source.messagesWith(target.path)) {
    const filled = fillParents(message, target.path, [base, head]);
    const current = getIn(message, ...target.path);
    yield message;
    for (const value of [undefined, ...boundaryValues(target.schemas, current)])
      yield withPart(filled, target.path, value);
  }
}

/** The message with samples for the objects and lists that the path leads through. */
function fillParents(
  message: Message,
  path: readonly string[],
  sides: (PlacesIn | undefined)[],
): unknown {
  let filled: unknown = message;
  for (let depth = 1; depth < path.length; depth += 1) {
    const parent = path.slice(0, depth);
    if (getIn(filled, ...parent) !== undefined) continue;
    const [first] = sides.flatMap((side) => schemasAt(parent, side));
    if (first === undefined) continue;
    filled = withValue(filled, parent, sample(first.schema, first.document, { optional: 'none' }));
  }
  return filled;
}
