// Owns the rule that each pattern, of texts and of names, is a regular expression whose time does not explode, whatever a client sends.
import type { Oas3Rule } from '@redocly/openapi-core';
import { isSafePattern } from 'redos-detector';
import { at, members } from '../../../contract/generator/json.js';

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
  if (repeatsBehind(pattern))
    return 'The pattern repeats something in a lookbehind, which cannot be analysed for backtracking: look behind for fixed texts alone.';
  try {
    const { safe } = isSafePattern(withoutNames(pattern), { unicode: true, ...LIMITS });
    if (safe) return undefined;
  } catch {
    return 'The pattern cannot be analysed for backtracking: write it more plainly.';
  }
  return 'The pattern may backtrack without end on a hostile text. Anchor it with `^`, and let no two parts of it match the same characters.';
}

/** What a pattern is made of, as far as it matters here: an escape and a class hide all that stands in them. */
const TOKEN =
  /\\.|\[(?:\\.|[^\]\\])*\]|\(\?<[=!]|\(\?<[^>]+>|\(\?[:=!]|[()*+?]|\{\d+(?:,\d*)?\}|./gsu;

/** Whether a lookbehind holds a quantifier: redos-detector looks into none. */
function repeatsBehind(pattern: string): boolean {
  const groups: boolean[] = []; // whether each open group stands in a lookbehind, or is one
  for (const [token] of pattern.matchAll(TOKEN)) {
    const inside = groups.at(-1) ?? false;
    if (token.startsWith('(')) groups.push(inside || /^\(\?<[=!]$/.test(token));
    else if (token === ')') groups.pop();
    else if (inside && /^(?:[*+?]|\{\d.*)$/.test(token)) return true;
  }
  return false;
}

/** The names of groups have no part in matching, and redos-detector does not know them. */
function withoutNames(pattern: string): string {
  return pattern.replaceAll(TOKEN, (token) => (/^\(\?<[^=!]/.test(token) ? '(' : token));
}
