// `npm run spec -- COMMAND [ARGUMENT...]`: the reviewers' commands, run from their sources, so that they need no build.
import { run } from './run.mjs';

const NODE_OPTIONS = [
  '--import=./tools/slow-notice.js',
  '--import=./packages/spec/preload.js',
  '--import=tsx',
  '--conditions=@animal-store/source',
];

if (process.argv[2] === 'preview')
  run('npm', 'run', '--silent', 'generate', '-w', '@animal-store/contract');
const program = [...NODE_OPTIONS, 'packages/review/src/main.ts', ...process.argv.slice(2)];
if (!process.exitCode) run(process.execPath, ...program);
