// `docs export`: the API reference page as static files. stderr lists the files once they are written.
import { join } from 'node:path';
import { quote, SITE_FILES } from '@animal-store/core/docs-files';
import { Command } from 'commander';
import type { Shop } from '../../define-shop.js';
import { callerPath } from '../arguments.js';
import { writeFiles } from '../write-files.js';

export function docsCommand(shop: Shop): Command {
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
    .action((folder: string, options: Options) => exportTo(shop, folder, options));
  return docs;
}

interface Options {
  force?: boolean;
}

async function exportTo(
  { readDocs }: Shop,
  name: string,
  { force = false }: Options,
): Promise<void> {
  if (name === '') throw new Error('<folder> must not be empty (got "")');
  const folder = callerPath(name);
  const files = new Map<string, Buffer>();
  for (const file of SITE_FILES) files.set(file, await readDocs(file));
  await writeFiles(files, folder, { force });
  for (const [file, bytes] of files)
    process.stderr.write(`${join(folder, file)}  ${Math.ceil(bytes.length / 1024)} KiB\n`);
  process.stderr.write(
    `${files.size} files written to ${folder}\nTo open the page: python3 -m http.server 8080 --directory ${quote(folder)}, then http://localhost:8080\n`,
  );
}
