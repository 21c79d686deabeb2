// Rule: a body is JSON, of one media type and with a schema.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { entriesOf, getIn } from '../../json.js';

/** `application/json` or a structured syntax suffix (RFC 6838, 4.2.8), without parameters. */
const JSON_TYPE = /^(?:application\/json|[a-z]+\/[a-z0-9][a-z0-9!#$&^_.-]*\+json)$/;

export const mediaTypes: Oas3Rule = () => ({ RequestBody: checkContent, Response: checkContent });

function checkContent(node: object, { report, location }: UserContext): void {
  if (!('content' in node)) return;
  const content = location.child('content');
  const [first, ...others] = entriesOf(node.content);
  if (first === undefined)
    report({
      message: '`content` is empty: remove it, or declare application/json.',
      location: content.key(),
    });
  for (const [name] of others)
    report({
      message: `A body has one media type. Remove ${name}, or add an operation for it.`,
      location: content.child(name).key(),
    });
  for (const [name, mediaType] of entriesOf(node.content)) {
    const at = content.child(name).key();
    if (!JSON_TYPE.test(name))
      report({
        message: `The media type ${name} is not supported: a body is JSON. Use application/json or a type that ends in +json, in lower case and without parameters.`,
        location: at,
      });
    else if (getIn(mediaType, 'schema') === undefined)
      report({
        message: `The body ${name} must have a \`schema\`: its types follow from it.`,
        location: at,
      });
  }
}
