// Problems of a contract with file, line and column, as the rules of a Redocly configuration report them.
import {
  BaseResolver,
  type Config,
  lint,
  lintDocument,
  type NormalizedProblem,
} from '@redocly/openapi-core';
import { type Bundle, bundleFiles } from './bundle-files.js';
import { type FileProblem, readContractFiles } from './contract-files.js';
import { getIn } from './json.js';
import { isPointerWithin, parsePointer } from './json-pointer.js';
import { toPositionedMessage } from './parse-checks.js';
import { type Position, startOf } from './position.js';
import { configOf } from './required-rules.js';
import { referencePlaces } from './rules/reference-places.js';
import { addStandardParts } from './standard-parts.js';

export interface Problem extends Position {
  file: string;
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

/**
 * The bundle of a contract, or its problems: file by file, the contract first, each in the order of its lines. The files
 * are parsed, their structure is checked, and they are bundled; then the configured rules check the bundle. A problem
 * prevents the later steps.
 * @param options `nameOf` is the name that problems give to a file, from its absolute path.
 */
export async function checkContract(
  file: string,
  { config, nameOf }: { config: Config; nameOf(file: string): string },
): Promise<{ bundle?: Bundle; problems: Problem[] }> {
  let paths: string[] = [];
  const failed = (problems: FileProblem[]) => ({
    problems: [...problems]
      .sort(
        (one, other) =>
          paths.indexOf(one.path) - paths.indexOf(other.path) ||
          one.line - other.line ||
          one.column - other.column,
      )
      .map(({ path, ...problem }) => ({ file: nameOf(path), ...problem })),
  });
  try {
    const files = await readContractFiles(file);
    ({ paths } = files);
    if (files.problems.length > 0) return failed(files.problems);

    const structure = { struct: 'error', 'no-unresolved-refs': 'error' } as const;
    const misplaced = await lint({
      ref: file,
      config: await configOf({ 'reference-places': referencePlaces }, structure),
    });
    const isNamed = ({ location: [at] }: NormalizedProblem) =>
      files.files.some(
        ({ path, root }) =>
          path === at?.source.absoluteRef && isSchemaName(root, parsePointer(at.pointer ?? '')),
      );
    const structural = misplaced.filter((found) => !isNamed(found));
    if (structural.length > 0) return failed(structural.map((found) => toFileProblem(found, file)));

    const { bundle, problems: conflicts } = await bundleFiles(paths, config);
    if (conflicts.length > 0) return failed(conflicts);
    addStandardParts(bundle.document);

    const { document: parsed, source, locate } = bundle;
    const externalRefResolver = new BaseResolver(config.resolve);
    const found = await lintDocument({ document: { source, parsed }, config, externalRefResolver });
    const problems = withoutRefused(found).map((problem) => toFileProblem(problem, file, locate));
    return problems.length > 0 ? failed(problems) : { bundle, problems: [] };
  } catch (error) {
    return failed([{ path: file, rule: 'parse-error', ...toPositionedMessage(error) }]);
  }
}

/** Whether it is the name of a schema in a mapping, which Redocly takes for a reference. The rule `discriminators` checks it. */
function isSchemaName(root: unknown, keys: string[]): boolean {
  const [discriminator, mapping] = keys.slice(-3, -1);
  const isMapping = discriminator === 'discriminator' && mapping === 'mapping';
  return isMapping && /^\w+$/.test(String(getIn(root, ...keys)));
}

/** Other rules have nothing to say of what the schema of the contract refuses. */
function withoutRefused(found: NormalizedProblem[]): NormalizedProblem[] {
  const refused = found.filter(isRefusal).map(({ location: [at] }) => at?.pointer);
  return found.filter(
    (problem) =>
      isRefusal(problem) ||
      !refused.some(
        (pointer) => pointer && isPointerWithin(problem.location[0]?.pointer ?? '', pointer),
      ),
  );
}

/** Whether a key is refused, and so all that it holds. */
function isRefusal({ ruleId, location: [at] }: NormalizedProblem): boolean {
  return ruleId === 'animal-store/contract-schema' && at?.reportOnKey === true;
}

/** @param locate finds the place in the files, for a problem of the bundle. */
function toFileProblem(
  problem: NormalizedProblem,
  file: string,
  locate?: Bundle['locate'],
): FileProblem {
  const [location] = problem.location;
  const start = startOf(location);
  return {
    path: location?.source.absoluteRef ?? file,
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
