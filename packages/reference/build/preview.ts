// `npm run spec -- preview FOLDER --since BASE [--force]`: the reference of the contract as it is now, with the changes since
// a git revision marked. It needs a checkout, but neither a build nor a handler.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { document, operationSpecs } from '@animal-store/contract';
import { type ContractChanges, renderReference, writeFiles } from '../src/index.js';
import { readAssets, readSdk } from './assets.js';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const RELEASES = `${REPOSITORY}apps/server/src/docs/changes/releases.json`;
const SOURCE = ['--import', 'tsx/esm', '--conditions=@animal-store/source'];

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { since: { type: 'string' }, force: { type: 'boolean', default: false } },
  });
  const [folder, ...others] = positionals;
  if (!folder || !values.since || others.length > 0)
    throw new Error('usage: npm run spec -- preview FOLDER --since BASE [--force]');
  const changes = readChanges(values.since);
  const { releases } = JSON.parse(await readFile(RELEASES, 'utf8'));
  const contract = { document, operations: operationSpecs };
  const assets = new Map(await readAssets());
  assets.set('sdk.js', await readSdk());
  assets.set('openapi.json', Buffer.from(JSON.stringify(document)));
  const files = renderReference(contract, { assets, releases, changes });
  const target = resolve(process.env.INIT_CWD ?? '', folder);
  await writeFiles(files, target, { force: values.force });
  process.stderr.write(`${files.size} files written to ${target}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** @throws an Error with the message of the command, for example if there is no such revision. */
function readChanges(revision: string): ContractChanges {
  // The revision comes after `--`, so that it is no option, whatever it is.
  const args = [...SOURCE, 'packages/review/src/main.ts', 'diff', '--json', '--', revision];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: REPOSITORY,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  // Exit code 1 is a verdict about the changes. They are printed nevertheless.
  if (stdout === '') throw new Error(stderr.trim());
  return JSON.parse(stdout);
}
