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
import { getIn, type JsonObject, objectOf, walk } from '../json.js';
import { followReference, resolvePointer } from '../json-pointer.js';
import { type Contract, readContract } from '../model/index.js';
import { bundle, type Config, type Document, lint, lintDocument, type Source } from '../redocly.js';
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

interface Result {
  bundle?: Bundle;
  problems: Problem[];
}

/** What a contract is read from, and how. */
interface Input extends BundleOptions {
  file: string;
  /** Of the file, absolute. */
  path: string;
  isPublished: boolean;
  nameOf: NameOf;
  resolver: ContractFiles;
}

/**
 * The bundle, or the problems that prevent it: file by file, the contract first, each in the order of its lines. The files
 * are parsed, their structure is checked, and they are bundled; then the rules check the bundle. A problem prevents the
 * later steps.
 */
export async function bundleContract(file: string, options: BundleOptions = {}): Promise<Result> {
  const path = resolve(file);
  const folder = dirname(path);
  const { isPublished = false, nameOf = (other) => relative(folder, resolve(other)) } = options;
  const resolver = new ContractFiles(path, nameOf, isPublished);
  let result: Result;
  try {
    result = await readBundle({ ...options, file, path, isPublished, nameOf, resolver });
  } catch (error) {
    const found = circleOf(resolver.files) ?? toPositionedMessage(error);
    const unexpected = { file: nameOf(file), rule: 'parse-error', ...found };
    result = { problems: resolver.problems.length > 0 ? resolver.problems : [unexpected] };
  }
  return { ...result, problems: inOrder(result.problems, resolver.paths.map(nameOf)) };
}

async function readBundle(input: Input): Promise<Result> {
  const problems = await checkReferences(input);
  if (problems.length > 0) return { problems };
  const config = await createRuleConfig(input);
  const joined = await joinFiles(input, config);
  if ('problems' in joined) return joined;
  const contract = readContract(joined.document);
  const found = await checkRules(input, config, joined, contract);
  if (found.length > 0) return { problems: found };
  const { document, locate } = joined;
  return { bundle: { document: sealDocument(document), contract, locate }, problems: [] };
}

/** Parses the files, and checks their structure and their references. */
async function checkReferences(input: Input): Promise<Problem[]> {
  const { file, path, isPublished, nameOf, resolver } = input;
  const rules = {
    'reference-places': referencePlaces,
    ...(!isPublished && { 'reference-targets': referenceTargets(path) }),
  };
  const config = await configOf(rules, { struct: 'error' });
  const found = await lint({ ref: path, config, externalRefResolver: resolver });
  if (resolver.problems.length > 0) return resolver.problems;
  return found.map((problem) => toProblem(problem, file, nameOf));
}

function createRuleConfig({ isPublished, moreVisitors, resolver }: Input): Promise<Config> {
  const sources = resolver.files.map(({ source }) => source);
  const [visitors = {}, redocly = {}, presets] = moreVisitors?.(sources) ?? [];
  return configOf(
    { ...(isPublished ? {} : REQUIRED_VISITORS), ...visitors },
    { ...(isPublished ? {} : REDOCLY_RULES), ...redocly },
    presets,
  );
}

/** The files as one document. */
interface Joined {
  bundled: Document;
  document: JsonObject;
  /** Pointers of the responses that were merged, where no reference shows that they are used. */
  merged: readonly string[];
  locate: Locate;
}

async function joinFiles(
  { file, path, nameOf, resolver }: Input,
  config: Config,
): Promise<Joined | { problems: Problem[] }> {
  // Bundling moves the objects of the parsed files without copying them, so an object identifies its origin.
  const origins = new Origins<{ source: Source; keys: string[] }>();
  for (const { source, root } of resolver.files)
    for (const [keys, node] of walk(root)) origins.record(node, { source, keys });
  const { bundle: bundled, problems: conflicts } = await bundle({
    ref: path,
    config,
    externalRefResolver: resolver,
    componentRenamingConflicts: 'error',
  });
  if (conflicts.length > 0)
    return { problems: conflicts.map((found) => toConflict(toProblem(found, file, nameOf))) };
  const document = objectOf(bundled.parsed);
  toNormalForm(document);
  const merged = addStandardParts(document, readContract(document));
  const locate: Locate = (pointer, isKey) => {
    const { origin = { source: bundled.source, keys: [] }, rest } = origins.find(document, pointer);
    const position = positionOf(origin.source, [...origin.keys, ...rest], isKey);
    return { file: nameOf(origin.source.absoluteRef), ...position };
  };
  return { bundled, document, merged, locate };
}

/** Problems of the project's rules, and then those of Redocly's. */
async function checkRules(
  { file, isPublished, nameOf, resolver, moreRules, warnings = {} }: Input,
  config: Config,
  { bundled, document, merged, locate }: Joined,
  contract: Contract,
): Promise<Problem[]> {
  const linted = await lintDocument({ document: bundled, config, externalRefResolver: resolver });
  const rated = linted.filter(
    ({ ruleId, location: [at] }) =>
      ruleId !== 'no-unused-components' || !merged.includes(at?.pointer ?? ''),
  );
  const required = isPublished
    ? {}
    : { ...REQUIRED_RULES, 'valid-examples': validExamples(document, FORMATS) };
  const findings = [
    ...findingsOf(contract, { ...required, ...moreRules }),
    ...findingsOf(contract, warnings, 'warning'),
  ];
  const kept = withoutRefused(rated, findings);
  const visited = kept.rated.map((problem) => toProblem(problem, file, nameOf, locate));
  const isOwn = ({ rule }: Problem) => rule.startsWith(`${PLUGIN}/`);
  return [
    ...visited.filter(isOwn),
    ...kept.findings.map((finding) => toProblemAt(finding, locate)),
    ...visited.filter((problem) => !isOwn(problem)),
  ];
}

/** Each once, in the order of the files' names and of the lines. */
function inOrder(problems: readonly Problem[], names: readonly string[]): Problem[] {
  const texts = new Set<string>();
  const isFirst = (problem: Problem) => texts.size < texts.add(formatProblem(problem)).size;
  const sorted = [...problems].sort(
    (one, other) =>
      names.indexOf(one.file) - names.indexOf(other.file) ||
      one.line - other.line ||
      one.column - other.column,
  );
  return sorted.filter(isFirst);
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
