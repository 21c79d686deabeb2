// Generated types of a contract, and how they differ between two contracts.
import { cp, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { generate } from '@animal-store/contract/generator';
import { REPOSITORY } from '../repository.js';
import { UserError } from '../user-input.js';

/**
 * Generates the package `contract` from `contractFile` into `folder`.
 * @param options whether the contract may break rules that are newer.
 * @throws UserError if the generator rejects the contract.
 */
export async function generateContract(
  contractFile: string,
  folder: string,
  options: { isPublished: boolean },
): Promise<void> {
  const source = join(REPOSITORY, 'packages/contract');
  await cp(join(source, 'src'), join(folder, 'src'), { recursive: true });
  await cp(join(source, 'package.json'), join(folder, 'package.json')); // has `type: module`
  const { problems } = await generate(contractFile, join(folder, 'generated'), options);
  if (problems.length > 0)
    throw new UserError(
      [
        `${basename(contractFile)} is not a valid contract:`,
        ...problems.map((problem) => `  ${problem}`),
      ].join('\n'),
    );
}

export interface TypeChange {
  name: string;
  kind: 'added' | 'removed' | 'changed';
  /** The lines that differ, as in a diff. */
  lines: string[];
}

/** Sorted by name, such as `components.schemas.Pet` or `operations.listPets`. Comments are ignored. */
export async function compareTypes(baseFolder: string, headFolder: string): Promise<TypeChange[]> {
  const [base, head] = [await typesIn(baseFolder), await typesIn(headFolder)];
  return [...new Set([...base.keys(), ...head.keys()])].sort().flatMap((name): TypeChange[] => {
    const [before = '', after = ''] = [base.get(name), head.get(name)];
    const [oldLines, newLines] = [before.split(/\n */), after.split(/\n */)];
    const lines = [
      ...oldLines.filter((line) => !newLines.includes(line)).map((line) => `- ${line}`),
      ...newLines.filter((line) => !oldLines.includes(line)).map((line) => `+ ${line}`),
    ];
    if (lines.length === 0) return [];
    const kind = before === '' ? 'added' : after === '' ? 'removed' : 'changed';
    return [{ name, kind, lines: kind === 'changed' ? lines : [] }];
  });
}

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
