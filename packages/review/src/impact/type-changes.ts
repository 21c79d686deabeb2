// Generated types of a contract, and how they differ between two contracts.
import { cp, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { generate } from '@animal-store/contract/generator';
import type TypeScript from 'typescript';
import { REPOSITORY } from '../repository.js';
import { UserError } from '../user-input.js';

// Node.js takes half a second longer to import this CommonJS file of 9 MB than to require it.
const ts: typeof TypeScript = createRequire(import.meta.url)('typescript');

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
    if (before === after) return [];
    const kind = before === '' ? 'added' : after === '' ? 'removed' : 'changed';
    const [oldLines, newLines] = [before.split('\n'), after.split('\n')];
    const lines = [
      ...oldLines.filter((line) => !newLines.includes(line)).map((line) => `- ${line.trim()}`),
      ...newLines.filter((line) => !oldLines.includes(line)).map((line) => `+ ${line.trim()}`),
    ];
    return [{ name, kind, lines: kind === 'changed' ? lines : [] }];
  });
}

async function typesIn(folder: string): Promise<Map<string, string>> {
  const text = await readFile(join(folder, 'generated/types.ts'), 'utf8');
  const file = ts.createSourceFile('types.ts', text, ts.ScriptTarget.ES2022);
  const printer = ts.createPrinter({ removeComments: true });
  const print = (node: TypeScript.Node) => printer.printNode(ts.EmitHint.Unspecified, node, file);
  const types = new Map<string, string>();
  const schemas = new Map<string, string>();
  const collect = (
    members: TypeScript.NodeArray<TypeScript.TypeElement>,
    prefix: string,
    depth: number,
  ) => {
    for (const member of members) {
      if (!ts.isPropertySignature(member) || member.type === undefined) continue;
      const name = `${prefix}.${ts.isStringLiteral(member.name) ? member.name.text : print(member.name)}`;
      if (depth > 0 && ts.isTypeLiteralNode(member.type))
        collect(member.type.members, name, depth - 1);
      else types.set(name, print(member.type));
    }
  };
  for (const statement of file.statements) {
    // A schema's type has a name of its own, by which `components` refers to it.
    if (ts.isTypeAliasDeclaration(statement))
      schemas.set(statement.name.text, print(statement.type));
    if (!ts.isInterfaceDeclaration(statement)) continue;
    const { text: name } = statement.name;
    if (name === 'components') collect(statement.members, name, 1);
    if (name === 'operations') collect(statement.members, name, 0);
  }
  for (const [name, text] of schemas) types.set(`components.schemas.${name}`, text);
  return types;
}
