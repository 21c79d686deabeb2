// `npm run spec -- preview FOLDER --since BASE [--force]`: the reference of the contract as it is now, with the changes since
// a git revision marked. It needs a checkout, but neither a build nor a handler.
import { contract } from '@animal-store/contract/model';
import { renderReference } from '@animal-store/reference';
import { readDocs, SITE_FILES, writeFiles } from '@animal-store/reference/docs';
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
  files.set('index.html', Buffer.from(renderReference(contract, { assets: files, changes })));
  const target = userPath(folder);
  await writeFiles(files, target, values).catch(({ message }) => {
    throw new UserError(message);
  });
  console.error(`${files.size} files written to ${target}`);
  return 0;
});
