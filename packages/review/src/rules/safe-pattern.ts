// Owns the rule that each `pattern` is a regular expression whose time does not explode, whatever a client sends.
import type { Oas3Rule } from '@redocly/openapi-core';
import { isSafePattern } from 'redos-detector';

// A pattern that is not shown to be safe within these is refused: the analysis is a reviewer's, not a client's, to wait for.
const LIMITS = { timeout: 2_000, maxSteps: 100_000, maxScore: 200 };

export const safePattern: Oas3Rule = () => ({
  Schema(schema, { report, location }) {
    if (typeof schema.pattern !== 'string') return;
    const message = faultOf(schema.pattern);
    if (message !== undefined) report({ message, location: location.child('pattern') });
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
