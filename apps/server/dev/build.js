// Build before `npm start`, the command line and `npm run pack`: its output is shown only if it fails. With --clean, it removes
// the files of an earlier build first.
import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import '@animal-store/engine/sqlite-driver/ensure';
import { showSeconds } from '@animal-store/engine/sqlite-driver/show-seconds';

const DIST = new URL('../dist', import.meta.url);

if (process.exitCode) process.exit(); // the driver was not built, which has been said

if (process.argv.includes('--clean')) rmSync(DIST, { recursive: true, force: true });
if (!existsSync(DIST)) process.stderr.write('Building, which takes about a minute.\n');
const build = promisify(execFile)('npm', ['run', '--silent', 'build'], { maxBuffer: Infinity });
await showSeconds('Building', build).catch(({ stdout, stderr }) => {
  process.stderr.write(`${stdout}${stderr}`);
  process.exitCode = 1;
});
