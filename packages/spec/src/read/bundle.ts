// Reading of a contract: one document made of its files, after its rules have passed. Parts of other files become components,
// named after the end of their reference: `./openapi/pet.yaml#/Pet` and `./openapi/Pet.yaml` are both `Pet`.
import { dirname, relative, resolve } from 'node:path';
import { FORMATS } from '@animal-store/core/validation';
import {
  configOf,
  REDOCLY_RULES,
  REQUIRED_RULES,
  REQUIRED_VISITORS,
} from '../check/required-rules.js';
import { findingsOf, PLUGIN, type Rules } from '../check/rule.js';
import { validExamples } from '../check/schemas/valid-examples.js';
import { type SealedDocument, sealDocument } from '../document.js';
import { getIn, objectOf, walk } from '../json.js';
import { followReference, resolvePointer } from '../json-pointer.js';
import type { Contract } from '../model/contract.js';
import { readContract } from '../model/read-contract.js';
import { bundle, lint, lintDocument, type Source } from '../redocly.js';
import { addStandardParts } from './add-standard-parts.js';
import { ContractFiles } from './contract-files.js';
import { toNormalForm } from './normal-form.js';
import { Origins } from './origins.js';
import { type ParsedFile, type ParseError, toPositionedMessage } from './parse-checks.js';
import {
  formatProblem,
  type Locate,
  type NameOf,
  type Problem,
  positionOf,
  toProblem,
  toProblemAt,
  withoutRefused,
} from './problems.js';
import { referencePlaces, referenceTargets } from './references.js';

export interface Bundle {
  /** In normal form (normal-form.ts), with the standard parts. Its references lead to the document itself. */
  document: SealedDocument;
  /** What the document says. */
  contract: Contract;
  locate: Locate;
}

export interface BundleOptions {
  /** Whether the contract was published before, and so may break required rules that are newer. By default, false. */
  isPublished?: boolean;
  /** The name that problems give to a file. By default, relative to the contract's folder. */
  nameOf?: NameOf;
  /** The linter's rules beside the required ones. */
  moreRules?: Rules;
  /** Rules of contracts that are served all the same. */
  warnings?: Rules;
  /** The linter's rules on the text of the contract's files, and those of Redocly. */
  moreVisitors?(sources: Source[]): Parameters<typeof configOf>;
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
  const contract = resolve(file);
  const folder = dirname(contract);
  const { isPublished = false, nameOf = (path) => relative(folder, resolve(path)) } = options;
  const externalRefResolver = new ContractFiles(contract, nameOf, isPublished);
  const { files, paths } = externalRefResolver;
  const failed = (problems: Problem[]) => {
    const names = paths.map(nameOf);
    const order = (one: Problem, other: Problem) =>
      names.indexOf(one.file) - names.indexOf(other.file) ||
      one.line - other.line ||
      one.column - other.column;
    const texts = new Set<string>();
    const isFirst = (problem: Problem) => texts.size < texts.add(formatProblem(problem)).size;
    return { problems: problems.sort(order).filter(isFirst) };
  };
  try {
    const found = await lint({
      ref: contract,
      config: await configOf(
        {
          'reference-places': referencePlaces,
          ...(!isPublished && { 'reference-targets': referenceTargets(contract) }),
        },
        { struct: 'error' },
      ),
      externalRefResolver,
    });
    if (externalRefResolver.problems.length > 0) return failed(externalRefResolver.problems);
    if (found.length > 0) return failed(found.map((problem) => toProblem(problem, file, nameOf)));

    const sources = files.map(({ source }) => source);
    const [more = {}, redocly = {}, presets] = options.moreVisitors?.(sources) ?? [];
    const config = await configOf(
      { ...(isPublished ? {} : REQUIRED_VISITORS), ...more },
      { ...(isPublished ? {} : REDOCLY_RULES), ...redocly },
      presets,
    );
    // Bundling moves the objects of the parsed files without copying them, so an object identifies its origin.
    const origins = new Origins<{ source: Source; keys: string[] }>();
    for (const { source, root } of files)
      for (const [keys, node] of walk(root)) origins.record(node, { source, keys });
    const { bundle: bundled, problems: conflicts } = await bundle({
      ref: contract,
      config,
      externalRefResolver,
      componentRenamingConflicts: 'error',
    });
    if (conflicts.length > 0)
      return failed(conflicts.map((found) => toConflict(toProblem(found, file, nameOf))));
    const document = objectOf(bundled.parsed);
    toNormalForm(document);
    const joined = addStandardParts(document, readContract(document));

    const locate: Locate = (pointer, isKey) => {
      const { origin = { source: bundled.source, keys: [] }, rest } = origins.find(
        document,
        pointer,
      );
      const position = positionOf(origin.source, [...origin.keys, ...rest], isKey);
      return { file: nameOf(origin.source.absoluteRef), ...position };
    };
    const linted = await lintDocument({ document: bundled, config, externalRefResolver });
    const rated = linted.filter(
      ({ ruleId, location: [at] }) =>
        ruleId !== 'no-unused-components' || !joined.includes(at?.pointer ?? ''),
    );
    const model = readContract(document);
    const required = isPublished
      ? {}
      : { ...REQUIRED_RULES, 'valid-examples': validExamples(document, FORMATS) };
    const findings = [
      ...findingsOf(model, { ...required, ...options.moreRules }),
      ...findingsOf(model, options.warnings ?? {}, 'warning'),
    ];
    const kept = withoutRefused(rated, findings);
    const visited = kept.rated.map((problem) => toProblem(problem, file, nameOf, locate));
    const isOwn = ({ rule }: Problem) => rule.startsWith(`${PLUGIN}/`);
    const problems = [
      ...visited.filter(isOwn),
      ...kept.findings.map((finding) => toProblemAt(finding, locate)),
      ...visited.filter((problem) => !isOwn(problem)),
    ];
    return problems.length > 0
      ? failed(problems)
      : { bundle: { document: sealDocument(document), contract: model, locate }, problems };
  } catch (error) {
    if (externalRefResolver.problems.length > 0) return failed(externalRefResolver.problems);
    const found = circleOf(files) ?? toPositionedMessage(error);
    return failed([{ file: nameOf(file), rule: 'parse-error', ...found }]);
  }
}

/** The first component that refers to itself, through others: Redocly gives it no position. */
function circleOf([contract]: readonly ParsedFile[]): ParseError | undefined {
  for (const [keys, node] of walk(contract?.root)) {
    const target = getIn(node, '$ref');
    if (contract === undefined || keys.length !== 3 || typeof target !== 'string') continue;
    if (resolvePointer(contract.root, target) === undefined) continue;
    if (followReference(contract.root, node) !== undefined) continue;
    const message = `Circular reference: ${target} resolves to itself.`;
    return { ...positionOf(contract.source, [...keys, '$ref']), message };
  }
  return undefined;
}

function toConflict(problem: Problem): Problem {
  const [, name] = /Renamed (\S+) to /.exec(problem.message) ?? [];
  const message = `Another part of the contract is named \`${name}\` too, after the end of its reference. Rename one of them.`;
  if (name === undefined) return { ...problem, rule: 'no-unresolved-refs' };
  return { ...problem, rule: 'file-references', message };
}
