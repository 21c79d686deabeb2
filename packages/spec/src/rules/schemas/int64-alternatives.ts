// Rule: a client that has 64-bit integers as strings can tell them from all that may stand in the same place of a message.
import type { Oas3Rule } from '@redocly/openapi-core';
import { Int64Places } from '../../int64-places.js';
import { parsePointer } from '../../json-pointer.js';
import { type Body, type Reply, readContract } from '../../model/index.js';

const REASONS = {
  number: 'another number. Give all numbers there `format: int64`',
  text: 'a text with digits. Give it one type',
};

export const int64Alternatives: Oas3Rule = () => ({
  Root(root, { report, location }) {
    const { operations, bodies, replies } = readContract({ ...root });
    const sent = operations.flatMap(({ body }) => body?.value ?? []);
    const received = operations.flatMap((operation) => [...operation.replies.values()]);
    const found = [
      ...findConflicts('text', [...sent, ...bodies.values()]),
      ...findConflicts('number', [...received.map(({ value }) => value), ...replies.values()]),
    ];
    for (const { message, at } of found)
      report({ message, location: location.child(parsePointer(at)).key() });
  },
});

/** The same place of several messages is reported once. */
function findConflicts(kind: keyof typeof REASONS, messages: readonly (Body | Reply)[]) {
  const places = new Int64Places();
  const carriers = messages.flatMap(({ content }) => [...content.values()]);
  return carriers.flatMap(({ schema }) => {
    if (schema === undefined) return [];
    places.indexOf([schema]);
    const conflicts = [...places.conflicts[kind]];
    places.conflicts[kind].clear();
    return conflicts.map((path) => ({
      message: `A client that has 64-bit integers as strings cannot tell the one at ${path || '/'} from ${REASONS[kind]}, or rename one of the properties.`,
      at: schema.at,
    }));
  });
}
