// Comments of generated types: what openapi-typescript writes as tags, in the form in which editors show it best.
import type TypeScript from 'typescript';
import { ts } from './compiler.js';
import { moveNoteToTag } from './deprecation-notes.js';

/** Rewrites the comments of the node, and of all nodes inside it. */
export function rewriteComments(node: TypeScript.Node): void {
  const comments = ts.getSyntheticLeadingComments(node) ?? [];
  if (comments.length > 0) {
    const rewritten = comments.map((comment) => ({
      ...comment,
      text: untagDescription(moveNoteToTag(comment.text)),
    }));
    ts.setSyntheticLeadingComments(node, rewritten);
  }
  ts.forEachChild(node, rewriteComments);
}

/** A description that begins its comment needs no tag: editors show it as the text. Nor does a type that lists its values. */
function untagDescription(comment: string): string {
  const untagged = comment.replace(/^ *\* @enum \{string\}\n/gm, '');
  return /^\*\s+(?:\* )?@description (?!@)/.test(untagged)
    ? untagged.replace('@description ', '').replace(/^( *\*) {5}/gm, '$1 ')
    : untagged;
}
