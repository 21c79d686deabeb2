// Edits of openapi.yaml alone change what clients observe and what compiles.
import { pageSizesOf } from '../support/contract-values.js';
import { type CopiedServer, copyWorkspace, type WorkspaceCopy } from '../support/copy-workspace.js';

const CONTRACT = 'packages/contract';
const SERVER = 'apps/server';
const PROBE = 'apps/server/probe';

const MAX_LIMIT = pageSizesOf('listPets').maxLimit - 1;
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
  await tree.script(SERVER, 'build');
});
afterAll(() => tree?.remove());

async function buildContract(): Promise<void> {
  await tree.script(CONTRACT, 'generate');
  await tree.script(CONTRACT, 'build');
}

const compile = () => tree.run(SERVER, 'tsc', '-p', 'tsconfig.build.json', '--noEmit');

describe('a server built from an edited contract', () => {
  let server: CopiedServer;
  beforeAll(async () => {
    server = await tree.start();
  });

  const call = async (path: string, init?: RequestInit) => {
    const reply = await server.call(path, server.key, init);
    return { status: reply.status, body: await reply.json() };
  };
  const addPet = (status: string) =>
    call('/pets', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Hambone', categoryId: 1, status }),
    });

  test('when the maximum of limit is smaller, then a larger limit is a 400 that names it', async () => {
    expect((await call(`/pets?limit=${MAX_LIMIT}`)).status).toBe(200);
    expect(await call(`/pets?limit=${MAX_LIMIT + 1}`)).toMatchObject({
      status: 400,
      body: {
        details: [
          { in: 'query', path: '/limit', code: 'maximum', message: `must be at most ${MAX_LIMIT}` },
        ],
      },
    });
  });

  test('when operations share the parameter, then it applies to all of them', async () => {
    expect((await call(`/store/orders?limit=${MAX_LIMIT}`)).status).toBe(200);
    expect((await call(`/store/orders?limit=${MAX_LIMIT + 1}`)).status).toBe(400);
  });

  test('when the quota of the plan free is smaller, then the sixth request of a minute is a 429', async () => {
    const replies = await sixResponsesInOneMinute();
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200, 429]);
    for (const { headers } of replies) {
      expect(headers.get('x-ratelimit-limit')).toBe(`${PER_MINUTE}`);
    }
  });

  test('when the quota of the plan free is smaller, then it applies to anonymous clients', async () => {
    const { status, headers } = await fetch(`${server.url}/pets`);
    expect(status).toBe(401);
    expect(headers.get('x-ratelimit-limit')).toBe(`${PER_MINUTE}`);
  });

  test('when a status is added, then it is accepted, stored and filtered, and unknown ones are refused', async () => {
    const added = await addPet(STATUS);
    expect(added).toMatchObject({ status: 201, body: { status: STATUS } });
    await addPet('sold');
    expect(await call(`/pets?status=${STATUS}`)).toEqual({ status: 200, body: [added.body] });
    expect(await addPet('nope')).toMatchObject({
      status: 400,
      body: { details: [{ path: '/status' }] },
    });
    expect((await call('/pets?status=nope')).status).toBe(400);
  });

  /** Six responses within one minute, with a new key. Repeated if a minute ends during the requests. */
  async function sixResponsesInOneMinute(): Promise<Response[]> {
    for (;;) {
      const key = await server.createKey('free');
      const replies: Response[] = [];
      for (let count = 0; count < 6; count += 1) replies.push(await server.call('/pets', key));
      const resets = new Set(replies.map(({ headers }) => headers.get('x-ratelimit-reset')));
      if (resets.size === 1) return replies;
    }
  }
});

describe('code built on an edited contract', () => {
  test('when a status is added, then it is assignable, and an unknown one is not', async () => {
    await tree.write(`${PROBE}/tsconfig.json`, '{ "extends": "../../../tsconfig.base.json" }');
    await tree.write(
      `${PROBE}/statuses.ts`,
      `import type { PetStatus } from '@animal-store/contract';
       export const known: PetStatus = '${STATUS}';
       export const unknown: PetStatus = 'nope';`,
    );
    const { output, exitCode } = await tree.run(PROBE, 'tsc', '--noEmit');
    expect(exitCode).not.toBe(0);
    expect(compileErrors(output)).toEqual(['statuses.ts(3']);
  });

  test('when a handler returns an undeclared status, then it does not compile', async () => {
    const handler = 'src/operations/get-pet.ts';
    const undo = await tree.edit({ [`${SERVER}/${handler}`]: [['status: 200', 'status: 202']] });
    const { output, exitCode } = await compile();
    await undo();
    expect(exitCode).not.toBe(0);
    expect(filesWithErrors(output)).toEqual([handler]);
  });

  test('when a property has no database column, then it does not compile, even if it is optional', async () => {
    const undo = await tree.editContract((contract) => {
      contract.setIn(['components', 'schemas', 'Pet', 'properties', 'nickname'], {
        type: 'string',
      });
    });
    await buildContract();
    const { output, exitCode } = await compile();
    await undo();
    await buildContract();
    expect(exitCode).not.toBe(0);
    expect(filesWithErrors(output)).toEqual(['src/storage/tables.ts']);
    expect(output).toContain('nickname');
  });

  test('when an operation has no handler, then it does not compile; with one it is served', async () => {
    await tree.edit({
      'openapi.yaml': [['  /store/orders:\n', `${NEW_OPERATION}  /store/orders:\n`]],
    });
    await buildContract();
    const { output, exitCode } = await compile();
    expect(exitCode).not.toBe(0);
    expect(filesWithErrors(output)).toContain('src/operations/index.ts');
    expect(output).toContain('listToys');

    await tree.edit({
      [`${SERVER}/src/operations/index.ts`]: [
        [
          'handlers = {',
          "handlers = {\n  listToys: async () => ({ status: 200, body: ['ball'] }),\n",
        ],
      ],
    });
    await tree.script(SERVER, 'build');
    const server = await tree.start();
    const reply = await server.call('/store/toys', server.key);
    expect([reply.status, await reply.json()]).toEqual([200, ['ball']]);
    expect((await server.call('/store/toys?limit=1', server.key)).status).toBe(400);
  });

  test('when a reference cannot be resolved, then the build fails with its position', async () => {
    await tree.edit({ 'openapi.yaml': [['schemas/Pets"', 'schemas/Petz"']] });
    await expect(tree.script(CONTRACT, 'generate')).rejects.toThrow(
      /openapi\.yaml:\d+:\d+ .*resolve/,
    );
  });
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

/** Path and line of each compile error. */
function compileErrors(output: string): string[] {
  return [...output.matchAll(/^(\S+\(\d+),\d+\): error/gm)].map(([, position = '']) => position);
}

function filesWithErrors(output: string): string[] {
  return [...new Set(compileErrors(output).map((position) => position.replace(/\(\d+$/, '')))];
}
