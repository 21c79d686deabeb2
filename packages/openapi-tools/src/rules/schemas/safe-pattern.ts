// Safety of a pattern: no catastrophic backtracking (ReDoS).
import { isSafePattern } from 'redos-detector';
import { portabilityProblem } from './portable-pattern.js';

/** The limit counts steps, not time, so that the result is the same on every machine. This many steps take a second or two. */
const LIMITS = { timeout: Number.POSITIVE_INFINITY, maxSteps: 5_000, maxScore: 200 };

/** The problem of a pattern; undefined if it is safe. JSON Schema compiles patterns with the flag `u`. */
export function backtrackingProblem(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    return `The pattern does not compile with the flag \`u\`: ${error instanceof Error ? error.message : error}.`;
  }
  if (portabilityProblem(pattern) !== undefined) return undefined; // reported by portable-pattern; the detector knows less
  try {
    const { safe } = isSafePattern(pattern, { unicode: true, ...LIMITS });
    if (safe) return undefined;
  } catch {
    return 'The pattern cannot be analysed for backtracking: simplify it.';
  }
  return 'The pattern is open to catastrophic backtracking on hostile input. Anchor it with `^`, and do not let two of its parts match the same characters.';
}
