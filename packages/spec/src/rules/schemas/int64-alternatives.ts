// Rule: a client that has 64-bit integers as strings can tell them from all that may stand in the same place of a message.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { Int64Places } from '../../int64-places.js';
import { entriesOf, getIn } from '../../json.js';

const REASONS = {
  number: 'another number. Give all numbers there `format: int64`',
  text: 'a text with digits. Give it one type',
};

export const int64Alternatives: Oas3Rule = () => ({
  RequestBody: checkFor('text'),
  Response: checkFor('number'),
});

/** The same place of several messages is reported once. */
function checkFor(kind: keyof typeof REASONS) {
  let places: Int64Places | undefined;
  return ({ content }: { content?: unknown }, { report, location, resolve }: UserContext): void => {
    places ??= new Int64Places(($ref) => resolve<object>({ $ref }).node);
    for (const [name, media] of entriesOf(content)) {
      places.indexOf([getIn(media, 'schema')]);
      for (const path of places.conflicts[kind])
        report({
          message: `A client that has 64-bit integers as strings cannot tell the one at ${path || '/'} from ${REASONS[kind]}, or rename one of the properties.`,
          location: location.child(['content', name, 'schema']).key(),
        });
      places.conflicts[kind].clear();
    }
  };
}
