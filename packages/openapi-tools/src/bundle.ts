// Reading of a contract: its bundle, after its rules have passed.
import { dirname, relative, resolve } from 'node:path';
import {
  BaseResolver,
  lint,
  lintDocument,
  type NormalizedProblem,
  type Source,
} from '@redocly/openapi-core';
import { type Bundle, bundleFiles } from './bundle-files.js';
import { readContractFiles } from './contract-files.js';
import { parsePointer } from './json-pointer.js';
import { toPositionedMessage } from './parse-checks.js';
import type { NameOf } from './position.js';
import { isSchemaName, type Problem, toProblem, withoutRefused } from './problems.js';
import { configOf, REDOCLY_RULES, REQUIRED_RULES } from './required-rules.js';
import { freeNames } from './rules/names.js';
import { referencePlaces } from './rules/reference-places.js';
import { type Formats, validExamples } from './rules/schemas/valid-examples.js';
import { addStandardParts } from './standard-parts.js';

export interface BundleOptions {
  /** Whether the contract was published before, and so may break required rules that are newer. By default, false. */
  isPublished?: boolean;
  /** Source text of exports, whose names no schema may have. By default, none. */
  exports?: string;
  /** Formats that examples must have, as the service judges them. By default, none. */
  formats?: Formats;
  /** The name that problems give to a file. By default, relative to the contract's folder. */
  nameOf?: NameOf;
  /** The linter's rules beside the required ones, for the text of the contract's files. */
  moreRules?(sources: Source[]): Parameters<typeof configOf>;
}

/**
 * The bundle, or the problems that prevent it: file by file, the contract first, each in the order of its lines. The files
 * are parsed, their structure is checked, and they are bundled; then the rules check the bundle. A problem prevents the
 * later steps.
 */
export async function bundleContract(
  file: string,
  options: BundleOptions = {},
): Promise<{ bundle?: Bundle; problems: Problem[] }> {
  const folder = dirname(resolve(file));
  const {
    isPublished = false,
    exports = '',
    formats = {},
    nameOf = (path) => relative(folder, resolve(path)),
  } = options;
  let names: string[] = [];
  const failed = (problems: Problem[]) => ({
    problems: problems.sort(
      (one, other) =>
        names.indexOf(one.file) - names.indexOf(other.file) ||
        one.line - other.line ||
        one.column - other.column,
    ),
  });
  try {
    const { paths, files, problems: unreadable } = await readContractFiles(file, nameOf);
    names = paths.map(nameOf);
    if (unreadable.length > 0) return failed(unreadable);

    const structure = { struct: 'error', 'no-unresolved-refs': 'error' } as const;
    const misplaced = await lint({
      ref: file,
      config: await configOf({ 'reference-places': referencePlaces }, structure),
    });
    const isNamed = ({ location: [at] }: NormalizedProblem) =>
      files.some(
        ({ path, root }) =>
          path === at?.source.absoluteRef && isSchemaName(root, parsePointer(at.pointer ?? '')),
      );
    const structural = misplaced.filter((found) => !isNamed(found));
    if (structural.length > 0)
      return failed(structural.map((found) => toProblem(found, file, nameOf)));

    const required = isPublished
      ? {}
      : { ...REQUIRED_RULES, 'valid-examples': validExamples(formats) };
    const sources = files.map(({ source }) => source);
    const [more = {}, redocly = {}, presets] = options.moreRules?.(sources) ?? [];
    const config = await configOf(
      { ...required, 'free-names': freeNames(exports), ...more },
      { ...(isPublished ? {} : REDOCLY_RULES), ...redocly },
      presets,
    );
    const { bundle, problems: conflicts } = await bundleFiles(paths, config, nameOf);
    if (conflicts.length > 0) return failed(conflicts);
    addStandardParts(bundle.document);

    const { document: parsed, source, locate } = bundle;
    const externalRefResolver = new BaseResolver(config.resolve);
    const found = await lintDocument({ document: { source, parsed }, config, externalRefResolver });
    const problems = withoutRefused(found).map((problem) =>
      toProblem(problem, file, nameOf, locate),
    );
    return problems.length > 0 ? failed(problems) : { bundle, problems: [] };
  } catch (error) {
    return failed([{ file: nameOf(file), rule: 'parse-error', ...toPositionedMessage(error) }]);
  }
}
