// Rules of error codes: `Error` has each code with which the server refuses a request, as `ERRORS` of core lists them, and
// the examples of responses declare which code an operation sends with which status.
import { ERRORS } from '@animal-store/core/errors';
import { joinPointer } from '../json-pointer.js';
import {
  conjunctsOf,
  describersOf,
  type Edge,
  errorsIn,
  jsonTypesOf,
  propertyOf,
  type Schema,
  valuesOf,
} from '../model/index.js';
import type { Rule } from './rule.js';

export const errorCodes: Rule = ({ schemas }, report) => {
  const error = schemas.get('Error');
  if (error === undefined) return; // contract-schema reports it
  const places = propertyOf(error, 'code');
  const missing = Object.keys(ERRORS).filter(
    (code) => places.length === 0 || !places.every((place) => admits(place, code)),
  );
  if (missing.length === 0) return;
  const list = places.flatMap((place) => describersOf(place)).find(({ schema }) => schema.enum);
  const advice =
    list === undefined
      ? 'write `type: string` with an `enum` of all codes'
      : `add ${missing.length === 1 ? 'it' : 'them'} to the \`enum\``;
  report({
    message: `\`code\` of Error lacks ${missing.join(', ')}, which the server sends: ${advice}.`,
    at: list
      ? joinPointer(list.schema.at, 'enum')
      : (places[0]?.at ?? joinPointer(error.schema.at, 'properties')),
    isKey: true,
  });
};

export const errorExamples: Rule = ({ operations }, report) => {
  const statuses = new Map<string, number>();
  for (const [code, { status }] of Object.entries(ERRORS)) statuses.set(code, status);
  for (const { at: operationAt, replies } of operations)
    for (const [key, { value }] of replies) {
      const expected = Number(key);
      if (!(expected >= 400)) continue;
      const errors = errorsIn(value);
      if (errors.length === 0)
        report({
          message: `The ${key} response has no code: give it an \`example\` with \`code\`, \`message\` and \`status: ${key}\`.`,
          at: joinPointer(operationAt, 'responses', key),
          isKey: true,
        });
      for (const { at, code, status } of errors) {
        const known = statuses.get(code) ?? expected;
        statuses.set(code, known);
        if (status === expected && known === expected) continue;
        const message =
          status === expected
            ? `${code} has the status ${known} elsewhere, and a code has one. Use another code for the ${key}.`
            : `The example in a ${key} response has the status ${status}. Write \`status: ${key}\`.`;
        report({ message, at: joinPointer(at, 'status'), isKey: true });
      }
    }
};

/** Whether the schema's types, `enum` and `const` allow the code. */
function admits(place: Edge, code: string, parents: readonly Schema[] = []): boolean {
  if (parents.includes(place.schema)) return true; // recursive-types reports it
  const admitsBranch = (branch: Edge) => admits(branch, code, [...parents, place.schema]);
  return (
    jsonTypesOf(place).includes('string') &&
    conjunctsOf(place).every(
      ({ schema }) =>
        (valuesOf(schema)?.includes(code) ?? true) &&
        [schema.anyOf, schema.oneOf].every((union) => union?.branches.some(admitsBranch) ?? true),
    )
  );
}
