// Changes of error codes. The contract announces that codes may be added, so an added code is not breaking. Responses
// without a code are valid as before, but code that compares with it no longer compiles.
import { formatPointer, getIn, type JsonObject } from '@animal-store/openapi-tools';
import type { Change } from './change.js';

const SCHEMAS = { ErrorCode: 'error code', ErrorDetailCode: 'error detail code' };

/** JSON Pointers of the enums of these codes. */
export const CODE_ENUMS = Object.keys(SCHEMAS).map((schema) => formatPointer(...enumPath(schema)));

export function errorCodeChanges(base: JsonObject, head: JsonObject): Change[] {
  return Object.entries(SCHEMAS).flatMap(([schema, noun]) =>
    changesIn(noun, enumPath(schema), base, head),
  );
}

function changesIn(noun: string, path: string[], base: JsonObject, head: JsonObject): Change[] {
  if (getIn(base, ...path) === undefined) return []; // the schema itself is new
  const [before, after] = [codesAt(base, path), codesAt(head, path)];
  const differences = (codes: string[], others: string[], side: 'base' | 'head') =>
    codes
      .filter((code) => !others.includes(code))
      .map((code): Change => {
        const isRemoved = side === 'base';
        return {
          wire: 'minor',
          source: isRemoved ? 'major' : 'minor',
          message: `The ${noun} \`${code}\` was ${isRemoved ? 'removed' : 'added'}.`,
          why: isRemoved
            ? 'No client receives it; code that compares with it no longer compiles.'
            : 'The contract allows new codes within a major version.',
          side,
          pointer: formatPointer(...path, String(codes.indexOf(code))),
        };
      });
  return [...differences(before, after, 'base'), ...differences(after, before, 'head')];
}

function enumPath(schema: string): string[] {
  return ['components', 'schemas', schema, 'enum'];
}

function codesAt(document: JsonObject, path: string[]): string[] {
  const codes = getIn(document, ...path);
  return Array.isArray(codes) ? codes.map(String) : [];
}
