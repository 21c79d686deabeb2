// Deprecation notes: the dates of a deprecation, in the `@deprecated` tag of a generated type. openapi-typescript writes the
// tag without a text, directly before the description: the note takes the way through the description.
import { deprecationNote } from '@animal-store/core/http';
import type { JsonObject } from '../../json.js';
import { readDeprecation } from '../../model/from-document/fields.js';

const MARK = '\u2020';
const TAG = new RegExp(`@deprecated\\n( *\\* )@description ${MARK}([^${MARK}]*)${MARK} ?(.*)`);

/** Leaves a node unchanged that has no dates of a deprecation. */
export function withDeprecationNote(node: JsonObject): JsonObject {
  const { isDeprecated, since, sunset } = readDeprecation(node) ?? {};
  if (!isDeprecated || (since === undefined && sunset === undefined)) return node;
  const note = deprecationNote({ ...(since && { since }), ...(sunset && { sunset }) });
  const description = String(node.description ?? '').trim();
  return { ...node, description: `${MARK}${note}${MARK} ${description}` };
}

/** Moves the note in a comment to its tag. */
export function moveNoteToTag(comment: string): string {
  return comment.replace(TAG, (_match, margin: string, note: string, description: string) => {
    const rest = description === '' ? '' : `\n${margin}@description ${description}`;
    return `@deprecated ${note}${rest}`;
  });
}
