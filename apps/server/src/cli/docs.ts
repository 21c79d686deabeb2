// `docs export`: the API reference page as static files. Progress goes to stderr.
import { document } from '@animal-store/contract';
import { Command } from 'commander';
import { exportDocs } from '../docs/export-docs.js';
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
      '\nThe page needs a web server: browsers do not load it from a file. Its requests go to the servers listed in\n' +
        "openapi.yaml, which accept them only if their CORS_ORIGINS contains the page's origin.",
    )
    .option('--force', 'write into a folder that is not empty; files of the same name are replaced')
    .action(exportTo);
  return docs;
}

async function exportTo(name: string, { force = false }: { force?: boolean }): Promise<void> {
  if (name === '') throw new Error('<folder> must not be empty (got "")');
  const folder = callerPath(name);
  let count = 0;
  await exportDocs(document, folder, force, (path, byteCount) => {
    count += 1;
    process.stderr.write(`${path}  ${Math.ceil(byteCount / 1024)} KiB\n`);
  });
  process.stderr.write(`${count} files written.\n`);
}
