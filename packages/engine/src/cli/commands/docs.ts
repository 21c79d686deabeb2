// `docs export`: the API reference page as static files. stderr lists the files once they are written.
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { quote, SITE_FILES } from '@animal-store/core/docs-files';
import { Command } from 'commander';
import type { Shop } from '../../define-shop.js';
import { codeOf } from '../../lib/error-message.js';
import { callerPath } from '../arguments.js';

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
    .action((folder: string, { force = false }: { force?: boolean }) =>
      exportTo(shop, folder, force),
    );
  return docs;
}

async function exportTo({ readDocs }: Shop, name: string, force: boolean): Promise<void> {
  if (name === '') throw new Error('<folder> must not be empty (got "")');
  const folder = callerPath(name);
  const files = new Map<string, Buffer>();
  for (const file of SITE_FILES) files.set(file, await readDocs(file));
  await writeFiles(files, folder, force);
  for (const [file, bytes] of files)
    process.stderr.write(`${join(folder, file)}  ${Math.ceil(bytes.length / 1024)} KiB\n`);
  process.stderr.write(
    `${files.size} files written to ${folder}\nTo open the page: python3 -m http.server 8080 --directory ${quote(folder)}, then http://localhost:8080\n`,
  );
}

/**
 * @param force Allows a folder that is not empty. Files of the same name are replaced.
 * @throws an Error that names the folder, if it cannot be written to, or if it is not empty and `force` is false.
 */
async function writeFiles(
  files: ReadonlyMap<string, Buffer>,
  folder: string,
  force: boolean,
): Promise<void> {
  try {
    await makeFolder(folder);
    if (!force && (await readdir(folder)).length > 0)
      throw new Error(`${folder} must be empty; use --force to write into it anyway`);
    for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
  } catch (error) {
    const code = codeOf(error);
    if (code === '') throw error;
    throw new Error(
      code === 'ENOTDIR'
        ? `${folder} must be a folder (it is a file, or inside one)`
        : `cannot write to ${folder} (${code})`,
    );
  }
}

/** Node's `recursive` option never returns if an existing folder rejects new folders, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  await mkdir(path);
}
