// Check of the SQLite driver, better-sqlite3: whether this version of Node can use it.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** Called by a driver that was compiled with the headers of Node 24.19 or later, but without object-wrap.h. */
const ABORTING_CALL = 'RemoveEnvironmentCleanupHook';

/** The script that builds the driver. */
export const ENSURE = fileURLToPath(new URL('ensure.js', import.meta.url));

export function findFault() {
  const folder = driverFolder();
  if (folder === undefined) return 'it is not installed';
  const driver = join(folder, 'build/Release/better_sqlite3.node');
  if (!existsSync(driver)) return 'it is not built yet';
  if (readFileSync(driver).includes(ABORTING_CALL)) return `it calls ${ABORTING_CALL}`;
  try {
    const Database = require(folder);
    new Database(':memory:').close();
  } catch {
    return 'it was built for another version of Node';
  }
}

export function driverFolder() {
  try {
    return dirname(require.resolve('better-sqlite3/package.json'));
  } catch {
    return undefined;
  }
}
