// Owns the rating of who may call an operation: what it asks for itself, or else what the whole contract asks for.

import { type JsonObject, members } from '../../contract/generator/json.js';
import type { Change } from './change.js';
import { type Operation, operationsOf } from './operations.js';

export function securityChanges(base: JsonObject, head: JsonObject): Change[] {
  const heads = operationsOf(head);
  const found = operationsOf(base).flatMap((before) => {
    const after = heads.find((operation) => operation.pointer === before.pointer);
    return after ? compare(before, choicesOf(base, before), choicesOf(head, after), after) : [];
  });
  const added = heads
    .filter((after) => !operationsOf(base).some(({ pointer: place }) => place === after.pointer))
    .filter((after) => choicesOf(head, after).includes(NOTHING));
  return [...found, ...added.map((operation) => open(operation))];
}

/** The choice that asks for nothing. */
const NOTHING = '';

/** Each way in, as the schemes and scopes that it asks for together. */
function choicesOf(document: JsonObject, { node }: Operation): string[] {
  const security = node.security ?? document.security;
  if (!Array.isArray(security) || security.length === 0) return [NOTHING];
  return security.map((choice: unknown) =>
    members(choice)
      .map(([scheme, scopes]) => [scheme, ...(Array.isArray(scopes) ? scopes : [])].join(':'))
      .sort()
      .join(' and '),
  );
}

function compare(
  { id }: Operation,
  before: string[],
  after: string[],
  operation: Operation,
): Change[] {
  const gone = before.filter((choice) => !after.includes(choice));
  const added = after.filter((choice) => !before.includes(choice));
  if (added.includes(NOTHING)) return [open(operation)];
  if (gone.length > 0)
    return [
      {
        level: 'major',
        message: `${id}: security changed from ${list(before)} to ${list(after)}.`,
        why: 'Clients with the credentials of today are refused.',
        firm: true,
        ...placeOf(operation),
      },
    ];
  return added.length === 0
    ? []
    : [
        {
          level: 'minor',
          message: `${id}: security also admits ${list(added)}.`,
          why: 'It is another way in; those of today go on working.',
          ...placeOf(operation),
        },
      ];
}

function open(operation: Operation): Change {
  return {
    level: 'major',
    message: `${operation.id}: security was removed or loosened: it asks for no credentials.`,
    why: 'Anyone may call it, and clients were promised that nobody may.',
    firm: true,
    ...placeOf(operation),
  };
}

function placeOf({ node, pointer: place }: Operation): Pick<Change, 'side' | 'pointer'> {
  return { side: 'head', pointer: 'security' in node ? `${place}/security` : place };
}

function list(choices: string[]): string {
  return choices.map((choice) => (choice === NOTHING ? 'nothing' : choice)).join(' or ');
}
