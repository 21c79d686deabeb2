// Cache of built SQLite drivers, one for each user: `npm ci` deletes a driver with its package, and each clone has its own.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const DRIVER = 'build/Release/better_sqlite3.node';
const HEADER = new URL('object-wrap.h', import.meta.url);

/** Copies the driver from the cache into the package's folder. @returns whether there was one. */
export function restoreDriver(packageFolder) {
  try {
    const cached = cachedDriver(packageFolder);
    // A driver runs as this user, so it must not be another's: `sudo` may keep the home folder of its caller.
    if (statSync(cached).uid !== process.getuid?.()) return false;
    copy(cached, join(packageFolder, DRIVER));
    return true;
  } catch {
    return false;
  }
}

/** Copies a driver that works into the cache. @param isNew whether to replace the cached one. */
export function keepDriver(packageFolder, isNew) {
  try {
    const cached = cachedDriver(packageFolder);
    if (!isNew && existsSync(cached)) return;
    mkdirSync(dirname(cached), { recursive: true, mode: 0o700 });
    copy(join(packageFolder, DRIVER), cached);
  } catch {
    // Without a cache, the next installation builds the driver again.
  }
}

/** Its name has everything that a driver depends on. */
function cachedDriver(packageFolder) {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const { platform, arch, versions, env } = process;
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'libc';
  const patch = createHash('sha256').update(readFileSync(HEADER)).digest('hex').slice(0, 8);
  const name = ['better-sqlite3', version, 'abi', versions.modules, platform, arch, libc, patch];
  const folder = env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(folder, 'animal-store', `${name.join('-')}.node`);
}

/** Renames a finished copy, so that no process sees a part of one. */
function copy(from, to) {
  const part = `${to}.${process.pid}`;
  mkdirSync(dirname(to), { recursive: true }); // readable for the user that will run the server
  try {
    copyFileSync(from, part);
    renameSync(part, to);
  } finally {
    rmSync(part, { force: true });
  }
}
