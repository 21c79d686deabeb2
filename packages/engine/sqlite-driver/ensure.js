// Build of the SQLite driver, better-sqlite3, for this version of Node. It keeps a driver that can be used, and rebuilds any
// other. `npm run build` and `npm test` run this file first. npm runs it for the packed server: before the scripts of its
// dependencies, with --announce, and after them, with --optional, since a store on PostgreSQL needs no driver.
import { execFile, spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { keepDriver, restoreDriver } from './driver-cache.js';
import { driverFolder } from './find-fault.js';
import { announce, showSeconds } from './show-seconds.js';

const HEADER = fileURLToPath(new URL('object-wrap.h', import.meta.url));
const FIND_FAULT = new URL('find-fault.js', import.meta.url).href;
const FOLDER = driverFolder();

/** Only in the repository: there `npm ci` deletes the driver. */
const isCached = !process.argv.includes('--optional') && FOLDER !== undefined;

if (process.argv.includes('--announce')) {
  announce('The SQLite driver is downloaded or compiled, which takes up to three minutes.');
  process.exit();
}

let fault = findFault();
let isNew = false;
if (fault !== undefined && isCached && restoreDriver(FOLDER)) fault = findFault();
for (const isFromSource of [false, true]) {
  if (fault === undefined || FOLDER === undefined) break;
  const how = isFromSource ? 'It is compiled' : 'It is downloaded or, failing that, compiled';
  announce(
    `Building better-sqlite3 for Node ${process.version}: ${fault}. ${how}, which takes about a minute.`,
  );
  await showSeconds('Building better-sqlite3', build(FOLDER, isFromSource));
  fault = findFault();
  isNew = true;
}
if (fault === undefined && isCached) keepDriver(FOLDER, isNew);
if (fault !== undefined) {
  announce(`better-sqlite3 cannot be used: ${fault}.`);
  process.exitCode = process.argv.includes('--optional') ? 0 : 1;
}

/** In a process of its own, because a driver of another version can crash it. */
function findFault() {
  const script = `import { findFault } from ${JSON.stringify(FIND_FAULT)}; process.stdout.write(findFault() ?? '')`;
  const args = ['--input-type=module', '--eval', script];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) return 'it does not load';
  return stdout === '' ? undefined : stdout;
}

/**
 * Runs the package's own install script, which uses a prebuilt driver if it finds one, and otherwise compiles. As a script
 * that is named on the command line, npm runs it even where it runs no install scripts.
 */
async function build(folder, isFromSource) {
  const { npm_config_global, npm_config_prefix, npm_config_location, ...env } = process.env; // of `npm install --global`
  const options = {
    cwd: folder,
    env: {
      ...env,
      PATH: `${dirname(process.execPath)}${delimiter}${env.PATH}`,
      CXXFLAGS: `${env.CXXFLAGS ?? ''} -include '${HEADER}'`,
      ...(isFromSource && { npm_config_build_from_source: 'true' }),
    },
    maxBuffer: Number.POSITIVE_INFINITY,
  };
  await promisify(execFile)('npm', ['run', 'install'], options).catch(({ stdout, stderr }) => {
    process.stderr.write(`${stdout || 'npm does not start'}${stderr}`);
  });
}
