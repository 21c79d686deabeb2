// `docs export`: the API reference page as static files. Progress goes to stderr.
import { document, operationSpecs } from '@animal-store/contract';
import { Command } from 'commander';
import { readContract } from '../contract/contract.js';
import { exportDocs } from '../docs/export-docs.js';
import { specDiff } from '../docs/preview/spec-diff.js';
import { callerPath } from './caller-path.js';

export function docsCommand(): Command {
  const docs = new Command('docs').description(
    'export the API reference page that `serve` shows at /docs',
  );
  docs
    .command('export')
    .description('write the page as static files for any web server')
    .argument('<folder>', 'target folder; created if it does not exist, must be empty')
    .addHelpText(
      'after',
      '\nThe page needs a web server: browsers do not load it from a file. Its requests\n' +
        'go to the servers listed in openapi.yaml, which accept them only from the\n' +
        'origins in CORS_ORIGINS, and from those of keys.',
    )
    .option('--force', 'write into a folder that is not empty; files of the same name are replaced')
    .option(
      '--since <revision>',
      'mark the changes of the contract since this git revision; needs a checkout of the repository',
    )
    .action(exportTo);
  return docs;
}

interface Options {
  force?: boolean;
  since?: string;
}

async function exportTo(name: string, { force = false, since }: Options): Promise<void> {
  if (name === '') throw new Error('<folder> must not be empty (got "")');
  const diff = since === undefined ? undefined : await specDiff(since);
  const folder = callerPath(name);
  let count = 0;
  const contract = readContract(document, operationSpecs);
  await exportDocs(contract, folder, {
    force,
    ...(diff && { diff }),
    onFile(path, byteCount) {
      count += 1;
      process.stderr.write(`${path}  ${Math.ceil(byteCount / 1024)} KiB\n`);
    },
  });
  process.stderr.write(`${count} files written.\n`);
}
