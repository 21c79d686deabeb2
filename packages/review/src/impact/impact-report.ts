// Impact report for a pull request: how a change of the contract affects clients, the SDK's types and the server.
import { cp, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { generate } from '@animal-store/contract/generator';
import type { BaseComparison } from '../base/compare-with-base.js';
import { FORMATS } from '../diff/report.js';
import { REPOSITORY } from '../repository.js';
import { UserError } from '../user-input.js';
import { findCompileErrors } from './compile-errors.js';

const MAX_DIFF_LINES = 12;
/** Longer details of a compile error repeat whole types. The last one always stays: it names what does not fit. */
const MAX_DETAIL_LENGTH = 120;

/** Markdown. @throws UserError if the generator rejects one of the contracts. */
export async function impactReport(review: BaseComparison): Promise<string> {
  const { comparison, base, baseFile, headFile, folder } = review;
  const [before, after] = [join(folder, 'types-before'), join(folder, 'types-after')];
  await generateContract(headFile, after, { isPublished: false });
  const compileErrors = findCompileErrors(after);
  const types = generateContract(baseFile, before, { isPublished: true }).then(() =>
    Promise.all([typesIn(before), typesIn(after)]),
  );
  await Promise.allSettled([compileErrors, types]); // both use the folder
  return [
    FORMATS.markdown(await comparison, base),
    renderTypes(...(await types)),
    renderServer(await compileErrors),
  ].join('\n\n');
}

function renderTypes(before: Map<string, string>, after: Map<string, string>): string {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  const entries = names.flatMap((name) => {
    const [was, is] = [before, after].map((types) => types.get(name)?.split(/\n */));
    if (was === undefined || is === undefined)
      return `- \`${name}\` ${was === undefined ? 'added' : 'removed'}`;
    const lines = [
      ...was.filter((line) => !is.includes(line)).map((line) => `  - ${line}`),
      ...is.filter((line) => !was.includes(line)).map((line) => `  + ${line}`),
    ];
    const omitted = lines.splice(MAX_DIFF_LINES).length;
    if (omitted > 0) lines.push(`    ... ${omitted} more`);
    return lines.length > 0 ? [`- \`${name}\` changed`, '', '  ```diff', ...lines, '  ```'] : [];
  });
  return ['## SDK types', '', ...(entries.length > 0 ? entries : ['No changes.'])].join('\n');
}

function renderServer(errors: string[]): string {
  const lines = errors.map((error) => {
    // Markdown would drop the argument of `Page<unknown>` as an HTML tag.
    const [message = '', ...details] = error.replaceAll(/<(?=[a-z/!?])/gi, '\\<').split('\n');
    const shown = details.filter(
      (line, index) => line.trim().length <= MAX_DETAIL_LENGTH || index === details.length - 1,
    );
    return [`- ${message}`, ...shown.map((line) => `  ${line}`)].join('\n');
  });
  return ['## Server', '', ...(lines.length > 0 ? lines : ['It compiles.'])].join('\n');
}

/**
 * Generates the package `contract` from `contractFile` into `folder`.
 * @param options whether the contract may break rules that are newer.
 * @throws UserError if the generator rejects the contract.
 */
async function generateContract(
  contractFile: string,
  folder: string,
  options: { isPublished: boolean },
): Promise<void> {
  const source = join(REPOSITORY, 'packages/contract');
  await cp(join(source, 'src'), join(folder, 'src'), { recursive: true });
  await cp(join(source, 'package.json'), join(folder, 'package.json')); // has `type: module`
  const { problems } = await generate(contractFile, join(folder, 'generated'), options);
  const heading = `${basename(contractFile)} is not a valid contract:`;
  if (problems.length > 0) throw new UserError([heading, ...problems].join('\n  '));
}

/** Types as text, by name, such as `components.schemas.Pet` or `operations.listPets`. Comments are left out. */
async function typesIn(folder: string): Promise<Map<string, string>> {
  const text = await readFile(join(folder, 'generated/types.ts'), 'utf8');
  const code = text.replaceAll(/^ *\/\*\*.*?\*\/\n/gms, '');
  const interfaceOf = (name: string) =>
    new RegExp(`^export interface ${name} \\{\n(.*?)^\\}`, 'ms').exec(code)?.[1] ?? '';
  return new Map([
    ...membersIn(interfaceOf('components'), 2).flatMap(([group, members]) =>
      membersIn(members, 4).map(([name, type]) => [`components.${group}.${name}`, type] as const),
    ),
    ...membersIn(interfaceOf('operations'), 2).map(
      ([name, type]) => [`operations.${name}`, type] as const,
    ),
    // A schema's type has a name of its own, by which `components` refers to it.
    ...[...code.matchAll(/^(?:export )?type (\S+) = (.*?);$(?!\n[ }])/gms)].map(
      ([, name, type = '']) => [`components.schemas.${name}`, type] as const,
    ),
  ]);
}

/** The members of a type whose lines have that indentation, each with its own type. */
function membersIn(code: string, indentation: number): [name: string, type: string][] {
  const indent = ' '.repeat(indentation);
  const member = new RegExp(`^${indent}"?([^\\s"?:}]+)"?\\??: (.*(?:\\n${indent}[ }].*)*);$`, 'gm');
  return [...code.matchAll(member)].map(([, name = '', type = '']) => [name, type]);
}
