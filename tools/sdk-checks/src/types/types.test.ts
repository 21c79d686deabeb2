// Types of all entries: a user's program, compiled strictly, without any other package, by each TypeScript and resolution.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PROJECT } from '../project.ts';

const USE = fileURLToPath(new URL('use.ts', import.meta.url));
const COMPILERS = { 'TypeScript 5.9': 'typescript', 'TypeScript 7': 'typescript-7' };
const RESOLUTIONS = [
  ['bundler', { module: 'ESNext', moduleResolution: 'Bundler' }, 'use.ts'],
  ['node16 as ESM', { module: 'Node16', moduleResolution: 'Node16' }, 'use.mts'],
  ['node16 as CommonJS', { module: 'Node16', moduleResolution: 'Node16' }, 'use.cts'],
] as const;

for (const [compiler, name] of Object.entries(COMPILERS))
  for (const [resolution, options, file] of RESOLUTIONS)
    test(`when ${compiler} resolves as ${resolution}, then the types compile, with skipLibCheck off`, () => {
      copyFileSync(USE, join(PROJECT(), file));
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
      const config = JSON.stringify({ compilerOptions, files: [file] });
      writeFileSync(join(PROJECT(), 'tsconfig.json'), config);
      const tsc = fileURLToPath(new URL(`../../node_modules/${name}/bin/tsc`, import.meta.url));
      const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', '.'], {
        cwd: PROJECT(),
        encoding: 'utf8',
      });
      assert.equal(stdout, '');
      assert.equal(status, 0);
    });
