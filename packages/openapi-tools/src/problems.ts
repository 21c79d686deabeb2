// Problems of a contract with file, line and column.
import type { NormalizedProblem } from '@redocly/openapi-core';
import type { Bundle } from './bundle-files.js';
import { getIn } from './json.js';
import { isPointerWithin } from './json-pointer.js';
import { type NameOf, type Place, startOf } from './position.js';

export interface Problem extends Place {
  rule: string;
  message: string;
  /** Absent for an error. */
  isWarning?: true;
}

/** `openapi.yaml:12:3 rule-name message` */
export function formatProblem(problem: Problem): string {
  const { file, line, column, rule, message, isWarning } = problem;
  return `${file}:${line}:${column} ${rule} ${isWarning ? 'warning: ' : ''}${message}`;
}

/** Whether it is the name of a schema in a mapping, which Redocly takes for a reference. The rule `discriminators` checks it. */
export function isSchemaName(root: unknown, keys: string[]): boolean {
  const [discriminator, mapping] = keys.slice(-3, -1);
  const isMapping = discriminator === 'discriminator' && mapping === 'mapping';
  return isMapping && /^\w+$/.test(String(getIn(root, ...keys)));
}

/** Other rules have nothing to say of what the schema of the contract refuses. */
export function withoutRefused(found: NormalizedProblem[]): NormalizedProblem[] {
  const pointerOf = ({ location: [at] }: NormalizedProblem) => at?.pointer ?? '';
  const refused = found.filter(isRefusal).map(pointerOf);
  const isWithin = (problem: NormalizedProblem) =>
    refused.some((pointer) => isPointerWithin(pointerOf(problem), pointer));
  return found.filter((problem) => isRefusal(problem) || !isWithin(problem));
}

/** Whether a key is refused, and so all that it holds. */
function isRefusal({ ruleId, location: [at] }: NormalizedProblem): boolean {
  return ruleId === 'animal-store/contract-schema' && at?.reportOnKey === true;
}

/** @param file the contract. @param locate finds the place in the files, for a problem of the bundle. */
export function toProblem(
  problem: NormalizedProblem,
  file: string,
  nameOf: NameOf,
  locate?: Bundle['locate'],
): Problem {
  const [location] = problem.location;
  const start = startOf(location);
  return {
    file: nameOf(location?.source.absoluteRef ?? file),
    ...start,
    ...(locate && location?.pointer && locate(location.pointer, location.reportOnKey)),
    rule: problem.ruleId,
    ...(problem.severity === 'warn' && { isWarning: true }),
    message:
      problem.message.replaceAll(/\s*\n\s*/g, ' ') +
      unresolvedTarget(problem, start.line) +
      hint(problem),
  };
}

/** The target of an unresolved reference, which Redocly's message leaves out; it is read from the source line. */
function unresolvedTarget({ ruleId, location }: NormalizedProblem, line: number): string {
  if (ruleId !== 'no-unresolved-refs') return '';
  const text = location[0]?.source.body.split('\n')[line - 1] ?? '';
  return ` ${/\$ref["']?:\s*["']?([^"'\s}]+)/.exec(text)?.[1] ?? text.trim()}`;
}

/** What to write instead of a keyword of another version, which Redocly's message leaves out. */
function hint({ ruleId, message, location: [at] }: NormalizedProblem): string {
  if (ruleId === 'struct' && message.includes('`nullable`'))
    return " It is a keyword of OpenAPI 3.0: add null to the type, as in `type: [string, 'null']`.";
  const isTest = /\/not\/required\/\d+$/.test(at?.pointer ?? '');
  return ruleId === 'no-required-schema-properties-undefined' && isTest
    ? ' Below `not` stands a whole object: write `type: object`, `properties` with it, and `required`.'
    : '';
}
