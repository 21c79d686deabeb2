// Rule: an operationId can be the name of a handler, of its file and of an SDK method, and no other differs only in case.
import type { Oas3Rule } from '@redocly/openapi-core';

/** Reserved words of ECMAScript modules, and `then`: `await` treats an object with that method as a promise. */
const RESERVED_WORDS =
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch then this throw true try typeof undefined var void while with yield'.split(
    ' ',
  );
/** What the SDK's client has besides its operations, now and by its options. */
const CLIENT_MEMBERS = [
  'all',
  'baseUrl',
  'client',
  'fetch',
  'int64',
  'options',
  'rateLimit',
  'request',
  'withOptions',
];
/** `listPetsInfiniteOptions` are the options of `listPets` for a list of pages. */
const INFINITE = /infinite$/i;

export const operationNames: Oas3Rule = () => {
  const seen = new Map<string, string>();
  return {
    Operation({ operationId }, { report, location }) {
      const message = nameProblem(operationId, seen);
      if (message !== undefined) report({ message, location: location.child('operationId') });
      if (typeof operationId === 'string') seen.set(operationId.toLowerCase(), operationId);
    },
  };
};

function nameProblem(name: unknown, seen: ReadonlyMap<string, string>): string | undefined {
  if (name === undefined) return undefined; // another rule reports it
  if (typeof name !== 'string' || !isIdentifier(name))
    return `The operationId ${JSON.stringify(name)} cannot name a function: use letters and digits, as in listPets, and no reserved word.`;
  if (CLIENT_MEMBERS.includes(name))
    return `The operationId ${name} is a member of the SDK's client. Choose another, such as a verb and a noun: listPets.`;
  if (INFINITE.test(name))
    return `The operationId ${name} must not end in Infinite, which the names of the SDK's options for lists end in.`;
  const other = seen.get(name.toLowerCase());
  if (other === undefined || other === name) return undefined; // the same name twice is another rule's
  return `The operationIds ${other} and ${name} differ only in case: their files would be one on some machines. Rename one.`;
}

function isIdentifier(name: string): boolean {
  if (!/^[a-z][a-z0-9]*$/i.test(name)) return false;
  return !RESERVED_WORDS.includes(name) && !(name in Object.prototype);
}
