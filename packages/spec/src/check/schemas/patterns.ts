// Rule on regular expressions: they mean the same to every reader, and none has catastrophic backtracking (ReDoS). Readers are
// JavaScript with and without the flag `u`, Python, Java, Go (RE2) and Rust: clients are generated for all of them.
import { isSafePattern } from 'redos-detector';
import { joinPointer } from '../../json-pointer.js';
import { schemasOf } from '../../model/index.js';
import type { Rule } from '../rule.js';

/** The limit counts steps, not time, so that the result is the same on every machine. This many steps take a second or two. */
const LIMITS = { timeout: Number.POSITIVE_INFINITY, maxSteps: 5_000, maxScore: 200 };

/** RE2 refuses a higher count. */
const MAX_REPETITIONS = 1000;

/** Escape sequences that all readers know. */
const ESCAPE = /^\\(?:[dDwWsSbBfnrt]|x[0-9a-fA-F]{2}|[\^$\\.*+?()[\]{}|/-])$/;
const TOKEN =
  /\\(?:u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|k<[^>]*>|c[A-Za-z]|.)|\(\?(?:<[=!]|<[^>]*>|[a-z-]*[:=!]?)|\[(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|./gsu;
const CLASS_TOKEN = /\\(?:u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|.)|./gsu;

export const patterns: Rule = (contract, report) => {
  for (const { schema } of schemasOf(contract)) {
    const message = schema.pattern === undefined ? undefined : patternProblem(schema.pattern);
    if (message !== undefined) report({ message, at: joinPointer(schema.at, 'pattern') });
  }
};

/** A literal of JavaScript: its slashes would stand before the start of a text, or after its end. */
const LITERAL = /^\/(\^.*|.*(?<!\\)\$)\/[a-z]*$/s;

/** The problem of a pattern; undefined if there is none. JSON Schema compiles patterns with the flag `u`. */
export function patternProblem(pattern: string): string | undefined {
  const [, inner] = LITERAL.exec(pattern) ?? [];
  if (inner !== undefined)
    return `The slashes are a part of the pattern, so that it matches nothing. Leave them out: '${inner}'.`;
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

/** What makes the pattern mean something else to some reader, and what to write instead; undefined if nothing does. */
export function portabilityProblem(pattern: string): string | undefined {
  const tokens = [...pattern.matchAll(TOKEN)].map(([token]) => token);
  for (const [index, token] of tokens.entries()) {
    const problem = tokenProblem(token) ?? quantifierProblem(token, tokens[index + 1]);
    if (problem !== undefined) return `The pattern is not portable: ${problem}.`;
  }
  return undefined;
}

function tokenProblem(token: string): string | undefined {
  if (/[\u{10000}-\u{10ffff}]/u.test(token))
    return `${token} has a character above U+FFFF, which is two characters without the flag \`u\`. Leave it out`;
  if (token.startsWith('\\')) return escapeProblem(token);
  if (token.startsWith('[')) return classProblem(token);
  if (token.startsWith('(?') && token !== '(?:')
    return `Go and Rust have no \`${token}…\`, or write it in another way. Use plain groups: \`(?:…)\``;
  const counts = /^\{(\d+)(?:,(\d*))?\}$/.exec(token)?.slice(1) ?? [];
  if (counts.some((count) => Number(count ?? 0) > MAX_REPETITIONS))
    return `Go refuses ${token}: write a count up to ${MAX_REPETITIONS}, or use \`maxLength\``;
  return undefined;
}

function escapeProblem(token: string): string | undefined {
  if (ESCAPE.test(token)) return undefined;
  if (/^\\[pP]/.test(token))
    return `${token} needs the flag \`u\`, and Python has none. List the ranges: \`[^\\x00-\\x1f\\x7f-\\x9f]\` is any character but control characters`;
  if (/^\\u/.test(token))
    return `Go has no ${token}. Write \`\\xHH\` for a character up to U+00FF, or the character itself. Lone surrogates never arrive`;
  return `not every reader has ${token}. Write characters themselves, or \`\\xHH\``;
}

function classProblem(token: string): string | undefined {
  const inner = token.slice(token.startsWith('[^') ? 2 : 1, -1);
  if (inner === '')
    return `${token} is an error in Python, Java and Go. Use \`[\\s\\S]\`, or leave it out`;
  for (const [part] of inner.matchAll(CLASS_TOKEN)) {
    if (part === '[') return `Java reads \`[\` in ${token} as a class of its own. Write \`\\[\``;
    if (part === '\\b' || part === '\\B')
      return `${part} in ${token} is an error in Go. Write \`\\x08\``;
    const problem = part.startsWith('\\') ? escapeProblem(part) : undefined;
    if (problem !== undefined) return problem;
  }
  const operator = /&&|--|~~|\|\|/.exec(inner)?.[0];
  return (
    operator &&
    `Java or Python reads \`${operator}\` in ${token} as an operator. Write the character once`
  );
}

/**
 * Without the flag `u`, as in a regular expression literal, a character above U+FFFF counts as two. A token that matches
 * any such character is the same with and without the flag only if it may be repeated without limit.
 */
function quantifierProblem(token: string, next: string | undefined): string | undefined {
  const isOpen = token === '.' || /^\\[DWS]$/.test(token) || /^\[(?:\^|.*\\[DWS])/.test(token);
  if (!isOpen || next === '*' || next === '+') return undefined;
  return `${token} matches one half of an emoji without the flag \`u\`. Repeat it with \`*\` or \`+\`, and limit the length with \`minLength\` and \`maxLength\``;
}
