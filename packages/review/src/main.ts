// The reviewers' program: `npm run spec -- COMMAND [ARGUMENT...]`. Each command is a module that reads the rest of the arguments when
// it is loaded.
const COMMANDS = ['lint', 'bundle', 'diff', 'set-version', 'preview'];

const [name = ''] = process.argv.splice(2, 1);
if (COMMANDS.includes(name)) await import(`./${name}.js`);
else {
  console.error(`usage: npm run spec -- ${COMMANDS.join(' | ')} [ARGUMENT...]`);
  process.exitCode = 2;
}

export {};
