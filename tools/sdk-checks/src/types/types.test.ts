// Types of all entries: the SDK's type tests, compiled strictly, without any other package, by each TypeScript and resolution.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { projectFolder } from '../project.ts';

const TESTS = fileURLToPath(new URL('../../../../packages/sdk/test/types', import.meta.url));
const COMPILERS = {
  'TypeScript 5.0': 'typescript-5.0',
  'TypeScript 5.9': 'typescript',
  'TypeScript 7': 'typescript-7',
};
const RESOLUTIONS = [
  ['bundler', { module: 'ESNext', moduleResolution: 'Bundler' }, 'ts'],
  ['node16 as ESM', { module: 'Node16', moduleResolution: 'Node16' }, 'mts'],
  ['node16 as CommonJS', { module: 'Node16', moduleResolution: 'Node16' }, 'cts'],
] as const;

/** Copies the type tests, which then import the package. */
function copyTests(extension: string): string[] {
  return readdirSync(TESTS).map((name) => {
    const file = name.replace(/ts$/, extension);
    const text = readFileSync(join(TESTS, name), 'utf8')
      .replace(/'..\/..\/src\/index.js'/, "'@animal-store/sdk'")
      .replace(/'..\/..\/src\/(.*).js'/g, "'@animal-store/sdk/$1'");
    writeFileSync(join(projectFolder(), file), text);
    return file;
  });
}

for (const [compiler, name] of Object.entries(COMPILERS))
  for (const [resolution, options, extension] of RESOLUTIONS)
    test(`when ${compiler} resolves as ${resolution}, then the types compile, with skipLibCheck off`, () => {
      const compilerOptions = {
        ...options,
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noEmit: true,
        skipLibCheck: false,
        target: 'ES2022',
        lib: ['ES2022', 'DOM', 'DOM.Iterable'],
        types: [],
      };
      const config = JSON.stringify({ compilerOptions, files: copyTests(extension) });
      writeFileSync(join(projectFolder(), 'tsconfig.json'), config);
      const tsc = fileURLToPath(new URL(`../../../node_modules/${name}/bin/tsc`, import.meta.url));
      const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', '.'], {
        cwd: projectFolder(),
        encoding: 'utf8',
      });
      assert.equal(stdout, '');
      assert.equal(status, 0);
    });
