// Deprecation notes: the dates of a deprecation, in the `@deprecated` tag of a generated type. openapi-typescript writes the
// tag without a text, directly before the description: the note takes the way through the description.
import { deprecationNote } from '@animal-store/core/http';
import { datesOf } from '../src/http/index.js';

type Node = Readonly<Record<string, unknown>>;

const MARK = '\u2020';
const TAG = new RegExp(`@deprecated\\n( *\\* )@description ${MARK}([^${MARK}]*)${MARK} ?(.*)`, 'g');

/** Leaves a node unchanged that has no dates of a deprecation. */
export function withDeprecationNote(node: Node): Node {
  const dates = datesOf(node);
  if (node.deprecated !== true || Object.keys(dates).length === 0) return node;
  const description = String(node.description ?? '').trim();
  return { ...node, description: `${MARK}${deprecationNote(dates)}${MARK} ${description}` };
}

/** Moves the notes in the text of the generated types to their tags. */
export function moveNotesToTags(text: string): string {
  return text.replaceAll(TAG, (_match, margin: string, note: string, description: string) => {
    const rest = description === '' ? '' : `\n${margin}@description ${description}`;
    return `@deprecated ${note}${rest}`;
  });
}
