// Runs a program of a root script to its end, with the script's own input and output. Its exit code becomes the script's.
import { spawnSync } from 'node:child_process';

export function run(command, ...args) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (error) process.stderr.write(`${command}: ${error.message}\n`);
  process.exitCode = status ?? 1;
}
