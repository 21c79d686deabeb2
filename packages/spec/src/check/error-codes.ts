// Rule: `Error` has each code with which the server refuses a request, as `ERRORS` of core lists them.
import { ERRORS } from '@animal-store/core/errors';
import { joinPointer } from '../json-pointer.js';
import {
  conjunctsOf,
  describersOf,
  type Edge,
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
