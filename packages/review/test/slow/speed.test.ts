// Times of the commands. The budgets are those of an idle machine with two cores. They grow with the time that a command
// needs which only prints its usage, so that a busy or slow machine fails none, and are tripled for what that misses.
import { readFile } from 'node:fs/promises';
import { FIXTURE } from '../support/edit-contract.js';
import { withOperations } from '../support/large-contract.js';
import { copyRepository, type RepositoryCopy } from '../support/repository-copy.js';

const TOLERANCE = 3;
/** Of a command that prints its usage, on an idle machine. */
const IDLE_START_SECONDS = 0.8;

let copy: RepositoryCopy;
beforeAll(async () => {
  copy = await copyRepository();
});
afterEach(() => copy.reset());
afterAll(() => copy.remove());

const smallerBodies = (text: string) =>
  text.replace(/^x-max-body-bytes: \d+$/m, 'x-max-body-bytes: 4096');

/** Prints the time of a command, and checks it. @returns the exit code. */
async function timed(
  command: 'lint' | 'diff' | 'impact',
  contract: string,
  budgetSeconds: number,
): Promise<number> {
  const start = await secondsOf(() => copy.run(command, '--help'));
  let exitCode = 2;
  const seconds = await secondsOf(async () => {
    ({ exitCode } = await copy.run(command));
  });
  process.stdout.write(
    `spec:${command}, ${contract}: ${seconds.toFixed(1)} s, usage ${start.toFixed(1)} s\n`,
  );
  const slowness = Math.max(1, start / IDLE_START_SECONDS);
  expect(seconds).toBeLessThan(budgetSeconds * slowness * TOLERANCE);
  return exitCode;
}

async function secondsOf(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return (performance.now() - start) / 1000;
}

test('when the contract is edited, then each command ends within its budget', async () => {
  await copy.edit(smallerBodies);
  expect(await timed('lint', 'openapi.yaml', 2)).toBe(0);
  expect(await timed('diff', 'openapi.yaml', 2)).toBe(1);
  expect(await timed('impact', 'openapi.yaml', 4)).toBe(0);
});

test('when the contract has 200 operations, then lint and diff end within five seconds', async () => {
  await copy.write('openapi.yaml', withOperations(await readFile(FIXTURE, 'utf8'), 200));
  await copy.commit();
  await copy.edit(smallerBodies);
  expect(await timed('lint', '200 operations', 5)).toBe(0);
  expect(await timed('diff', '200 operations', 5)).toBe(1);
});
