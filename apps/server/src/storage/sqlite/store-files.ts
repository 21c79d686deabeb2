// Files of a store: its one path, from which SQLite and the locks derive the names beside it.
import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';

/** The fifth field of a line is a mount point, with some characters in octal. Source: proc_pid_mountinfo(5). */
const MOUNTS = '/proc/self/mountinfo';

/**
 * The path of a store without symbolic links, whether it exists or not.
 * @throws an Error for the operator if the file has a second name. The files beside it follow the name: it would have two logs and
 * two servers.
 */
export function resolveStore(path: string): string {
  const file = realPath(path);
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) return file;
  if (found.nlink > 1)
    throw new Error(
      `${file} has ${found.nlink} names (hard links): keep one; \`find -samefile\` lists the others`,
    );
  if (isMountPoint(file))
    throw new Error(`${file} is mounted on its own: mount its folder, not the file`);
  return file;
}

function isMountPoint(file: string): boolean {
  if (!existsSync(MOUNTS)) return false; // not Linux
  const encoded = file.replace(
    /[ \t\n\\]/g,
    (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  const lines = readFileSync(MOUNTS, 'utf8').split('\n');
  return lines.some((line) => line.split(' ')[4] === encoded);
}

/** The path without symbolic links. The file, and folders on its way, need not exist. @throws the system's error. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const name = join(realPath(dirname(path)), basename(path));
  if (!lstatSync(name, { throwIfNoEntry: false })?.isSymbolicLink()) return name;
  const target = readlinkSync(name);
  return realPath(isAbsolute(target) ? target : `${dirname(name)}/${target}`);
}

/** A file beside the store. */
export function sidecarOf(file: string, purpose: string): string {
  return `${file}-${purpose}`;
}

function codeOf(error: unknown): unknown {
  return Object(error).code;
}
