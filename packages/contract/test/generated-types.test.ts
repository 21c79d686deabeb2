// Compiles the type tests in types/ against the types that the generator writes for the contract with the schemas there.
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { parse, stringify } from 'yaml';

const PACKAGE = join(__dirname, '..');
const REPOSITORY = join(PACKAGE, '../..');
const TSX = join(REPOSITORY, 'node_modules/tsx/dist/cli.mjs');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(PACKAGE, 'test/types/compiled-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function readYaml(file: string) {
  return parse(await readFile(file, 'utf8'));
}

test('when a contract has unions, defaults, directions and headers, then its types are exact', async () => {
  const contract = await readYaml(join(REPOSITORY, 'openapi.yaml'));
  const { paths, components } = await readYaml(join(PACKAGE, 'test/types/fixture.yaml'));
  Object.assign(contract.paths, paths);
  contract.components.requestBodies = components.requestBodies;
  Object.assign(contract.components.headers, components.headers);
  Object.assign(contract.components.schemas, components.schemas);
  await writeFile(
    join(folder, 'openapi.yaml'),
    stringify(contract, { aliasDuplicateObjects: false }),
  );
  const generator = join(PACKAGE, 'generator/main.ts');
  execFileSync(process.execPath, [TSX, generator, 'openapi.yaml', 'generated'], { cwd: folder });

  await cp(join(PACKAGE, 'src'), join(folder, 'src'), { recursive: true });
  await cp(join(PACKAGE, 'test/types/bodies.types.ts'), join(folder, 'test/bodies.types.ts'));
  expect(compile(join(folder, 'test/bodies.types.ts'))).toBe('');
});

/** The errors, with the compiler options of the repository. */
function compile(file: string): string {
  const { config } = ts.readConfigFile(join(REPOSITORY, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const program = ts.createProgram([file], { ...options, noEmit: true, types: [] });
  return ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => folder,
    getNewLine: () => '\n',
  });
}
