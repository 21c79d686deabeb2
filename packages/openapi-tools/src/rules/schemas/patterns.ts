// Rule on regular expressions, those in `pattern` and those that are keys of `patternProperties`: they mean the same to every
// reader, and none has catastrophic backtracking (ReDoS).
import type { Oas3Rule } from '@redocly/openapi-core';
import { isSafePattern } from 'redos-detector';
import { entriesOf, getIn } from '../../json.js';
import { portabilityProblem } from './portable-pattern.js';

/** The limit counts steps, not time, so that the result is the same on every machine. This many steps take a second or two. */
const LIMITS = { timeout: Number.POSITIVE_INFINITY, maxSteps: 5_000, maxScore: 200 };

export const patterns: Oas3Rule = () => ({
  Schema(schema, { report, location }) {
    const check = (pattern: string, at: typeof location) => {
      const message = patternProblem(pattern);
      if (message !== undefined) report({ message, location: at });
    };
    if (typeof schema.pattern === 'string') check(schema.pattern, location.child('pattern'));
    for (const [pattern] of entriesOf(getIn(schema, 'patternProperties')))
      check(pattern, location.child(['patternProperties', pattern]).key());
  },
});

/** The problem of a pattern; undefined if there is none. JSON Schema compiles patterns with the flag `u`. */
export function patternProblem(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    return `The pattern does not compile with the flag \`u\`: ${error instanceof Error ? error.message : error}.`;
  }
  const problem = portabilityProblem(pattern);
  if (problem !== undefined) return problem;
  try {
    const { safe } = isSafePattern(pattern, { unicode: true, ...LIMITS });
    if (safe) return undefined;
  } catch {
    return 'The pattern cannot be analysed for backtracking: simplify it.';
  }
  return 'The pattern is open to catastrophic backtracking on hostile input. Anchor it with `^`, and do not let two of its parts match the same characters.';
}
