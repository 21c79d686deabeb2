// Build of the SQLite driver, better-sqlite3, for this version of Node. npm runs no install scripts here (.npmrc), so
// `npm run build` and `npm test` run this file first. It keeps a driver that loads, and rebuilds any other.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const HEADER = fileURLToPath(new URL('object-wrap.h', import.meta.url));
const PACKAGE = dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json'));
const DRIVER = join(PACKAGE, 'build/Release/better_sqlite3.node');

/** Called by a driver that was compiled with the headers of Node 24.19 or later, but without object-wrap.h. */
const ABORTING_CALL = 'RemoveEnvironmentCleanupHook';

let fault = findFault();
for (const isFromSource of [false, true]) {
  if (fault === undefined) break;
  process.stderr.write(`Building better-sqlite3 for Node ${process.version}: ${fault}.\n`);
  build(isFromSource);
  fault = findFault();
}
if (fault !== undefined) {
  process.stderr.write(`better-sqlite3 cannot be used: ${fault}.\n`);
  process.exitCode = 1;
}

/** @returns {string | undefined} */
function findFault() {
  if (!existsSync(DRIVER)) return 'it is not built yet';
  if (readFileSync(DRIVER).includes(ABORTING_CALL)) return `it calls ${ABORTING_CALL}`;
  const script = `new (require(${JSON.stringify(PACKAGE)}))(':memory:').close()`;
  const { status } = spawnSync(process.execPath, ['-e', script], { stdio: 'ignore' });
  return status === 0 ? undefined : 'it does not load';
}

/** Runs the package's own install script. It uses a prebuilt driver if it finds one, and otherwise compiles. */
function build(isFromSource) {
  const CXXFLAGS = `${process.env.CXXFLAGS ?? ''} -include '${HEADER}'`;
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['rebuild', 'better-sqlite3', '--ignore-scripts=false'],
    {
      cwd: REPOSITORY,
      env: {
        ...process.env,
        CXXFLAGS,
        ...(isFromSource && { npm_config_build_from_source: 'true' }),
      },
      encoding: 'utf8',
    },
  );
  if (status !== 0) process.stderr.write(`${stdout}${stderr}`);
}
