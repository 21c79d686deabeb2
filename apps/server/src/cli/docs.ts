// `docs export`: the API reference page as static files. Progress goes to stderr.
import { document } from '@animal-store/contract';
import { Command } from 'commander';
import { exportDocs } from '../docs/export-docs.js';
import { callerPath } from './caller-path.js';

export function docsCommand(): Command {
  const docs = new Command('docs').description(
    'the API reference page, which `serve` has at /docs',
  );
  docs
    .command('export')
    .description('write the page as static files, to be published by any web server')
    .argument('<folder>', 'is made if it is not there; must be empty')
    .addHelpText(
      'after',
      '\nThe page needs a web server: a browser does not open it as a file. Its calls go to the servers of openapi.yaml, which\n' +
        "answer them only if their CORS_ORIGINS names the page's origin.",
    )
    .option('--force', 'write into a folder that is not empty, over files of the same name')
    .action(exportTo);
  return docs;
}

async function exportTo(name: string, { force = false }: { force?: boolean }): Promise<void> {
  if (name === '') throw new Error('the name of the folder is empty');
  const folder = callerPath(name);
  let count = 0;
  await exportDocs(document, folder, force, (path, byteCount) => {
    count += 1;
    process.stderr.write(`${path}  ${Math.ceil(byteCount / 1024)} KiB\n`);
  });
  process.stderr.write(`${count} files written.\n`);
}
