// The site as files in a folder, for any web server.
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface WriteOptions {
  /** Allows a folder that is not empty. Files of the same name are replaced. */
  force?: boolean;
  /** Called after each file is written. */
  onFile?: (path: string, byteCount: number) => void;
}

/** @throws an Error that names the folder, if it cannot be written to, or if it is not empty and `force` is false. */
export async function writeFiles(
  files: ReadonlyMap<string, { bytes: Buffer }>,
  folder: string,
  { force = false, onFile = () => {} }: WriteOptions = {},
): Promise<void> {
  try {
    await makeFolder(folder);
    if (!force && (await readdir(folder)).length > 0)
      throw new Error(`${folder} must be empty; use --force to write into it anyway`);
    for (const [name, { bytes }] of files) {
      const path = join(folder, name);
      await writeFile(path, bytes);
      onFile(path, bytes.length);
    }
  } catch (error) {
    throw describe(error, folder);
  }
}

/** Node's `recursive` option never returns if an existing folder rejects new folders, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  await mkdir(path);
}

/** Turns a system error into a readable one. Returns any other error unchanged. */
function describe(error: unknown, folder: string): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  if (error.code === 'ENOTDIR')
    return new Error(`${folder} must be a folder (it is a file, or inside one)`);
  return new Error(`cannot write to ${folder} (${error.code})`);
}
