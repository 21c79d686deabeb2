// Global setup of the slow suite: the SDK is generated and built once, from a contract that has grown by a fixture.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

const REPOSITORY = join(__dirname, '../../../../..');
const FIXTURE = join(__dirname, '../growth');
const BUILT = /\/(?:dist|generated|node_modules|test|\.turbo)$/;

export default function buildGrownSdk(): void {
  const tree = mkdtempSync(join(tmpdir(), 'animal-store-growth-'));
  process.env.GROWN_SDK_TREE = tree; // for the test files, which run in other processes
  try {
    build(tree);
  } catch (error) {
    rmSync(tree, { recursive: true, force: true }); // Jest runs no teardown after a setup that failed
    throw error;
  }
}

function build(tree: string): void {
  const contract = merge(
    readYaml(join(REPOSITORY, 'openapi.yaml')),
    readYaml(join(FIXTURE, 'growth.yaml')),
  );
  writeFileSync(join(tree, 'openapi.yaml'), stringify(contract));
  cpSync(join(REPOSITORY, 'tsconfig.base.json'), join(tree, 'tsconfig.base.json'));
  symlinkSync(join(REPOSITORY, 'node_modules'), join(tree, 'node_modules'));
  mkdirSync(join(tree, 'packages/node_modules/@animal-store'), { recursive: true });
  for (const name of ['contract', 'sdk']) {
    const folder = join(tree, 'packages', name);
    cpSync(join(REPOSITORY, 'packages', name), folder, {
      recursive: true,
      filter: (source) => !BUILT.test(source),
    });
    symlinkSync(folder, join(tree, 'packages/node_modules/@animal-store', name));
  }
  cpSync(join(FIXTURE, 'growth.types.ts'), join(tree, 'packages/sdk/test/growth.types.ts'));
  run(
    tree,
    'packages/contract',
    'tsx/dist/cli.mjs',
    'generator/main.ts',
    '../../openapi.yaml',
    'generated',
  );
  run(tree, 'packages/contract', 'typescript/bin/tsc', '-p', 'tsconfig.build.json');
  run(tree, 'packages/sdk', 'tsx/dist/cli.mjs', 'generator/main.ts');
  run(tree, 'packages/sdk', 'tsup/dist/cli-default.js');
}

export function run(tree: string, folder: string, script: string, ...args: string[]): void {
  const command = [join(REPOSITORY, 'node_modules', script), ...args];
  const options = { cwd: join(tree, folder), encoding: 'utf8', stdio: 'pipe' } as const;
  try {
    execFileSync(process.execPath, command, options);
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${script} ${args.join(' ')} in ${folder}:\n${stdout}${stderr}`);
  }
}

/** Both objects' properties, in depth. */
function merge(base: object, extra: object): object {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(extra)) {
    const current = merged[key];
    const isNested = typeof current === 'object' && current !== null;
    merged[key] = isNested ? merge(current, value) : value;
  }
  return merged;
}

function readYaml(file: string): object {
  return parse(readFileSync(file, 'utf8'));
}
