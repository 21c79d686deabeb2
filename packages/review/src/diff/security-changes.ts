// Changes of security requirements: those of an operation or, by default, those of the contract.
import { entriesOf, getIn, type JsonObject, listOf } from '@animal-store/spec';
import type { Documents } from './change.js';
import { promised, wireOnly } from './ratings.js';
import { type Finding, type Findings, type Pair, type Part, Sides } from './walk/sides.js';

/** The option that requires no credentials. */
const NO_CREDENTIALS = '';

export function* securityChanges(pair: Pair, documents: Documents): Findings {
  const before = optionsOf(pair.base, documents.base);
  const after = optionsOf(pair.head, documents.head);
  const removed = before.filter((option) => !after.includes(option));
  const added = after.filter((option) => !before.includes(option));
  if (added.includes(NO_CREDENTIALS)) yield openToAnonymous(pair);
  else if (removed.length > 0) {
    const rating = wireOnly('major', 'Requests with the current credentials are rejected.');
    const text = `security changed from ${list(before)} to ${list(after)}.`;
    yield { ...placeOf(pair).find(text, rating), isSecurityChange: true };
  } else if (added.length > 0) {
    const rating = wireOnly('minor', 'The current credentials keep working.');
    yield placeOf(pair).find(`security also accepts ${list(added)}.`, rating);
  }
}

/** Of a new operation. */
export function anonymousAccess(added: Sides, head: JsonObject): Finding[] {
  return optionsOf(added.head, head).includes(NO_CREDENTIALS) ? [openToAnonymous(added)] : [];
}

/** The alternatives, each as the schemes and scopes that it combines. */
function optionsOf(operation: Part | undefined, document: JsonObject): string[] {
  const options = listOf(operation?.get('security') ?? getIn(document, 'security'));
  if (options.length === 0) return [NO_CREDENTIALS];
  return options.map((option) =>
    entriesOf(option)
      .map(([scheme, scopes]) => [scheme, ...listOf(scopes)].join(':'))
      .sort()
      .join(' and '),
  );
}

function openToAnonymous(operation: Sides): Finding {
  const rating = promised(wireOnly('major', 'Anonymous clients can call it.'));
  const text = 'security was removed or loosened: it requires no credentials.';
  return { ...placeOf(operation).find(text, rating), isSecurityChange: true };
}

function placeOf({ head, path }: Sides): Sides {
  return new Sides(undefined, head?.at('security') ?? head, path);
}

function list(options: string[]): string {
  return options
    .map((option) => (option === NO_CREDENTIALS ? 'no credentials' : option))
    .join(' or ');
}
