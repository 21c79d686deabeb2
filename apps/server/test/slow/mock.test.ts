// `npm run mock` on a copy of the workspace: every operation from its examples, validated, without a database.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { document, METHODS, type Operation, resolve } from '@animal-store/contract';
import { generateApiKey } from '../../src/keys/api-key.js';
import { pageSizesOf, TOO_LARGE_BYTES } from '../support/contract-values.js';
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

describe('requests are refused as the service refuses them', () => {
  const post = (body: string, headers: Record<string, string> = JSON_HEADERS) =>
    mock.call('/pets', { method: 'POST', headers, body });

  test('no key, and a key with a wrong checksum: 401', async () => {
    const key = generateApiKey();
    const mistyped = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    expect((await mock.call('/pets', { key: null })).status).toBe(401);
    expect((await mock.call('/pets', { key: mistyped })).status).toBe(401);
  });

  test('an invalid query and an invalid body: 400 with details', async () => {
    const { maxLimit } = pageSizesOf('listPets');
    const query = await mock.call(`/pets?limit=${maxLimit + 1}`);
    expect(query.status).toBe(400);
    expect(await query.json()).toMatchObject({ details: [{ in: 'query', path: '/limit' }] });
    const body = await post('{}');
    expect(body.status).toBe(400);
    expect(body.headers.get('x-example')).toBeNull();
    expect(await body.json()).toMatchObject({ details: [{ in: 'body', code: 'required' }, {}] });
  });

  test('404, 405, 413, 415', async () => {
    expect((await mock.call('/nowhere')).status).toBe(404);
    expect((await mock.call('/pets', { method: 'DELETE' })).status).toBe(405);
    expect((await post('x'.repeat(TOO_LARGE_BYTES))).status).toBe(413);
    expect((await post('{}', { 'Content-Type': 'text/plain' })).status).toBe(415);
  });
});

describe('Prefer chooses the response', () => {
  const prefer = (value: string) => mock.call('/pets/1', { headers: { Prefer: value } });

  test('by its status', async () => {
    const reply = await prefer('code=404');
    expect(reply.status).toBe(404);
    expect(reply.headers.get('x-example')).toBe('true');
    expect(await reply.json()).toMatchObject({ code: 'not_found' });
  });

  test('by the name of an example, with the headers that it requires', async () => {
    const reply = await prefer('code=429, example="keyBanned"');
    expect(reply.status).toBe(429);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await reply.json()).toMatchObject({ code: 'key_banned' });
  });

  test('when the contract has no such response, then the 400 lists those that it has', async () => {
    const reply = await prefer('code=418');
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({
      details: [
        { in: 'header', path: '/Prefer', message: expect.stringMatching(/200.*404.*keyBanned/) },
      ],
    });
  });

  test('other preferences are ignored', async () => {
    expect((await prefer('return=minimal; code=404, respond-async')).status).toBe(404);
    expect((await prefer('return=minimal')).status).toBe(200);
  });
});

test('an edit of an example is served', async () => {
  const undo = await tree.edit({
    'openapi.yaml': [['{ id: 2, name: Emily', '{ id: 2, name: Edited']],
  });
  await mock.until('/pets', ({ text }) => text.includes('Edited'));
  await undo();
});

test('no database is written', () => {
  expect(existsSync(join(tree.folder, 'data'))).toBe(false);
});
