// Changes of error codes. The contract announces that codes may be added, so an added code is not breaking. Responses
// without a code are valid as before, but code that compares with it no longer compiles.
import { formatPointer, getIn, listOf } from '@animal-store/openapi-tools';
import type { Change, Documents } from './change.js';
import { both, dispensable } from './ratings.js';

const SCHEMAS = { ErrorCode: 'error code', ErrorDetailCode: 'error detail code' };

/** JSON Pointers of the enums of these codes. */
export const CODE_ENUMS = Object.keys(SCHEMAS).map((schema) => formatPointer(...enumPath(schema)));

const ADDED = both('minor', 'The contract allows new codes within a major version.');
const REMOVED = dispensable(
  'No client receives it; code that compares with it no longer compiles.',
);

export function errorCodeChanges({ base, head }: Documents): Change[] {
  return Object.entries(SCHEMAS).flatMap(([schema, noun]) => {
    const path = enumPath(schema);
    const [before, after] = [getIn(base, ...path), getIn(head, ...path)].map(listOf);
    if (before === undefined || after === undefined || before.length === 0) return []; // the schema itself is new
    const changeOf = (code: unknown): Change => {
      const isAdded = after.includes(code);
      const index = (isAdded ? after : before).indexOf(code);
      return {
        ...(isAdded ? ADDED : REMOVED),
        message: `The ${noun} \`${code}\` was ${isAdded ? 'added' : 'removed'}.`,
        side: isAdded ? 'head' : 'base',
        pointer: formatPointer(...path, String(index)),
      };
    };
    const removed = before.filter((code) => !after.includes(code));
    return [...removed, ...after.filter((code) => !before.includes(code))].map(changeOf);
  });
}

function enumPath(schema: string): string[] {
  return ['components', 'schemas', schema, 'enum'];
}
