// Types that the generator writes for the grown contract: what they allow, and their tags.
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { parse } from 'yaml';
import { growContract } from '../../support/grown-contract/grow-contract.js';
import { REPOSITORY } from '../../support/repository.js';

const TYPES = join(__dirname, '../../types/grown');
const SAME = join(TYPES, '../same.ts');
const CONTRACT = join(REPOSITORY, 'packages/contract');
const TSX = join(REPOSITORY, 'node_modules/tsx/dist/cli.mjs');
const SOURCE = '--conditions=@animal-store/source';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(TYPES, 'compiled-'));
  const contract = await readYaml(join(REPOSITORY, 'openapi.yaml'));
  growContract(contract);
  const { paths, components } = await readYaml(join(TYPES, 'thing.yaml'));
  Object.assign(contract.paths, paths);
  contract.components.requestBodies = components.requestBodies;
  Object.assign(contract.components.schemas, components.schemas);
  await writeFile(join(folder, 'openapi.yaml'), JSON.stringify(contract));
  const generator = join(REPOSITORY, 'packages/spec/src/generate-command.ts');
  execFileSync(process.execPath, [TSX, SOURCE, generator, 'openapi.yaml', 'generated'], {
    cwd: folder,
  });
  await cp(join(CONTRACT, 'src'), join(folder, 'src'), { recursive: true });
  await cp(join(TYPES, 'bodies.types.ts'), join(folder, 'test/bodies.types.ts'));
  await cp(SAME, join(folder, 'test/same.ts'));
});
afterAll(() => rm(folder, { recursive: true }));

async function readYaml(file: string) {
  return parse(await readFile(file, 'utf8'), { merge: true });
}

test('when a contract has unions, defaults, directions and headers, then its types are exact', () => {
  const { config } = ts.readConfigFile(join(REPOSITORY, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const file = join(folder, 'test/bodies.types.ts');
  const program = ts.createProgram([file], { ...options, noEmit: true, types: [] });
  const errors = ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => folder,
    getNewLine: () => '\n',
  });
  expect(errors).toBe('');
});

test('when a parameter or a property is deprecated, then its type says so with both dates', async () => {
  const text = await readFile(join(folder, 'generated/types.ts'), 'utf8');
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const tag = ts.getJSDocDeprecatedTag(node);
    if (tag && ts.isPropertySignature(node))
      found.push(`${node.name.getText()}: ${ts.getTextOfJSDocComment(tag.comment)}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('types.ts', text, ts.ScriptTarget.Latest, true));
  expect(text).toMatch(/^[^†]+$/);
  const property = 'Deprecated since 2025-06-01; may be removed from 2028-01-01.';
  expect(found).toEqual(
    expect.arrayContaining([
      'sort: Deprecated since 2026-01-01; may be removed from 2030-12-05.',
      `nick: ${property}`,
      `size: ${property}`,
    ]),
  );
});
