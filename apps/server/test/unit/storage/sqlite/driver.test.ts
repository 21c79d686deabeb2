// Garbage collection in better-sqlite3. Version 12 aborts the process if compiled with the headers of Node 24.19 or
// later.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

const DRIVER = createRequire(__filename).resolve('better-sqlite3');
const STATEMENTS = 200_000;

/** V8 has no current context while its builtins allocate and collect garbage. */
const SCRIPT = `
  const database = new (require(${JSON.stringify(DRIVER)}))(':memory:');
  async function prepareOne() {
    database.prepare('SELECT 1').get();
    await null;
    return [[1], [2]].map((item) => [item]);
  }
  (async () => {
    for (let prepared = 0; prepared < ${STATEMENTS}; prepared += 1) await prepareOne();
    console.log('finished');
  })();
`;

test('when statements are collected without a current context, then the process continues', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', SCRIPT]);
  expect(stdout).toBe('finished\n');
});
