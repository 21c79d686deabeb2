// README examples: all TypeScript blocks, run in order as one program against a scripted server.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import * as sdk from '../src/index.js';
import { REX } from './support/connect.js';
import { json, type ScriptedServer, startScriptedServer } from './support/scripted-server.js';

let server: ScriptedServer;
afterEach(() => server.close());

test('when the README’s examples run as one program, then they print what they document', async () => {
  server = await startScriptedServer((res, req) => {
    const isCreation = req.method === 'POST';
    const hasEmptyName = server.received.at(-1)?.body.includes('"name":""');
    const details = [{ in: 'body', path: '/name', code: 'min_length', message: 'is too short' }];
    const invalid = { code: 'invalid_request', message: 'x', status: 400, details };
    if (hasEmptyName) json(400, invalid)(res, req);
    else json(isCreation ? 201 : 200, isCreation ? REX : [REX])(res, req);
  });
  const readme = readFileSync(join(__dirname, '..', 'README.md'), 'utf8');
  const blocks = Array.from(readme.matchAll(/```ts\n([\s\S]*?)```/g), ([, code = '']) => code);
  expect(blocks.length).toBeGreaterThan(5);
  const program = blocks.join('\n').replace(/^import .* from '@animal-store\/sdk';$/gm, '');
  const { code } = transformSync(`export async function run() {\n${program}\n}`, {
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
  });
  const printed: unknown[][] = [];
  const console = { log: (...values: unknown[]) => printed.push(values) };
  const exports: { run?: () => Promise<void> } = {};
  const names = ['exports', 'console', 'baseUrl', 'apiKey', ...Object.keys(sdk)];
  new Function(...names, code)(
    exports,
    console,
    server.baseUrl,
    'as_live_x',
    ...Object.values(sdk),
  );
  await exports.run?.();
  expect(printed).toContainEqual([1, 'Rex']);
  expect(printed).toContainEqual(['body', '/name', 'min_length']);
  expect(server.received.at(-1)?.headers['x-request-id']).toBe('checkout-42');
});
