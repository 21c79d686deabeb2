// Contents of the package: which files it has, and which entries load in each module format.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectFolder, sdkFolder } from './project.ts';

const PACKAGE = sdkFolder();
const MANIFEST: { exports: object; dependencies?: object } = JSON.parse(
  readFileSync(join(PACKAGE, 'package.json'), 'utf8'),
);
/** As they are imported: `@animal-store/sdk`, `@animal-store/sdk/testing`. */
const ENTRIES = Object.keys(MANIFEST.exports)
  .filter((path) => !path.endsWith('.json'))
  .map((path) => `@animal-store/sdk${path.slice(1)}`);

const run = (...args: string[]) =>
  execFileSync(process.execPath, args, { cwd: projectFolder(), encoding: 'utf8' });

test('when the package is packed, then it has the built entries and documents only', () => {
  const files = readdirSync(PACKAGE).sort();
  assert.deepEqual(files, ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'docs', 'package.json']);
});

test('when the package is installed, then it brings openapi-fetch and its types only', () => {
  const entries = readdirSync(join(projectFolder(), 'node_modules'), {
    recursive: true,
    encoding: 'utf8',
  });
  const packages = entries.filter((file) => /(^|\/)package\.json$/.test(file));
  assert.deepEqual(packages.sort(), [
    '@animal-store/sdk/package.json',
    'openapi-fetch/package.json',
    'openapi-typescript-helpers/package.json',
  ]);
});

for (const entry of ENTRIES)
  test(`when ${entry} is loaded as ESM and as CommonJS, then both have the same exports`, () => {
    const print = 'console.log(Object.keys(entry).sort().join())';
    const esm = run('--input-type=module', '-e', `import * as entry from '${entry}'; ${print}`);
    const cjs = run('-e', `const entry = require('${entry}'); ${print}`);
    assert.match(esm, /\w/);
    assert.equal(cjs, esm);
  });
