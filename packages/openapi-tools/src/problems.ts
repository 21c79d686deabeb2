// Problems of a contract with file, line and column, as the rules of a Redocly configuration report them.
import {
  type Config,
  getLineColLocation,
  lint,
  type NormalizedProblem,
} from '@redocly/openapi-core';
import { checkParsing } from './parse-checks.js';
import type { Position } from './position.js';

export interface Problem extends Position {
  file: string;
  rule: string;
  message: string;
}

/** `openapi.yaml:12:3 rule-name message` */
export function formatProblem({ file, line, column, rule, message }: Problem): string {
  return `${file}:${line}:${column} ${rule} ${message}`;
}

export interface ProblemOptions {
  config: Config;
  /** The name that problems give to a file, from its absolute path. */
  nameOf(file: string): string;
  /** Whether to drop what a rule reports at a JSON Pointer. */
  isIgnored?(rule: string, pointer: string): boolean;
}

/** Every problem that the configured rules report, in the order of the file. */
export async function findProblems(file: string, options: ProblemOptions): Promise<Problem[]> {
  const { config, nameOf, isIgnored = () => false } = options;
  const parseProblem = { file: nameOf(file), rule: 'parse-error' };
  try {
    const parseErrors = await checkParsing(file);
    if (parseErrors.length > 0) return parseErrors.map((error) => ({ ...parseProblem, ...error }));
    const problems = await lint({ ref: file, config });
    return problems
      .filter(({ ruleId, location }) => !isIgnored(ruleId, location[0]?.pointer ?? ''))
      .map((problem) => toProblem(problem, file, nameOf))
      .sort((one, other) => one.line - other.line || one.column - other.column);
  } catch (error) {
    return [{ ...parseProblem, ...toPositionedMessage(error) }];
  }
}

function toProblem(
  problem: NormalizedProblem,
  file: string,
  nameOf: ProblemOptions['nameOf'],
): Problem {
  const [location] = problem.location;
  const { start } = location ? getLineColLocation(location) : { start: { line: 1, col: 1 } };
  return {
    file: nameOf(location?.source.absoluteRef ?? file),
    line: start.line,
    column: start.col,
    rule: problem.ruleId,
    message: problem.message.replaceAll(/\s*\n\s*/g, ' ') + unresolvedTarget(problem, start.line),
  };
}

/** The target of an unresolved reference, which Redocly's message leaves out; it is read from the source line. */
function unresolvedTarget({ ruleId, location }: NormalizedProblem, line: number): string {
  if (ruleId !== 'no-unresolved-refs') return '';
  const text = location[0]?.source.body.split('\n')[line - 1] ?? '';
  return ` ${/\$ref["']?:\s*["']?([^"'\s}]+)/.exec(text)?.[1] ?? text.trim()}`;
}

/** For invalid YAML and missing files: the YAML parser puts the position at the end of its message. */
function toPositionedMessage(error: unknown): Position & { message: string } {
  const text = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  const match = /^(.*?) in ".*" \((\d+):(\d+)\)/.exec(text);
  return {
    line: Number(match?.[2] ?? 1),
    column: Number(match?.[3] ?? 1),
    message: match?.[1] ?? text,
  };
}
