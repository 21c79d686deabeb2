// tools/floating-promises.mjs, on the handlers in the folder `forgotten-awaits`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

test('when a handler does not await a call of its store, then the check names the line, and no other', () => {
  const args = ['../../tools/floating-promises.mjs', 'test/forgotten-awaits'];
  const cwd = join(__dirname, '..');
  const { stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  const places = stderr.matchAll(/^(.*)\((\d+),\d+\): error: This promise is not awaited\.$/gm);
  const found = Array.from(places, ([, file, line]) => `${file}:${line}`);
  expect(found).toEqual(
    [6, 7, 8, 10, 12, 15].map((line) => `test/forgotten-awaits/handlers.ts:${line}`),
  );
});
