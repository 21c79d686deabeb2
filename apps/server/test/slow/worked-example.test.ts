// CONTRIBUTING.md's worked example, followed to the letter on a copy of the tree: one block in openapi.yaml, one handler
// file, one row; then the operation is served as all others are, and the SDK has it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { quotaOf } from '../support/contract-values.js';
import { type CopiedServer, copyWorkspace, type WorkspaceCopy } from '../support/copy-workspace.js';
import { REPOSITORY } from '../support/spawn-cli.js';

const OPERATIONS = 'apps/server/src/operations';

const guide = readFileSync(join(REPOSITORY, 'CONTRIBUTING.md'), 'utf8');
const [block = '', handler = '', row = ''] = Array.from(
  guide.matchAll(/```(?:yaml|ts)\n([\s\S]*?)```/g),
  ([, code = '']) => code,
);
const [importLine = '', , listLine = ''] = row.split('\n');

let tree: WorkspaceCopy;
let server: CopiedServer;
beforeAll(async () => {
  tree = await copyWorkspace({
    edits: {
      'openapi.yaml': [['\ncomponents:\n', `${block}\ncomponents:\n`]],
      [`${OPERATIONS}/index.ts`]: [
        [
          "import { createPet } from './create-pet.js';",
          `import { createPet } from './create-pet.js';\n${importLine}`,
        ],
        [
          'export const handlers = { listPets, createPet, getPet, listOrders } satisfies Handlers;',
          listLine,
        ],
      ],
    },
  });
  await tree.write(`${OPERATIONS}/get-account.ts`, handler);
  for (const place of ['packages/contract', 'packages/sdk']) {
    await tree.script(place, 'generate');
    await tree.script(place, 'build');
  }
  await tree.script('apps/server', 'build');
  server = await tree.start();
});
afterAll(() => tree?.remove());

test('it keeps the rules of the house', async () => {
  const { output, exitCode } = await tree.run('packages/review', 'tsx', 'src/lint.ts');
  expect(output).toBe('The contract has no problems.\n');
  expect(exitCode).toBe(0);
});

test('the new operation answers a caller, as the contract says', async () => {
  const reply = await server.call('/account', server.key);
  expect(reply.status).toBe(200);
  expect(await reply.json()).toEqual({ keyId: expect.stringMatching(/^key_/), plan: 'business' });
});

test('it is authenticated, counted and validated', async () => {
  const stranger = await fetch(`${server.url}/account`);
  expect(stranger.status).toBe(401);
  const [first, second] = [
    await server.call('/account', server.key),
    await server.call('/account?x=1', server.key),
  ];
  expect(Number(first.headers.get('x-ratelimit-limit'))).toBe(quotaOf('business').perMinute);
  expect(second.status).toBe(400);
  expect(await second.json()).toMatchObject({ details: [{ in: 'query', path: '/x' }] });
});

test('it is documented', async () => {
  const { origin } = new URL(server.url);
  const document: unknown = await (await fetch(`${origin}/openapi.json`)).json();
  expect(document).toMatchObject({ paths: { '/account': { get: { operationId: 'getAccount' } } } });
});

test('the SDK has it, typed', async () => {
  await tree.write(
    'apps/server/probe/use.mts',
    `import { AnimalStore } from '@animal-store/sdk';
const store = new AnimalStore({ baseUrl: process.argv[2] ?? '', apiKey: process.argv[3] ?? '' });
const account: { keyId: string; plan: string } = await store.getAccount();
// @ts-expect-error the contract has no such field
account.owner;
console.log(account.plan);
`,
  );
  await tree.write(
    'apps/server/probe/tsconfig.json',
    '{ "extends": "../../../tsconfig.base.json", "compilerOptions": { "outDir": "out" } }',
  );
  expect(await tree.run('apps/server/probe', 'tsc')).toEqual({ output: '', exitCode: 0 });
  const { output } = await tree.run(
    'apps/server/probe',
    'tsx',
    'out/use.mjs',
    server.url,
    server.key,
  );
  expect(output).toBe('business\n');
});
