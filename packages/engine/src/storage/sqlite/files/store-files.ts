// Files of a store: its one path, from which SQLite and the locks derive the names beside it, and the owner of what is created.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { codeOf } from '../../../lib/error-message.js';

/** Of the default database. */
const DEFAULT_FOLDER = 'data';
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

/**
 * Makes sure that the file exists and is readable and writable. An existing file is not opened: closing a descriptor of it
 * would release all locks that this process has on it. A missing folder is not created, unless it is the default one: a
 * mistyped path would give an empty store.
 * @param store The store that the file belongs to.
 * @throws the system's error, or an Error for the operator.
 */
export function ensureFile(path: string, store = path): void {
  const folder = dirname(path);
  if (folder === realPath(DEFAULT_FOLDER)) createFolder(folder);
  else if (!existsSync(folder)) {
    throw new Error(
      `there is no folder ${folder}; check DATABASE_URL, or create the folder, as \`migrate --create\` does`,
    );
  }
  try {
    createFile(path, store);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    accessSync(path, constants.R_OK | constants.W_OK);
  }
}

/**
 * Creates an empty file of a store. Only its owner may read it, because it contains key hashes; SQLite gives the files beside it
 * the same mode and owner.
 * @throws the system's error, also if there is such a file, or a link in its place.
 */
export function createFile(path: string, store: string): void {
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    giveTo(existsSync(store) && store !== path ? store : dirname(store), (uid, gid) =>
      fchownSync(descriptor, uid, gid),
    );
  } finally {
    closeSync(descriptor);
  }
}

/** Creates the folder and its missing parents. If root does so, each gets the owner of its parent. */
export function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  createFolder(parent);
  mkdirSync(folder, { recursive: true }); // another process may create it too
  giveTo(parent, (uid, gid) => lchownSync(folder, uid, gid));
}

/** What root creates belongs to the owner of the store, or of its folder. Otherwise the service's user could not use it. */
function giveTo(like: string, chown: (uid: number, gid: number) => void): void {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(like);
  try {
    chown(uid, gid);
  } catch {} // root may lack the capability, as in a container
}
