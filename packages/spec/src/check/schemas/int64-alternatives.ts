// Rule: a client that has 64-bit integers as strings can tell them from all that may stand in the same place of a message.
import { type Body, bodiesOf, type Reply, repliesOf } from '../../model/index.js';
import { Int64Places } from '../../model/int64-places.js';
import type { Report, Rule } from '../rule.js';

const REASONS = {
  number: 'another number. Give all numbers there `format: int64`',
  text: 'a text with digits. Give it one type',
};

export const int64Alternatives: Rule = (contract, report) => {
  checkFor('text', bodiesOf(contract), report);
  checkFor('number', repliesOf(contract), report);
};

/** The same place of several messages is reported once. */
function checkFor(
  kind: keyof typeof REASONS,
  messages: readonly (Body | Reply)[],
  report: Report,
): void {
  const places = new Int64Places();
  const carriers = messages.flatMap(({ content }) => [...content.values()]);
  for (const { schema } of carriers) {
    if (schema === undefined) continue;
    places.indexOf([schema]);
    for (const path of places.conflicts[kind])
      report({
        message: `A client that has 64-bit integers as strings cannot tell the one at ${path || '/'} from ${REASONS[kind]}, or rename one of the properties.`,
        at: schema.at,
        isKey: true,
      });
    places.conflicts[kind].clear();
  }
}
