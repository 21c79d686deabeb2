// jsdom, in which test suites of web apps run: a window in Node.js is no browser for the client. Jest's has neither `fetch`
// nor what belongs to it.
import './dom.ts';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { AnimalStore } from '@animal-store/sdk';
import { createMockFetch } from '@animal-store/sdk/testing';
import { transformSync } from 'esbuild';
import { projectFolder, sdkFolder } from '../project.ts';

const JEST = fileURLToPath(new URL('../../../../node_modules/jest/bin/jest.js', import.meta.url));
const testEnvironment = fileURLToPath(import.meta.resolve('jest-environment-jsdom'));

/** A block of README as a test: what it prints must be what its last comment says. */
function toJestTest(block: string): string {
  const imports = block.match(/^import .*;$/gm)?.join('\n');
  const printed = /console\.log\(.*\); \/\/ (.*)$/m.exec(block)?.[1];
  const code = `${imports}
    test(${JSON.stringify(printed)}, async () => {
      const log = jest.spyOn(console, 'log').mockReturnValue();
      ${block.replace(/^import .*;$/gm, '')}
      expect(log.mock.calls.join().replaceAll(',', ' ')).toBe(${JSON.stringify(printed)});
    });`;
  return transformSync(code, { loader: 'ts', format: 'cjs' }).code;
}

test('when README’s samples with the mock run in jest-environment-jsdom, then they print what they say', () => {
  const readme = readFileSync(join(sdkFolder(), 'README.md'), 'utf8');
  const blocks = Array.from(readme.matchAll(/```ts\n(.*?)```/gs), ([, code = '']) => code);
  const samples = blocks.filter((code) => code.includes('createMockFetch'));
  assert.equal(samples.length, 2);
  for (const [index, code] of samples.entries())
    writeFileSync(join(projectFolder(), `sample-${index}.test.js`), toJestTest(code));
  const config = JSON.stringify({ rootDir: projectFolder(), testEnvironment, transform: {} });
  const args = [JEST, '--config', config, '--runInBand'];
  const { stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.match(stderr, /Tests: +2 passed, 2 total/);
});

test('when a secret key is used beside a window, then it is taken, and the window’s AbortSignal ends a call', async () => {
  const mock = createMockFetch();
  mock.failNext({ delayMs: 60_000 });
  const controller = new window.AbortController();
  const store = new AnimalStore({ environment: 'staging', apiKey: 'as_live_test', fetch: mock });
  const call = store.listPets({}, { signal: controller.signal });
  controller.abort();
  await assert.rejects(call.then(), { name: 'AbortError' });
});
