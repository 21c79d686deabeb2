// Edits of openapi.yaml alone change what a built server does, and what compiles.
import { pageSizes } from '../support/contract-values.js';
import { copyWorkspace, type WorkspaceCopy } from '../support/copy-workspace.js';

const CONTRACT = 'packages/contract';
const SERVER = 'apps/server';
const PROBE = 'apps/server/probe';

const MAX_LIMIT = pageSizes.maxLimit - 1;
const PER_MINUTE = 5;
const STATUS = 'test-status';

let tree: WorkspaceCopy;
beforeAll(async () => {
  tree = await copyWorkspace();
  // each value differs from that of the contract
  await tree.editContract((contract) => {
    contract.setIn(['components', 'parameters', 'Limit', 'schema', 'maximum'], MAX_LIMIT);
    contract.setIn(['x-rate-limit-plans', 'free', 'perMinute'], PER_MINUTE);
    contract.addIn(['components', 'schemas', 'PetStatus', 'enum'], STATUS);
  });
  await buildContract();
});
afterAll(() => tree?.remove());

async function buildContract(): Promise<void> {
  await tree.script(CONTRACT, 'generate');
  await tree.script(CONTRACT, 'build');
}

/** The files with compile errors, and the output. */
async function compile(): Promise<{ files: string[]; output: string }> {
  const args = ['tsc', '-p', 'tsconfig.build.json', '--noEmit'] as const;
  const { output } = await tree.run(SERVER, ...args);
  const found = output.matchAll(/^(\S+)\(\d+,\d+\): error/gm);
  return { files: [...new Set(Array.from(found, ([, file = '']) => file))], output };
}

test('when limits, quotas and statuses are edited, then the built server follows', async () => {
  await tree.script('packages/sdk', 'generate');
  for (const folder of ['packages/sdk', 'packages/reference', SERVER])
    await tree.script(folder, 'build');
  const server = await tree.start();
  const call = async (path: string, init?: RequestInit) => {
    const reply = await server.call(path, server.key, init);
    return { status: reply.status, body: await reply.json() };
  };
  for (const path of ['/pets', '/store/orders']) {
    expect((await call(`${path}?limit=${MAX_LIMIT}`)).status).toBe(200);
    expect(await call(`${path}?limit=${MAX_LIMIT + 1}`)).toMatchObject({
      status: 400,
      body: { details: [{ path: '/limit', message: `must be at most ${MAX_LIMIT}` }] },
    });
  }
  const anonymous = await fetch(`${server.url}/pets`);
  expect(anonymous.headers.get('x-ratelimit-limit')).toBe(`${PER_MINUTE}`);

  const add = (status: string) =>
    call('/pets', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Hambone', categoryId: 1, status }),
    });
  const added = await add(STATUS);
  expect(added).toMatchObject({ status: 201, body: { status: STATUS } });
  expect((await add('sold')).status).toBe(201);
  expect(await call(`/pets?status=${STATUS}`)).toEqual({ status: 200, body: [added.body] });
  expect([(await add('nope')).status, (await call('/pets?status=nope')).status]).toEqual([
    400, 400,
  ]);
});

test('when a status is added, then it is assignable, and an unknown one is not', async () => {
  await tree.write(`${PROBE}/tsconfig.json`, '{ "extends": "../../../tsconfig.base.json" }');
  await tree.write(
    `${PROBE}/statuses.ts`,
    `import type { PetStatus } from '@animal-store/contract';
     export const known: PetStatus = '${STATUS}';
     export const unknown: PetStatus = 'nope';`,
  );
  const { output } = await tree.run(PROBE, 'tsc', '--noEmit');
  expect(output.match(/^\S+\(\d+/gm)).toEqual(['statuses.ts(3']);
});

test('when a handler returns an undeclared status, then it does not compile', async () => {
  const handler = 'src/operations/get-pet.ts';
  const undo = await tree.edit({ [`${SERVER}/${handler}`]: [['status: 200', 'status: 202']] });
  expect((await compile()).files).toEqual([handler]);
  await undo();
});

test('when a property has no database column, then it does not compile, even if it is optional', async () => {
  const undo = await tree.editContract((contract) => {
    contract.setIn(['components', 'schemas', 'Pet', 'properties', 'nickname'], { type: 'string' });
  });
  await buildContract();
  const { files, output } = await compile();
  await undo();
  expect(files).toEqual(['src/shop.ts', 'src/tables.ts']);
  expect(output).toContain('nickname');
});

test('when an operation has no handler, then it does not compile', async () => {
  await tree.edit({
    'openapi.yaml': [['  /store/orders:\n', `${NEW_OPERATION}  /store/orders:\n`]],
  });
  await buildContract();
  const { files, output } = await compile();
  expect(files).toContain('src/operations/index.ts');
  expect(output).toContain('listToys');
});

const NEW_OPERATION = `  /store/toys:
    get:
      operationId: listToys
      summary: List toys
      responses:
        "200":
          description: All toys.
          content:
            application/json:
              schema: { type: array, items: { type: string } }
`;
