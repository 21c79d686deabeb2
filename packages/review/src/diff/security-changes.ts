// Changes of security requirements: those of an operation or, by default, those of the contract.
import { entriesOf, type JsonObject, listOf } from '@animal-store/openapi-tools';
import type { Change, Documents, Level } from './change.js';
import { type Operation, operationPairs, operationsOf } from './operations.js';
import { wireOnly } from './ratings.js';

export function securityChanges(documents: Documents): Change[] {
  const { base, head } = documents;
  const pairs = operationPairs(documents);
  const found = pairs.flatMap(([before, after]) =>
    compare(securityOptionsOf(base, before), securityOptionsOf(head, after), after),
  );
  const known = pairs.map(([, { pointer }]) => pointer);
  const added = operationsOf(head)
    .filter(({ pointer }) => !known.includes(pointer))
    .filter((after) => securityOptionsOf(head, after).includes(NO_CREDENTIALS));
  return [...found, ...added.map((operation) => openToAnonymous(operation))];
}

/** The option that requires no credentials. */
const NO_CREDENTIALS = '';

/** The alternatives, each as the schemes and scopes that it combines. */
function securityOptionsOf(document: JsonObject, { node }: Operation): string[] {
  const security = node.security ?? document.security;
  if (!Array.isArray(security) || security.length === 0) return [NO_CREDENTIALS];
  return security.map((option: unknown) =>
    entriesOf(option)
      .map(([scheme, scopes]) => [scheme, ...listOf(scopes)].join(':'))
      .sort()
      .join(' and '),
  );
}

function compare(before: string[], after: string[], operation: Operation): Change[] {
  const removed = before.filter((option) => !after.includes(option));
  const added = after.filter((option) => !before.includes(option));
  if (added.includes(NO_CREDENTIALS)) return [openToAnonymous(operation)];
  if (removed.length > 0) {
    const text = `security changed from ${list(before)} to ${list(after)}.`;
    return [
      change(operation, 'major', text, 'Requests with the current credentials are rejected.'),
    ];
  }
  const text = `security also accepts ${list(added)}.`;
  const why = 'The current credentials keep working.';
  return added.length === 0 ? [] : [change(operation, 'minor', text, why)];
}

function openToAnonymous(operation: Operation): Change {
  const text = 'security was removed or loosened: it requires no credentials.';
  return change(operation, 'major', text, 'Anonymous clients can call it.');
}

function change({ id, node, pointer }: Operation, wire: Level, text: string, why: string): Change {
  return {
    ...wireOnly(wire, why),
    message: `${id}: ${text}`,
    ...(wire === 'major' && { isSecurityChange: true }),
    side: 'head',
    pointer: 'security' in node ? `${pointer}/security` : pointer,
  };
}

function list(options: string[]): string {
  return options
    .map((option) => (option === NO_CREDENTIALS ? 'no credentials' : option))
    .join(' or ');
}
