// Owns the rating of error codes: the contract says that new ones may come, so clients must expect those, but none may go.

import { at, type JsonObject, pointer } from '../../contract/generator/json.js';
import type { Change } from './change.js';

const KEYS = ['components', 'schemas', 'ErrorCode', 'enum'];

export function errorCodeChanges(base: JsonObject, head: JsonObject): Change[] {
  const [before, after] = [codesOf(base), codesOf(head)];
  const gone = before.filter((code) => !after.includes(code));
  const added = after.filter((code) => !before.includes(code));
  return [
    ...gone.map(
      (code): Change => ({
        level: 'major',
        message: `The error code \`${code}\` was removed.`,
        why: 'A client that handles it waits for it in vain.',
        side: 'base',
        pointer: pointer(...KEYS, String(before.indexOf(code))),
      }),
    ),
    ...added.map(
      (code): Change => ({
        level: 'minor',
        message: `The error code \`${code}\` was added.`,
        why: 'The contract says that new codes may be added within a major version.',
        side: 'head',
        pointer: pointer(...KEYS, String(after.indexOf(code))),
      }),
    ),
  ];
}

function codesOf(document: JsonObject): string[] {
  const codes = at(document, ...KEYS);
  return Array.isArray(codes) ? codes.map(String) : [];
}
