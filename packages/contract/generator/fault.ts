// Owns what a fault of a contract is, and how faults are found: by the rules of a configuration of redocly's.
import {
  type Config,
  getLineColLocation,
  lint,
  type NormalizedProblem,
} from '@redocly/openapi-core';
import { readingFaults } from './reading-faults.js';

/** Where something stands in a text; lines and columns count from 1. */
export interface Place {
  line: number;
  column: number;
}

export interface Fault extends Place {
  file: string;
  rule: string;
  message: string;
}

/** `openapi.yaml:12:3 rule-name message` */
export function renderFault({ file, line, column, rule, message }: Fault): string {
  return `${file}:${line}:${column} ${rule} ${message}`;
}

export interface Search {
  config: Config;
  /** What the reader calls a file, given its whole path. */
  nameOf(file: string): string;
  /** Whether what a rule finds at a JSON Pointer is so on purpose. */
  isMeant?(rule: string, pointer: string): boolean;
}

/** Every fault that the rules of the configuration find, in the order of the file. */
export async function findFaults(file: string, search: Search): Promise<Fault[]> {
  const { config, nameOf, isMeant = () => false } = search;
  const unreadable = { file: nameOf(file), rule: 'readable' };
  try {
    const faults = await readingFaults(file);
    if (faults.length > 0) return faults.map((fault) => ({ ...unreadable, ...fault }));
    const problems = await lint({ ref: file, config });
    return problems
      .filter(({ ruleId, location }) => !isMeant(ruleId, location[0]?.pointer ?? ''))
      .map((problem) => describe(problem, file, nameOf))
      .sort((one, other) => one.line - other.line || one.column - other.column);
  } catch (error) {
    return [{ ...unreadable, ...describeFailure(error) }];
  }
}

function describe(problem: NormalizedProblem, file: string, nameOf: Search['nameOf']): Fault {
  const [location] = problem.location;
  const { start } = location ? getLineColLocation(location) : { start: { line: 1, col: 1 } };
  return {
    file: nameOf(location?.source.absoluteRef ?? file),
    line: start.line,
    column: start.col,
    rule: problem.ruleId,
    message: problem.message.replaceAll(/\s*\n\s*/g, ' ') + referenceAt(problem, start.line),
  };
}

/** Redocly says only that a reference leads nowhere; its line says which. */
function referenceAt({ ruleId, location }: NormalizedProblem, line: number): string {
  if (ruleId !== 'no-unresolved-refs') return '';
  const text = location[0]?.source.body.split('\n')[line - 1] ?? '';
  return ` ${/\$ref["']?:\s*["']?([^"'\s}]+)/.exec(text)?.[1] ?? text.trim()}`;
}

/** A text that is no YAML, or no file at all: the parser throws, with the place at the end of its message. */
function describeFailure(error: unknown): Place & { message: string } {
  const text = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  const place = /^(.*?) in ".*" \((\d+):(\d+)\)/.exec(text);
  return {
    line: Number(place?.[2] ?? 1),
    column: Number(place?.[3] ?? 1),
    message: place?.[1] ?? text,
  };
}
