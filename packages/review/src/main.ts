// The reviewers' program: `npm run spec -- COMMAND [ARGUMENT...]`. Each command is a module that reads the rest of the arguments when
// it is loaded.
const COMMANDS: Record<string, () => Promise<unknown>> = {
  lint: () => import('./lint.js'),
  bundle: () => import('./bundle.js'),
  diff: () => import('./diff.js'),
  impact: () => import('./impact.js'),
  changes: () => import('./changes.js'),
  'set-version': () => import('./set-version.js'),
};

const [name = ''] = process.argv.splice(2, 1);
const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (load === undefined) {
  const names = [...Object.keys(COMMANDS), 'preview']; // tools/spec.mjs runs the preview
  console.error(`usage: npm run spec -- ${names.join(' | ')} [ARGUMENT...]`);
  process.exitCode = 2;
} else await load();
