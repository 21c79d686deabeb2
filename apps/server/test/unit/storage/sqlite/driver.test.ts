// SQLite's driver on each supported Node: better-sqlite3 12 compiled with the headers of Node 24.19 or later aborts the process.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

const DRIVER = createRequire(__filename).resolve('better-sqlite3');
const STATEMENTS = 200_000;

/** V8 enters no context while its builtins allocate, and collects garbage there. */
const SCRIPT = `
  const database = new (require(${JSON.stringify(DRIVER)}))(':memory:');
  async function prepareOne() {
    database.prepare('SELECT 1').get();
    await null;
    return [[1], [2]].map((item) => [item]);
  }
  (async () => {
    for (let done = 0; done < ${STATEMENTS}; done += 1) await prepareOne();
    console.log('finished');
  })();
`;

test('when statements are garbage-collected while no context is entered, then the process goes on', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', SCRIPT]);
  expect(stdout).toBe('finished\n');
});
