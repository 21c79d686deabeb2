// README examples: all TypeScript blocks, run in order as one program, with the mock as the service.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import * as sdk from '../src/index.js';
import * as schemas from '../src/schemas.js';
import * as testing from '../src/testing.js';

const originalFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = originalFetch;
});

/** A section is a scope, in which it may have a variable of the same name as another one. */
function readProgram(): string {
  const readme = readFileSync(join(__dirname, '..', 'README.md'), 'utf8');
  const [firstCall = '', ...others] = readme
    .split(/^## /m)
    .map((section) => Array.from(section.matchAll(/```ts\n([\s\S]*?)```/g), ([, code]) => code))
    .filter((blocks) => blocks.length > 0)
    .map((blocks) => blocks.join('\n').replace(/^import .* from '@animal-store\/sdk.*';$/gm, ''));
  expect(others.length).toBeGreaterThan(6);
  return `${firstCall}\n${others.map((section) => `{\n${section}\n}`).join('\n')}`;
}

test('when the README’s examples run as one program, then they print what they document', async () => {
  const pets = [{ name: 'Hambone', categoryId: 1, status: 'available' as const }];
  const mock = testing.createMockFetch({ pets });
  globalThis.fetch = mock;
  const { code } = transformSync(`export async function run() {\n${readProgram()}\n}`, {
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
  });
  const printed: unknown[][] = [];
  const console = { log: (...values: unknown[]) => printed.push(values) };
  const exports: { run?: () => Promise<void> } = {};
  const names = { exports, console, apiKey: 'as_live_x', ...sdk, ...schemas, ...testing };
  new Function(...Object.keys(names), code)(...Object.values(names));
  await exports.run?.();
  expect(printed).toContainEqual([1, 'Hambone']);
  expect(printed).toContainEqual(['body', '/name', 'min_length']);
  expect(printed).toContainEqual(['Rex', 3]);
  expect(printed).toContainEqual(['bigint']);
  const sent = mock.requests.map(({ headers }) => headers['idempotency-key']);
  expect(sent).toContain('checkout-42');
  expect(mock.requests.at(-1)?.headers['x-request-id']).toBe('checkout-42');
});
