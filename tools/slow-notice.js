// Notice on stderr of what a command does, if it says nothing for two seconds. The scripts of the repository preload it.
import { basename } from 'node:path';

const WORK = {
  lint: 'checking the contract',
  diff: 'comparing the contract with its base',
  preview: 'writing the reference page',
  mock: 'reading the contract and starting the mock',
};

const words = process.argv.map((argument) => basename(argument, '.ts'));
const command = words.find((word) => Object.hasOwn(WORK, word));
const timer = setTimeout(() => {
  const { stdout, stderr } = process;
  if (command !== undefined && !stdout.bytesWritten && !stderr.bytesWritten)
    stderr.write(`${command}: ${WORK[command]} …\n`);
}, 2_000);
timer.unref();
