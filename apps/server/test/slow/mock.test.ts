// `npm run mock` on a copy of the workspace: every operation from its examples, validated, without a database.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@animal-store/contract/conformance';
import { document } from '@animal-store/contract/document';
import { METHODS } from '@animal-store/core';
import { type Operation, resolve } from '@animal-store/spec/document';
import { generateApiKey } from '../support/api-keys.js';
import { copyWorkspace, type WorkspaceCopy } from '../support/copy-workspace.js';
import { type DevProcess, startDev } from '../support/dev-process.js';

const JSON_HEADERS = { 'Content-Type': 'application/json' };

let tree: WorkspaceCopy;
let mock: DevProcess;
beforeAll(async () => {
  tree = await copyWorkspace();
  mock = await startDev('mock', tree.folder);
});
afterAll(async () => {
  await mock?.stop('SIGKILL');
  await tree?.remove();
});

interface MediaTypes {
  content?: {
    'application/json'?: { example?: unknown; examples?: Record<string, { value: unknown }> };
  };
}

function exampleOf({ content }: MediaTypes): unknown {
  const { example, examples = {} } = content?.['application/json'] ?? {};
  return Object.values(examples)[0]?.value ?? example;
}

/** The first success status of an operation, and its example. */
function successOf({ responses }: Operation): [status: number, body: unknown] {
  const [status = ''] = Object.keys(responses).filter((name) => name.startsWith('2'));
  return [Number(status), exampleOf(resolve(responses[status] as MediaTypes, document))];
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method];
    return operation === undefined
      ? []
      : [{ name: operation.operationId, method, path, operation }];
  }),
);

test.each(operations)('$name answers with its example', async ({ method, path, operation }) => {
  const body = operation.requestBody as MediaTypes | undefined;
  const reply = await mock.call(path.replaceAll(/\{[^}]+\}/g, '1'), {
    method: method.toUpperCase(),
    key: generateApiKey(),
    ...(body && { headers: JSON_HEADERS, body: JSON.stringify(exampleOf(body)) }),
  });
  const [status, example] = successOf(operation);
  expect(reply.status).toBe(status);
  expect(reply.headers.get('x-example')).toBe('true');
  expect(Number(reply.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
  expect(reply.headers.get('link') ?? '').not.toContain('rel="next"');
  if (example !== undefined) expect(await reply.json()).toEqual(example);
});

test('when the service would refuse a request, then the mock refuses it', async () => {
  const key = generateApiKey();
  const mistyped = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
  expect((await mock.call('/pets', { key: null })).status).toBe(401);
  expect((await mock.call('/pets', { key: mistyped })).status).toBe(401);
  const reply = await mock.call(`/pets?limit=${limits.MAX_LIMIT + 1}`);
  expect([reply.status, reply.headers.get('x-example')]).toEqual([400, null]);
  expect(await reply.json()).toMatchObject({ details: [{ in: 'query', path: '/limit' }] });
  expect((await mock.call('/nowhere')).status).toBe(404);
});

test('when Prefer names a status or an example, then the mock answers with it', async () => {
  for (const [preference, status, example, body] of [
    ['code=404', 404, 'true', { code: 'not_found' }],
    ['return=minimal; code=404, respond-async', 404, 'true', { code: 'not_found' }],
    ['return=minimal', 200, 'true', {}],
    ['code=429, example="keyBanned"', 429, 'true', { code: 'key_banned' }],
    [
      'code=418', // the contract has none
      400,
      null,
      {
        details: [
          { in: 'header', path: '/Prefer', message: expect.stringMatching(/200.*404.*keyBanned/) },
        ],
      },
    ],
  ] as const) {
    const reply = await mock.call('/pets/1', { headers: { Prefer: preference } });
    expect([reply.status, reply.headers.get('x-example')]).toEqual([status, example]);
    expect(await reply.json()).toMatchObject(body);
    if (status === 429) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  }
});

test('when an example is edited, then it is served; and no database is written', async () => {
  const undo = await tree.edit({
    'openapi.yaml': [['{ id: 2, name: Emily', '{ id: 2, name: Edited']],
  });
  await mock.until('/pets', ({ text }) => text.includes('Edited'));
  await undo();
  expect(existsSync(join(tree.folder, 'data/dev.db'))).toBe(false);
});
