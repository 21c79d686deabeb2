// Reading of a contract: one document made of its files, after its rules have passed. Parts of other files become components,
// named after the end of their reference: `./schemas/pet.yaml#/Pet` and `./schemas/Pet.yaml` are both `Pet`.
import { dirname, relative, resolve } from 'node:path';
import { BaseResolver, bundle, lint, lintDocument, type Source } from '@redocly/openapi-core';
import { readContractFiles } from './contract-files.js';
import { isObject, type JsonObject, walk } from './json.js';
import { toNormalForm } from './normal-form.js';
import { Origins } from './origins.js';
import { toPositionedMessage } from './parse-checks.js';
import {
  type NameOf,
  type Place,
  type Problem,
  positionOf,
  toProblem,
  withoutRefused,
} from './problems.js';
import { pathReferences, referencePlaces } from './references.js';
import { configOf, REDOCLY_RULES, REQUIRED_RULES } from './required-rules.js';
import { type Formats, validExamples } from './rules/schemas/valid-examples.js';
import { addStandardParts } from './standard-parts.js';

export interface Bundle {
  /** In normal form (normal-form.ts), with the standard parts. Its references lead to the document itself. */
  document: JsonObject;
  /** The position of the value at a JSON Pointer or of its key, or of the nearest value that contains it. */
  locate(pointer: string, isKey?: boolean): Place;
}

export interface BundleOptions {
  /** Whether the contract was published before, and so may break required rules that are newer. By default, false. */
  isPublished?: boolean;
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
    const {
      paths,
      files,
      problems: unreadable,
      unresolved,
    } = await readContractFiles(file, nameOf, isPublished);
    names = paths.map(nameOf);
    if (unreadable.length > 0) return failed(unreadable);

    const externalRefResolver = new BaseResolver();
    for (const { path, source, root } of files)
      externalRefResolver.cache.set(path, Promise.resolve({ source, parsed: root }));
    const misplaced = await lint({
      ref: file,
      config: await configOf(
        {
          'reference-places': referencePlaces,
          ...(!isPublished && { 'path-references': pathReferences }),
        },
        { struct: 'error' },
      ),
      externalRefResolver,
    });
    const structural = misplaced.map((found) => toProblem(found, file, nameOf));
    if (unresolved.length + structural.length > 0) return failed([...unresolved, ...structural]);

    const required = isPublished
      ? {}
      : { ...REQUIRED_RULES, 'valid-examples': validExamples(formats) };
    const sources = files.map(({ source }) => source);
    const [more = {}, redocly = {}, presets] = options.moreRules?.(sources) ?? [];
    const config = await configOf(
      { ...required, ...more },
      { ...(isPublished ? {} : REDOCLY_RULES), ...redocly },
      presets,
    );
    // Bundling moves the objects of the parsed files without copying them, so an object identifies its origin.
    const origins = new Origins<{ source: Source; keys: string[] }>();
    for (const { source, root } of files)
      for (const [keys, node] of walk(root)) origins.record(node, { source, keys });
    const { bundle: bundled, problems: conflicts } = await bundle({
      ref: file,
      config,
      externalRefResolver,
      componentRenamingConflicts: 'error',
    });
    if (conflicts.length > 0)
      return failed(conflicts.map((found) => toConflict(toProblem(found, file, nameOf))));
    const document = isObject(bundled.parsed) ? bundled.parsed : {};
    toNormalForm(document);
    addStandardParts(document);

    const locate: Bundle['locate'] = (pointer, isKey) => {
      const { origin = { source: bundled.source, keys: [] }, rest } = origins.find(
        document,
        pointer,
      );
      const position = positionOf(origin.source, [...origin.keys, ...rest], isKey);
      return { file: nameOf(origin.source.absoluteRef), ...position };
    };
    const found = await lintDocument({ document: bundled, config, externalRefResolver });
    const problems = withoutRefused(found).map((problem) =>
      toProblem(problem, file, nameOf, locate),
    );
    return problems.length > 0 ? failed(problems) : { bundle: { document, locate }, problems };
  } catch (error) {
    return failed([{ file: nameOf(file), rule: 'parse-error', ...toPositionedMessage(error) }]);
  }
}

function toConflict(problem: Problem): Problem {
  const [, name] = /Renamed (\S+) to /.exec(problem.message) ?? [];
  const message = `Another part of the contract is named \`${name}\` too, after the end of its reference. Rename one of them.`;
  if (name === undefined) return { ...problem, rule: 'no-unresolved-refs' };
  return { ...problem, rule: 'file-references', message };
}
