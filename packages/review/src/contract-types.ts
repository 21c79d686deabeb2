// Owns the making of a contract's TypeScript, apart from the built one, and which of its types differ between two contracts.
import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { REPOSITORY } from './contract.js';

const require = createRequire(import.meta.url);

/** The package `contract` in `folder`, made from `contractFile`. @throws an Error if the generator refuses it. */
export async function makeContract(contractFile: string, folder: string): Promise<void> {
  const source = join(REPOSITORY, 'packages/contract');
  await cp(join(source, 'src'), join(folder, 'src'), { recursive: true });
  await cp(join(source, 'package.json'), join(folder, 'package.json')); // says that these are ES modules
  const generator = join(source, 'generator/main.ts');
  const tsx = join(dirname(require.resolve('tsx/package.json')), 'dist/cli.mjs');
  const { exitCode, output } = await runNode([
    tsx,
    generator,
    contractFile,
    join(folder, 'generated'),
  ]);
  if (exitCode !== 0) throw new Error(output.trim());
}

export interface TypeChange {
  name: string;
  kind: 'added' | 'removed' | 'changed';
  /** The lines that differ, as in a patch. */
  lines: string[];
}

/** By name, as in `components.schemas.Pet` and `operations.listPets`; comments do not count. */
export async function typeChanges(baseFolder: string, headFolder: string): Promise<TypeChange[]> {
  const [base, head] = [await typesIn(baseFolder), await typesIn(headFolder)];
  return [...new Set([...base.keys(), ...head.keys()])].sort().flatMap((name): TypeChange[] => {
    const [before = '', after = ''] = [base.get(name), head.get(name)];
    if (before === after) return [];
    const kind = before === '' ? 'added' : after === '' ? 'removed' : 'changed';
    const [old, now] = [before.split('\n'), after.split('\n')];
    const lines = [
      ...old.filter((line) => !now.includes(line)).map((line) => `- ${line.trim()}`),
      ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line.trim()}`),
    ];
    return [{ name, kind, lines: kind === 'changed' ? lines : [] }];
  });
}

async function typesIn(folder: string): Promise<Map<string, string>> {
  const text = await readFile(join(folder, 'generated/types.ts'), 'utf8');
  const file = ts.createSourceFile('types.ts', text, ts.ScriptTarget.ES2022);
  const printer = ts.createPrinter({ removeComments: true });
  const types = new Map<string, string>();
  const collect = (members: ts.NodeArray<ts.TypeElement>, prefix: string, depth: number) => {
    for (const member of members) {
      if (!ts.isPropertySignature(member) || member.type === undefined) continue;
      const name = `${prefix}.${ts.isStringLiteral(member.name) ? member.name.text : printer.printNode(ts.EmitHint.Unspecified, member.name, file)}`;
      if (depth > 0 && ts.isTypeLiteralNode(member.type))
        collect(member.type.members, name, depth - 1);
      else types.set(name, printer.printNode(ts.EmitHint.Unspecified, member.type, file));
    }
  };
  for (const statement of file.statements) {
    if (!ts.isInterfaceDeclaration(statement)) continue;
    const { text: name } = statement.name;
    if (name === 'components') collect(statement.members, name, 1);
    if (name === 'operations') collect(statement.members, name, 0);
  }
  return types;
}

export function runNode(args: string[]): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve) => {
    const options = { cwd: REPOSITORY, maxBuffer: 2 ** 28 };
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code ?? 1) : 0, output: stdout + stderr });
    });
  });
}
