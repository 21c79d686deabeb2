// Rule: an operationId can be the name of a handler and of an SDK method.
import type { Oas3Rule } from '@redocly/openapi-core';

/** Reserved words of ECMAScript modules, and `then`: `await` treats an object with that method as a promise. */
const RESERVED_WORDS =
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch then this throw true try typeof undefined var void while with yield'.split(
    ' ',
  );

export const operationNames: Oas3Rule = () => ({
  Operation({ operationId }, { report, location }) {
    if (operationId === undefined || isUsableName(operationId)) return;
    report({
      message: `The operationId ${JSON.stringify(operationId)} cannot name a function: use letters and digits, as in listPets, and no reserved word.`,
      location: location.child('operationId'),
    });
  },
});

function isUsableName(name: unknown): boolean {
  if (typeof name !== 'string' || !/^[a-z][a-z0-9]*$/i.test(name)) return false;
  return !RESERVED_WORDS.includes(name) && !(name in Object.prototype);
}
