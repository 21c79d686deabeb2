// Rule: no regular expression of the contract has catastrophic backtracking (ReDoS), in `pattern` and `patternProperties`.
import { entriesOf, getIn } from '@animal-store/openapi-tools';
import type { Oas3Rule } from '@redocly/openapi-core';
import { isSafePattern } from 'redos-detector';

/** The limit counts steps, not time, so that the result is the same on every machine. This many steps take a second or two. */
const LIMITS = { timeout: Number.POSITIVE_INFINITY, maxSteps: 5_000, maxScore: 200 };

export const safePattern: Oas3Rule = () => ({
  Schema(schema, { report, location }) {
    if (typeof schema.pattern === 'string') {
      const message = patternProblem(schema.pattern);
      if (message !== undefined) report({ message, location: location.child('pattern') });
    }
    for (const [pattern] of entriesOf(getIn(schema, 'patternProperties'))) {
      const message = patternProblem(pattern);
      if (message !== undefined)
        report({ message, location: location.child(['patternProperties', pattern]).key() });
    }
  },
});

/** The problem of a pattern; undefined if it is safe. JSON Schema compiles patterns with the flag `u`. */
export function patternProblem(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    return `The pattern does not compile with the flag \`u\`: ${error instanceof Error ? error.message : error}.`;
  }
  if (hasLookbehindQuantifier(pattern))
    return 'The pattern has a quantifier in a lookbehind, which cannot be analysed for backtracking: use fixed text in lookbehinds.';
  try {
    const { safe } = isSafePattern(withoutGroupNames(pattern), { unicode: true, ...LIMITS });
    if (safe) return undefined;
  } catch {
    return 'The pattern cannot be analysed for backtracking: simplify it.';
  }
  return 'The pattern is open to catastrophic backtracking on hostile input. Anchor it with `^`, and do not let two of its parts match the same characters.';
}

/** Tokens of a pattern. An escape sequence or a character class is one token, whatever it contains. */
const TOKEN =
  /\\.|\[(?:\\.|[^\]\\])*\]|\(\?<[=!]|\(\?<[^>]+>|\(\?[:=!]|[()*+?]|\{\d+(?:,\d*)?\}|./gsu;

/** redos-detector does not analyse lookbehinds. */
function hasLookbehindQuantifier(pattern: string): boolean {
  const groups: boolean[] = []; // for each open group, whether it is in a lookbehind or is one
  for (const [token] of pattern.matchAll(TOKEN)) {
    const inside = groups.at(-1) ?? false;
    if (token.startsWith('(')) groups.push(inside || /^\(\?<[=!]$/.test(token));
    else if (token === ')') groups.pop();
    else if (inside && /^(?:[*+?]|\{\d.*)$/.test(token)) return true;
  }
  return false;
}

/** redos-detector does not support named groups. Names do not affect matching. */
function withoutGroupNames(pattern: string): string {
  return pattern.replaceAll(TOKEN, (token) => (/^\(\?<[^=!]/.test(token) ? '(' : token));
}
