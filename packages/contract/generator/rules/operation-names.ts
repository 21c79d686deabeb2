// Owns the rule that an operationId can be the name of a handler and of a method of the SDK.
import type { Oas3Rule } from '@redocly/openapi-core';

/** Of ECMAScript in modules, and `then`: a client that has it is taken for a promise. */
const RESERVED =
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch then this throw true try typeof undefined var void while with yield'.split(
    ' ',
  );

export const operationNames: Oas3Rule = () => ({
  Operation({ operationId }, { report, location }) {
    if (operationId === undefined || isFree(operationId)) return;
    report({
      message: `The operationId ${JSON.stringify(operationId)} cannot name a function: take letters and digits, as listPets, and no word of JavaScript's own.`,
      location: location.child('operationId'),
    });
  },
});

function isFree(name: unknown): boolean {
  if (typeof name !== 'string' || !/^[a-z][a-z0-9]*$/i.test(name)) return false;
  return !RESERVED.includes(name) && !(name in Object.prototype);
}
