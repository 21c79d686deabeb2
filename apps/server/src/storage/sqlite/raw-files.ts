// Raw access to files on which SQLite may hold locks in this process. POSIX releases all locks of a process on a file
// when the process closes any descriptor of it, so this module never closes a descriptor of a file that existed before.
import {
  accessSync,
  type BigIntStats,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  statSync,
} from 'node:fs';

/**
 * Makes sure that the file exists and is readable and writable. A new file is accessible to its owner only.
 * @throws the system's error.
 */
export function createFile(path: string): void {
  if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
  else closeSync(openSync(path, 'a', 0o600));
}

/** Open descriptors by device and inode. An open descriptor keeps its inode from being reused, so no entry is stale. */
const indexes = new Map<string, number>();

/**
 * Opens the index of a write-ahead log (`-shm`), the file that carries SQLite's locks for the log. The descriptor is
 * shared and stays open until the process ends.
 * @throws the system's error.
 */
export function openIndex(path: string): number {
  const known = indexes.get(identify(statSync(path, { bigint: true })));
  if (known !== undefined) return known;
  const index = openSync(path, 'r');
  indexes.set(identify(fstatSync(index, { bigint: true })), index);
  return index;
}

function identify({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}
