// `npm test -- sdk`: packs the SDK, installs the tarball into an empty project, and runs the tests against it. An argument
// such as `runtimes` selects the tests whose path contains it; those of `nightly` run only then.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { installPackage } from './project.ts';

const [filter = ''] = process.argv.slice(2);
const tests = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file) && file.includes(filter))
  .filter((file) => file.startsWith('nightly') === filter.startsWith('nightly'))
  .map((file) => `src/${file}`);

const project = installPackage();
try {
  run('../node_modules/typescript/bin/tsc');
  for (const file of tests) run('--import', 'tsx', '--test-reporter=spec', file);
} finally {
  rmSync(project, { recursive: true, force: true });
}

function run(...args: string[]): void {
  if (spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0) process.exitCode = 1;
}
