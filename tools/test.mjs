// `npm test`: what runs in Jest's own processes, of each workspace. `npm test -- SUITE [ARGUMENT...]`: another suite, after a build.
import { run } from './run.mjs';

const TURBO = ['node', 'tools/turbo.mjs'];
const script = (folder, name) => ['npm', 'run', '--silent', '--prefix', folder, name, '--'];
const SUITES = {
  unit: [...TURBO, 'test:unit'],
  system: [...TURBO, 'test:system'],
  slow: [...TURBO, 'test:slow'],
  faults: script('apps/server', 'test:faults'),
  storefront: script('apps/storefront', 'test'),
  sdk: script('tools/sdk-checks', 'test'),
  generators: script('tools/generators', 'test'),
  package: script('tools/release', 'package'),
};

const args = process.argv.slice(2);
const name = args[0] === undefined || args[0].startsWith('-') ? undefined : args.shift();
const suite = name === undefined ? [...TURBO, 'test'] : Object.hasOwn(SUITES, name) && SUITES[name];
if (!suite) {
  process.stderr.write(`usage: npm test -- ${Object.keys(SUITES).join(' | ')} [ARGUMENT...]\n`);
  process.exitCode = 2;
} else {
  if (suite[1] !== TURBO[1]) run(...TURBO, 'build');
  if (!process.exitCode) run(...suite, ...args);
}
