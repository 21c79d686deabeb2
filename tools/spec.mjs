// `npm run spec -- COMMAND [ARGUMENT...]`: the reviewers' commands, run from their sources, so that they need no build.
import { run } from './run.mjs';

const SOURCE = ['--import', 'tsx', '--conditions=@animal-store/source'];
const [name, ...args] = process.argv.slice(2);

if (name === 'preview') {
  run('npm', 'run', '--silent', 'generate', '-w', '@animal-store/contract');
  if (!process.exitCode) runSource('packages/reference/build/preview.ts', ...args);
} else runSource('packages/review/src/main.ts', ...process.argv.slice(2));

function runSource(...command) {
  run(process.execPath, '--import', './tools/slow-notice.js', ...SOURCE, ...command);
}
