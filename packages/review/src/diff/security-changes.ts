// Changes of security requirements: those of an operation or, by default, those of the contract.
import type { Contract, Operation } from '@animal-store/spec/model';
import type { Contracts } from './change.js';
import { securityOf } from './operations.js';
import { promised, wireOnly } from './ratings.js';
import { type Finding, type Findings, type Pair, Sides } from './walk/sides.js';

/** The option that requires no credentials. */
const NO_CREDENTIALS = '';

export function* securityChanges(pair: Pair<Operation>, { base, head }: Contracts): Findings {
  const before = optionsOf(pair.was, base);
  const after = optionsOf(pair.is, head);
  const removed = before.filter((option) => !after.includes(option));
  const added = after.filter((option) => !before.includes(option));
  if (added.includes(NO_CREDENTIALS)) yield openToAnonymous(pair);
  else if (removed.length > 0) {
    const rating = wireOnly('major', 'Requests with the current credentials are rejected.');
    const text = `security changed from ${list(before)} to ${list(after)}.`;
    yield { ...atSecurity(pair).find(text, rating), isSecurityChange: true };
  } else if (added.length > 0) {
    const rating = wireOnly('minor', 'The current credentials keep working.');
    yield atSecurity(pair).find(`security also accepts ${list(added)}.`, rating);
  }
}

/** Of a new operation. */
export function* anonymousAccess(added: Sides<Operation>, head: Contract): Findings {
  if (added.is && optionsOf(added.is, head).includes(NO_CREDENTIALS)) yield openToAnonymous(added);
}

/** The alternatives, each as the schemes and scopes that it combines. */
function optionsOf(operation: Operation, contract: Contract): string[] {
  return securityOf(operation, contract).map((option) =>
    Array.from(option, ([scheme, scopes]) => [scheme, ...scopes].join(':'))
      .sort()
      .join(' and '),
  );
}

function openToAnonymous(operation: Sides<Operation>): Finding {
  const rating = promised(wireOnly('major', 'Anonymous clients can call it.'));
  const text = 'security was removed or loosened: it requires no credentials.';
  return { ...atSecurity(operation).find(text, rating), isSecurityChange: true };
}

function atSecurity({ head, path }: Sides<Operation>): Sides<unknown> {
  return new Sides<unknown>(
    undefined,
    head?.at(({ security }) => security, 'security') ?? head,
    path,
  );
}

function list(options: string[]): string {
  return options
    .map((option) => (option === NO_CREDENTIALS ? 'no credentials' : option))
    .join(' or ');
}
