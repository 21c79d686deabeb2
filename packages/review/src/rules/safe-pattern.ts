// Owns the rule that each pattern, of texts and of names, is a regular expression whose time does not explode, whatever a client sends.
import type { Oas3Rule } from '@redocly/openapi-core';
import { isSafePattern } from 'redos-detector';
import { at, members } from '../json.js';

/** Steps decide, not seconds: the verdict must not hang on the machine. So many take a second or two. */
const LIMITS = { timeout: Number.POSITIVE_INFINITY, maxSteps: 5_000, maxScore: 200 };

export const safePattern: Oas3Rule = () => ({
  Schema(schema, { report, location }) {
    if (typeof schema.pattern === 'string') {
      const message = faultOf(schema.pattern);
      if (message !== undefined) report({ message, location: location.child('pattern') });
    }
    for (const [pattern] of members(at(schema, 'patternProperties'))) {
      const message = faultOf(pattern);
      if (message !== undefined)
        report({ message, location: location.child(['patternProperties', pattern]).key() });
    }
  },
});

/** JSON Schema's patterns are compiled with the flag `u`. */
export function faultOf(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    return `The pattern does not compile with the flag \`u\`: ${error instanceof Error ? error.message : error}.`;
  }
  try {
    const { safe } = isSafePattern(pattern, { unicode: true, ...LIMITS });
    if (safe) return undefined;
  } catch {
    return 'The pattern cannot be analysed for backtracking: write it more plainly.';
  }
  return 'The pattern may backtrack without end on a hostile text. Anchor it with `^`, and let no two parts of it match the same characters.';
}
