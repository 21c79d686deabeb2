// Examples of the README and its pages: all TypeScript blocks, run in order as one program, with the mock as the service.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import * as sdk from '../src/index.js';
import * as openapiFetch from '../src/openapi-fetch.js';
import * as schemas from '../src/schemas.js';
import * as testing from '../src/testing.js';

const originalFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = originalFetch;
});

const PACKAGE = join(__dirname, '..');
const PAGES = readdirSync(join(PACKAGE, 'docs')).map((name) => `docs/${name}`);
const read = (path: string) => readFileSync(join(PACKAGE, path), 'utf8');

/** A section is a scope, in which it may have a variable of the same name as another one. */
function readProgram(): string {
  const [firstCall = '', ...others] = ['README.md', ...PAGES]
    .map(read)
    .join('\n## ')
    .split(/^## /m)
    .map((section) => Array.from(section.matchAll(/```ts\n([\s\S]*?)```/g), ([, code]) => code))
    .filter((blocks) => blocks.length > 0)
    .map((blocks) => blocks.join('\n').replace(/^import .* from '@animal-store\/sdk.*';$/gm, ''));
  expect(others.length).toBeGreaterThan(7);
  return `${firstCall}\n${others.map((section) => `{\n${section}\n}`).join('\n')}`;
}

test('when the README’s examples run as one program, then they print what they document', async () => {
  const pets = [{ name: 'Hambone', categoryId: 1, status: 'available' as const }];
  const mock = testing.createMockFetch({ pets });
  globalThis.fetch = mock;
  const mocks = [mock]; // with those that the examples make
  const createMockFetch: typeof testing.createMockFetch = (options) => {
    mocks.push(testing.createMockFetch(options));
    return mocks.at(-1) ?? mock;
  };
  const { code } = transformSync(`export async function run() {\n${readProgram()}\n}`, {
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
  });
  const printed: unknown[][] = [];
  const console = { log: (...values: unknown[]) => printed.push(values) };
  const exports: { run?: () => Promise<void> } = {};
  const own = { exports, console, apiKey: 'as_live_x', createMockFetch };
  const names = { ...sdk, ...openapiFetch, ...schemas, ...testing, ...own };
  new Function(...Object.keys(names), code)(...Object.values(names));
  await exports.run?.();
  const texts = printed.map((values) => values.join(' '));
  for (const text of ['Hambone 1', 'body /name min_length', 'Rex 3', 'bigint', 'openapi-fetch: 1'])
    expect(texts).toContain(text);
  const sent = mocks.flatMap(({ requests }) => requests.map(({ headers }) => headers));
  expect(sent).toContainEqual(expect.objectContaining({ 'idempotency-key': 'checkout-42' }));
  expect(sent).toContainEqual(expect.objectContaining({ 'x-request-id': 'checkout-42' }));
});

test('when the README is read, then it has at most 1,500 words, and names every page', () => {
  expect(read('README.md').split(/\s+/).length).toBeLessThanOrEqual(1_500);
  expect(PAGES.filter((page) => !read('README.md').includes(`(${page})`))).toEqual([]);
});
