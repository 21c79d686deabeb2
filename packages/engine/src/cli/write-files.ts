// The site as files in a folder, for any web server.
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * @param options `force` allows a folder that is not empty. Files of the same name are replaced.
 * @throws an Error that names the folder, if it cannot be written to, or if it is not empty and `force` is false.
 */
export async function writeFiles(
  files: ReadonlyMap<string, Buffer>,
  folder: string,
  { force = false } = {},
): Promise<void> {
  try {
    await makeFolder(folder);
    if (!force && (await readdir(folder)).length > 0)
      throw new Error(`${folder} must be empty; use --force to write into it anyway`);
    for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new Error(
      error.code === 'ENOTDIR'
        ? `${folder} must be a folder (it is a file, or inside one)`
        : `cannot write to ${folder} (${error.code})`,
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
