// The example in CONTRIBUTING.md, applied to a copy of the workspace: an operation, its handler and its registration.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { quotaOf } from '../support/contract-values.js';
import { type CopiedServer, copyWorkspace, type WorkspaceCopy } from '../support/copy-workspace.js';
import { REPOSITORY } from '../support/spawn-cli.js';

const OPERATIONS = 'apps/server/src/operations';

const contributing = readFileSync(join(REPOSITORY, 'CONTRIBUTING.md'), 'utf8');
const [block = '', handler = '', row = ''] = Array.from(
  contributing.matchAll(/```(?:yaml|ts)\n([\s\S]*?)```/g),
  ([, code = '']) => code,
);
const [importLine = ''] = row.split('\n');
const [, operationId] = /(\w+) \} satisfies Handlers;/.exec(row) ?? [];

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
        [' } satisfies Handlers;', `, ${operationId} } satisfies Handlers;`],
      ],
    },
  });
  await tree.write(`${OPERATIONS}/get-account.ts`, handler);
  for (const folder of ['packages/contract', 'packages/sdk']) {
    await tree.script(folder, 'generate');
    await tree.script(folder, 'build');
  }
  await tree.script('apps/server', 'build');
  server = await tree.start();
});
afterAll(() => tree?.remove());

test('the contract passes the linter', async () => {
  const { output, exitCode } = await tree.run('packages/review', 'tsx', 'src/lint.ts');
  expect(output).toBe('The contract has no problems.\n');
  expect(exitCode).toBe(0);
});

test('the new operation returns what the contract declares', async () => {
  const reply = await server.call('/account', server.key);
  expect(reply.status).toBe(200);
  expect(await reply.json()).toEqual({ keyId: expect.stringMatching(/^key_/), plan: 'business' });
});

test('it requires a key, counts and validates', async () => {
  const anonymous = await fetch(`${server.url}/account`);
  expect(anonymous.status).toBe(401);
  const [first, second] = [
    await server.call('/account', server.key),
    await server.call('/account?x=1', server.key),
  ];
  expect(Number(first.headers.get('x-ratelimit-limit'))).toBe(quotaOf('business').perMinute);
  expect(second.status).toBe(400);
  expect(await second.json()).toMatchObject({ details: [{ in: 'query', path: '/x' }] });
});

test('it is in /openapi.json', async () => {
  const { origin } = new URL(server.url);
  const document: unknown = await (await fetch(`${origin}/openapi.json`)).json();
  expect(document).toMatchObject({ paths: { '/account': { get: { operationId: 'getAccount' } } } });
});

test('the SDK has a typed method for it', async () => {
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
