// Contract that has grown: the SDK is generated and built from a fixture, type-checked, and called.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import {
  json,
  type Responder,
  type ScriptedServer,
  startScriptedServer,
} from '../support/scripted-server.js';

const REPOSITORY = join(__dirname, '../../../..');
const FIXTURE = join(__dirname, 'growth');
const BUILT = /\/(?:dist|generated|node_modules|test|\.turbo)$/;

type AnyMethod = (params?: object) => Promise<unknown>;

let tree: string;
let server: ScriptedServer;
let store: Record<string, AnyMethod>;

function run(folder: string, script: string, ...args: string[]): void {
  const command = [join(REPOSITORY, 'node_modules', script), ...args];
  const options = { cwd: join(tree, folder), encoding: 'utf8', stdio: 'pipe' } as const;
  try {
    execFileSync(process.execPath, command, options);
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${script} ${args.join(' ')} in ${folder}:\n${stdout}${stderr}`);
  }
}

/** Both objects' properties, in depth. */
function merge(base: object, extra: object): object {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(extra)) {
    const current = merged[key];
    const isNested = typeof current === 'object' && current !== null;
    merged[key] = isNested ? merge(current, value) : value;
  }
  return merged;
}

function readYaml(file: string): object {
  return parse(readFileSync(file, 'utf8'));
}

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'animal-store-growth-'));
  const contract = merge(
    readYaml(join(REPOSITORY, 'openapi.yaml')),
    readYaml(join(FIXTURE, 'growth.yaml')),
  );
  writeFileSync(join(tree, 'openapi.yaml'), stringify(contract));
  cpSync(join(REPOSITORY, 'tsconfig.base.json'), join(tree, 'tsconfig.base.json'));
  symlinkSync(join(REPOSITORY, 'node_modules'), join(tree, 'node_modules'));
  mkdirSync(join(tree, 'packages/node_modules/@animal-store'), { recursive: true });
  for (const name of ['contract', 'sdk']) {
    const folder = join(tree, 'packages', name);
    cpSync(join(REPOSITORY, 'packages', name), folder, {
      recursive: true,
      filter: (source) => !BUILT.test(source),
    });
    symlinkSync(folder, join(tree, 'packages/node_modules/@animal-store', name));
  }
  cpSync(join(FIXTURE, 'growth.types.ts'), join(tree, 'packages/sdk/test/growth.types.ts'));
  run(
    'packages/contract',
    'tsx/dist/cli.mjs',
    'generator/main.ts',
    '../../openapi.yaml',
    'generated',
  );
  run('packages/contract', 'typescript/bin/tsc', '-p', 'tsconfig.build.json');
  run('packages/sdk', 'tsx/dist/cli.mjs', 'generator/main.ts');
  run('packages/sdk', 'tsup/dist/cli-default.js');
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

test('when a project uses the built SDK, then its types are those of the contract', () => {
  run('packages/sdk', 'typescript/bin/tsc', '--noEmit');
});

async function connect(...script: [Responder, ...Responder[]]): Promise<void> {
  server = await startScriptedServer(...script);
  const { AnimalStore } = createRequire(__filename)(join(tree, 'packages/sdk/dist/index.cjs'));
  store = new AnimalStore({ baseUrl: server.baseUrl, apiKey: 'as_live_test' });
}
afterEach(() => server?.close());

const noContent: Responder = (res) => res.writeHead(204).end();

test.each<[string, object | undefined, string, string]>([
  [
    'listThings',
    {
      ids: [1, 2n ** 60n],
      tags: ['a,b', 'c'],
      isNew: false,
      ratio: 0.5,
      level: 2,
      owner: null,
      'X-Tenant': 'x',
    },
    'GET /v1/growth/things?ids=1&ids=1152921504606846976&tags=a%2Cb,c&isNew=false&ratio=0.5&level=2&owner=',
    '',
  ],
  [
    'createThing',
    { name: 'a', owner: null, ids: [2n ** 60n] },
    'POST /v1/growth/things',
    '{"name":"a","owner":null,"ids":[1152921504606846976]}',
  ],
  [
    'renameThing',
    { path: { id: 1 }, query: { notify: true }, body: { id: 2 } },
    'PUT /v1/growth/things/1?notify=true',
    '{"id":2}',
  ],
  ['patchThing', { id: 1, note: null }, 'PATCH /v1/growth/things/1', '{"note":null}'],
  [
    'replaceThing',
    { id: 1, name: 'a', password: 'b' },
    'POST /v1/growth/things/1',
    '{"name":"a","password":"b"}',
  ],
  [
    'putAnimal',
    { id: 1, kind: 'cat', lives: 9 },
    'PUT /v1/growth/animals/1',
    '{"kind":"cat","lives":9}',
  ],
  ['setTags', { path: { id: 1 }, body: ['a'] }, 'PUT /v1/growth/things/1/tags', '["a"]'],
  ['setNote', { body: null }, 'PUT /v1/growth/note', 'null'],
  ['setPrices', { body: { a: 2n ** 60n } }, 'PUT /v1/growth/prices', '{"a":1152921504606846976}'],
  ['ping', undefined, 'POST /v1/growth/pings', ''],
  ['ping', { text: 'a' }, 'POST /v1/growth/pings', '{"text":"a"}'],
])(
  'when %s is called with %p, then the request is the contract’s',
  async (id, params, request, body) => {
    await connect(json(200, []));
    await store[id]?.(params).catch(() => {});
    const [received] = server.received;
    expect(`${received?.method} ${received?.url}`).toBe(request);
    expect(received?.body).toBe(body);
  },
);

test('when a media type ends in +json, then the request names it, and the response is parsed', async () => {
  await connect(json(200, { id: 1 }, { 'Content-Type': 'application/vnd.thing+json' }));
  await expect(store.patchThing?.({ id: 1, note: null })).resolves.toEqual({ id: 1 });
  expect(server.received[0]?.headers).toMatchObject({
    accept: 'application/vnd.thing+json, application/json',
    'content-type': 'application/merge-patch+json',
  });
});

test('when a response has no body, then the call resolves to undefined', async () => {
  await connect(noContent);
  await expect(store.deleteThing?.({ id: 1 })).resolves.toBeUndefined();
  expect(server.received[0]).toMatchObject({ method: 'DELETE', url: '/v1/growth/things/1' });
});
