// Build before `npm start` and the command line: its output is shown only if it fails.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { showSeconds } from '../sqlite-driver/show-seconds.js';

const DIST = new URL('../dist', import.meta.url);

if (!existsSync(DIST)) process.stderr.write('Building, which takes about a minute.\n');
const build = promisify(execFile)('npm', ['run', '--silent', 'build'], { maxBuffer: Infinity });
await showSeconds('Building', build).catch(({ stdout, stderr }) => {
  process.stderr.write(`${stdout}${stderr}`);
  process.exitCode = 1;
});
