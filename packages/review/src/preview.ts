// `npm run spec -- preview FOLDER --since BASE [--force]`: the reference of the contract as it is now, with the changes since
// a git revision marked. It needs a checkout, but neither a build nor a handler.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contract } from '@animal-store/contract/model';
import { SITE_FILES } from '@animal-store/core/docs-files';
import { ANIMAL_STORE, renderReference } from '@animal-store/reference';
import { readDocs } from '@animal-store/reference/docs';
import { compareWithBase } from './base/compare-with-base.js';
import { userPath } from './repository.js';
import { runCommand, UsageError } from './run-command.js';
import { UserError } from './user-input.js';
import { witnessLines } from './witness/render-witness.js';

const USAGE = 'preview FOLDER --since BASE [--force]';
const OPTIONS = { since: { type: 'string' }, force: { type: 'boolean', default: false } } as const;

await runCommand(USAGE, OPTIONS, async (values, folder) => {
  if (!folder || !values.since) throw new UsageError('Expected one folder, and --since.');
  const { decision, base } = await compareWithBase({}, values.since);
  const shown = decision.changes.map((one) => ({ ...one, example: witnessLines(one) }));
  const changes = { ...decision, base, changes: shown };
  const files = new Map<string, Buffer>();
  for (const name of SITE_FILES) files.set(name, await readDocs(name));
  const options = { product: ANIMAL_STORE, assets: files, changes };
  files.set('index.html', Buffer.from(renderReference(contract, options)));
  const target = userPath(folder);
  try {
    await mkdir(target, { recursive: true });
    if (!values.force && (await readdir(target)).length > 0)
      throw new Error(`${target} must be empty; use --force to write into it anyway`);
    for (const [name, bytes] of files) await writeFile(join(target, name), bytes);
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
  console.error(`${files.size} files written to ${target}`);
  return 0;
});
