// Problems of a contract, and positions in its files.
import { PLUGIN, type RatedFinding } from '../check/rule.js';
import { formatPointer, isPointerWithin } from '../json-pointer.js';
import {
  getLineColLocation,
  type LocationObject,
  type NormalizedProblem,
  type Source,
} from '../redocly.js';

/** Lines and columns count from 1. */
export interface Position {
  line: number;
  column: number;
}

export interface Place extends Position {
  /** The name of the file. */
  file: string;
}

/** The position of the value at a JSON Pointer or of its key, or of the nearest value that contains it. */
export type Locate = (pointer: string, isKey?: boolean) => Place;

/** The name of a file in reports, from its absolute path. */
export type NameOf = (path: string) => string;

/** The position of the value at the keys, or of its key. */
export function positionOf(source: Source, keys: readonly string[], isKey = false): Position {
  return startOf({ source, pointer: formatPointer(...keys), reportOnKey: isKey });
}

/** Where a problem of Redocly is. */
function startOf(location: LocationObject | undefined): Position {
  if (location === undefined) return { line: 1, column: 1 };
  const { start } = getLineColLocation(location);
  return { line: start.line, column: start.col };
}

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

/** Other rules have nothing to say of what the schema of the contract refuses. */
export function withoutRefused(
  rated: readonly NormalizedProblem[],
  findings: readonly RatedFinding[],
) {
  const pointerOf = ({ location: [at] }: NormalizedProblem) => at?.pointer ?? '';
  const refused = rated.filter(isRefusal).map(pointerOf);
  const isRefused = (pointer: string) => refused.some((outer) => isPointerWithin(pointer, outer));
  return {
    rated: rated.filter((problem) => isRefusal(problem) || !isRefused(pointerOf(problem))),
    findings: findings.filter(({ at }) => !isRefused(at)),
  };
}

/** Whether a key is refused, and so all that it holds. */
function isRefusal({ ruleId, location: [at] }: NormalizedProblem): boolean {
  return ruleId === `${PLUGIN}/contract-schema` && at?.reportOnKey === true;
}

/** @param file the contract. @param locate finds the place in the files, for a problem of the bundle. */
export function toProblem(
  problem: NormalizedProblem,
  file: string,
  nameOf: NameOf,
  locate?: Locate,
): Problem {
  const [location] = problem.location;
  return {
    file: nameOf(location?.source.absoluteRef ?? file),
    ...startOf(location),
    ...(locate && location?.pointer && locate(location.pointer, location.reportOnKey)),
    rule: problem.ruleId,
    ...(problem.severity === 'warn' && { isWarning: true }),
    message: toLine(problem.message).replace(COOKIE, '') + hint(problem),
  };
}

/** @param locate finds the place in the files. */
export function toProblemAt(
  { at, isKey, rule, message, isWarning }: RatedFinding,
  locate: Locate,
): Problem {
  return { ...locate(at, isKey), rule, ...(isWarning && { isWarning }), message: toLine(message) };
}

function toLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}

/** In Redocly's list of places; the service uses no cookies. */
const COOKIE = ', "cookie"';

/** What to write instead, which Redocly's message leaves out. */
function hint({ ruleId, message, suggest }: NormalizedProblem): string {
  if (ruleId === 'struct' && message.includes('`nullable`'))
    return ' It is a keyword of OpenAPI 3.0: write `anyOf: [{ $ref: … }, { type: "null" }]`, or add null to a type without values, as in `type: [string, "null"]`.';
  if (ruleId === 'operation-tag-defined')
    return ' Add the tag to `tags` at the top level, or correct its name here.';
  const similar = suggest.find((name) => !COOKIE.includes(name));
  return similar === undefined ? '' : ` Did you mean \`${similar}\`?`;
}
