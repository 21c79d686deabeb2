// Problems of a contract with file, line and column, as the rules of a Redocly configuration report them.
import {
  BaseResolver,
  type Config,
  createConfig,
  getLineColLocation,
  lint,
  lintDocument,
  type NormalizedProblem,
} from '@redocly/openapi-core';
import { type Bundle, bundleFiles } from './bundle-files.js';
import { type FileProblem, readContractFiles } from './contract-files.js';
import { toPositionedMessage } from './parse-checks.js';
import type { Position } from './position.js';
import { enableRules } from './rule-set.js';
import { referencePlaces } from './rules/reference-places.js';

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
  /** Whether to drop what a rule reports at a JSON Pointer of the bundle. */
  isIgnored?(rule: string, pointer: string): boolean;
}

/**
 * The bundle of a contract, or its problems: file by file, the contract first, each in the order of its lines. The files
 * are parsed, their structure is checked, and they are bundled; then the configured rules check the bundle. A problem
 * prevents the later steps.
 */
export async function checkContract(
  file: string,
  { config, nameOf, isIgnored = () => false }: ProblemOptions,
): Promise<{ bundle?: Bundle; problems: Problem[] }> {
  let paths: string[] = [];
  const failed = (problems: FileProblem[]) => ({
    problems: problems
      .toSorted(
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

    const misplaced = await lint({ ref: file, config: await structureConfig() });
    if (misplaced.length > 0) return failed(misplaced.map((found) => toFileProblem(found, file)));

    const { bundle, problems: conflicts } = await bundleFiles(paths, config);
    if (conflicts.length > 0) return failed(conflicts);

    const { document: parsed, source, locate } = bundle;
    const externalRefResolver = new BaseResolver(config.resolve);
    const found = await lintDocument({ document: { source, parsed }, config, externalRefResolver });
    const problems = found
      .filter(({ ruleId, location }) => !isIgnored(ruleId, location[0]?.pointer ?? ''))
      .map((problem) => toFileProblem(problem, file, locate));
    return problems.length > 0 ? failed(problems) : { bundle, problems: [] };
  } catch (error) {
    return failed([{ path: file, rule: 'parse-error', ...toPositionedMessage(error) }]);
  }
}

async function structureConfig(): Promise<Config> {
  const { plugins, rules } = enableRules({ 'reference-places': referencePlaces });
  return createConfig({
    plugins,
    rules: { struct: 'error', 'no-unresolved-refs': 'error', ...rules },
  });
}

/** @param locate finds the place in the files, for a problem of the bundle. */
function toFileProblem(
  problem: NormalizedProblem,
  file: string,
  locate?: Bundle['locate'],
): FileProblem {
  const [location] = problem.location;
  const { start } = location ? getLineColLocation(location) : { start: { line: 1, col: 1 } };
  const position = {
    path: location?.source.absoluteRef ?? file,
    line: start.line,
    column: start.col,
  };
  return {
    ...position,
    ...(locate && location?.pointer && locate(location.pointer, { isKey: location.reportOnKey })),
    rule: problem.ruleId,
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
function hint({ ruleId, message }: NormalizedProblem): string {
  return ruleId === 'struct' && message.includes('`nullable`')
    ? " It is a keyword of OpenAPI 3.0: add null to the type, as in `type: [string, 'null']`."
    : '';
}
