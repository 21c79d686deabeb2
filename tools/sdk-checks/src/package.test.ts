// Contents of the package: which files it has, and which entries load in each module format.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { PROJECT } from './project.ts';

const PACKAGE = join(PROJECT(), 'node_modules/@animal-store/sdk');
const MANIFEST: { exports: object; dependencies?: object } = JSON.parse(
  readFileSync(join(PACKAGE, 'package.json'), 'utf8'),
);
/** As they are imported: `@animal-store/sdk`, `@animal-store/sdk/testing`. */
const ENTRIES = Object.keys(MANIFEST.exports)
  .filter((path) => !path.endsWith('.json'))
  .map((path) => `@animal-store/sdk${path.slice(1)}`);

const run = (...args: string[]) =>
  execFileSync(process.execPath, args, { cwd: PROJECT(), encoding: 'utf8' });

test('when the package is packed, then it has the built entries and documents only', () => {
  const files = readdirSync(PACKAGE).sort();
  assert.deepEqual(files, ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'docs', 'package.json']);
});

test('when the package is installed, then it brings openapi-fetch and its types only', () => {
  const entries = readdirSync(join(PROJECT(), 'node_modules'), {
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

test('when a bundler puts the client into a page, then nothing of the other entries comes with it', async () => {
  const { metafile } = await build({
    stdin: { contents: "export * from '@animal-store/sdk';", resolveDir: PROJECT() },
    absWorkingDir: PROJECT(),
    bundle: true,
    format: 'esm',
    metafile: true,
    outdir: 'bundle',
    splitting: true,
    write: false,
  });
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const sources = files
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => JSON.parse(readFileSync(join(PROJECT(), `${file}.map`), 'utf8')).sources);
  assert.ok(sources.some((source: string) => source.endsWith('src/client.ts')));
  const ofOthers = /src\/(schemas|tanstack-query|testing|validation)|validators|mock|@tanstack|ajv/;
  assert.deepEqual(
    sources.filter((source: string) => ofOthers.test(source)),
    [],
  );
});

test('when an error comes from another copy of the package, then isApiError recognizes it', () => {
  const output = run(
    '--input-type=module',
    '-e',
    `import { createRequire } from 'node:module';
    import { AnimalStore, ApiError, isApiError } from '@animal-store/sdk';
    const other = createRequire(import.meta.url)('@animal-store/sdk');
    const fetch = async () => Response.json({ code: 'added_later', message: 'x', status: 410 }, { status: 410 });
    const store = new AnimalStore({ environment: 'staging', apiKey: 'as_live_secret', fetch });
    const error = await store.listPets().catch((reason) => reason);
    console.log(error instanceof other.ApiError, other.isApiError(error), JSON.stringify(error));`,
  );
  assert.match(output, /^false true \{"name":"InvalidRequestError",/);
  assert.match(output, /"code":"unknown","rawCode":"added_later","rawMessage":"x","status":410/);
  assert.ok(!output.includes('as_live_secret'));
});
