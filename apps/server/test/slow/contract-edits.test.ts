// A reviewer edits openapi.yaml and nothing else: what clients observe, and what compiles, follows.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Document, parseDocument } from 'yaml';
import { pageSizesOf } from '../support/contract-values.js';
import { type CopiedServer, copyWorkspace, type WorkspaceCopy } from '../support/copy-workspace.js';

const CONTRACT = 'packages/contract';
const SERVER = 'apps/server';
const PROBE = 'apps/server/probe';

const MOST = pageSizesOf('listPets').maxLimit - 1;
const PER_MINUTE = 5;
const STATUS = 'seen-in-a-test';

let tree: WorkspaceCopy;
beforeAll(async () => {
  tree = await copyWorkspace();
  // Whatever the contract says today, it says something else then.
  await editContract((contract) => {
    contract.setIn(['components', 'parameters', 'Limit', 'schema', 'maximum'], MOST);
    contract.setIn(['x-rate-limit-plans', 'free', 'perMinute'], PER_MINUTE);
    contract.addIn(['components', 'schemas', 'PetStatus', 'enum'], STATUS);
  });
  await buildContract();
  await tree.script(SERVER, 'build');
});
afterAll(() => tree?.remove());

/** Resolves with what takes the edit back. */
async function editContract(edit: (contract: Document) => void): Promise<() => Promise<void>> {
  const before = await readFile(join(tree.folder, 'openapi.yaml'), 'utf8');
  const contract = parseDocument(before);
  edit(contract);
  await tree.write('openapi.yaml', contract.toString({ lineWidth: 0 }));
  return () => tree.write('openapi.yaml', before);
}

async function buildContract(): Promise<void> {
  await tree.script(CONTRACT, 'generate');
  await tree.script(CONTRACT, 'build');
}

const compile = () => tree.run(SERVER, 'tsc', '-p', 'tsconfig.build.json', '--noEmit');

describe('the server that is built from the edited contract', () => {
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

  test('a smaller maximum of limit refuses what is over it, and names it', async () => {
    expect((await call(`/pets?limit=${MOST}`)).status).toBe(200);
    expect(await call(`/pets?limit=${MOST + 1}`)).toMatchObject({
      status: 400,
      body: {
        details: [
          { in: 'query', path: '/limit', code: 'maximum', message: `must be at most ${MOST}` },
        ],
      },
    });
  });

  test('it holds for each operation that shares the parameter', async () => {
    expect((await call(`/store/orders?limit=${MOST}`)).status).toBe(200);
    expect((await call(`/store/orders?limit=${MOST + 1}`)).status).toBe(400);
  });

  test('a smaller quota of the plan free refuses the sixth request of a minute', async () => {
    const replies = await sixRepliesOfOneMinute();
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200, 429]);
    for (const { headers } of replies) {
      expect(headers.get('x-ratelimit-limit')).toBe(`${PER_MINUTE}`);
    }
  });

  test('it governs callers without a key too', async () => {
    const { status, headers } = await fetch(`${server.url}/pets`);
    expect(status).toBe(401);
    expect(headers.get('x-ratelimit-limit')).toBe(`${PER_MINUTE}`);
  });

  test('a new status is accepted, kept, and filtered by; others are refused still', async () => {
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

  /** By a key of its own, anew if the minute ended meanwhile. */
  async function sixRepliesOfOneMinute(): Promise<Response[]> {
    for (;;) {
      const key = await server.createKey('free');
      const replies: Response[] = [];
      for (let count = 0; count < 6; count += 1) replies.push(await server.call('/pets', key));
      const resets = new Set(replies.map(({ headers }) => headers.get('x-ratelimit-reset')));
      if (resets.size === 1) return replies;
    }
  }
});

describe('what is generated from the edited contract', () => {
  test('the new status is assignable, an unknown one is not', async () => {
    await tree.write(`${PROBE}/tsconfig.json`, '{ "extends": "../../../tsconfig.base.json" }');
    await tree.write(
      `${PROBE}/statuses.ts`,
      `import type { PetStatus } from '@animal-store/contract';
       export const known: PetStatus = '${STATUS}';
       export const unknown: PetStatus = 'nope';`,
    );
    const { output, exitCode } = await tree.run(PROBE, 'tsc', '--noEmit');
    expect(exitCode).not.toBe(0);
    expect(complaints(output)).toEqual(['statuses.ts(3']);
  });

  test('a handler that answers a status outside the contract does not compile', async () => {
    const handler = 'src/operations/get-pet.ts';
    const undo = await tree.edit({ [`${SERVER}/${handler}`]: [['status: 200', 'status: 202']] });
    const { output, exitCode } = await compile();
    await undo();
    expect(exitCode).not.toBe(0);
    expect(files(output)).toEqual([handler]);
  });

  test('a property that storage has no column for does not compile, optional or not', async () => {
    const undo = await editContract((contract) => {
      contract.setIn(['components', 'schemas', 'Pet', 'properties', 'nickname'], {
        type: 'string',
      });
    });
    await buildContract();
    const { output, exitCode } = await compile();
    await undo();
    await buildContract();
    expect(exitCode).not.toBe(0);
    expect(files(output)).toEqual(['src/storage/rows.ts']);
    expect(output).toContain('nickname');
  });

  test('an operation without a handler does not compile; with one it is served', async () => {
    await tree.edit({
      'openapi.yaml': [['  /store/orders:\n', `${NEW_OPERATION}  /store/orders:\n`]],
    });
    await buildContract();
    const { output, exitCode } = await compile();
    expect(exitCode).not.toBe(0);
    expect(files(output)).toContain('src/operations/index.ts');
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

  test('a reference that leads nowhere stops the build, which tells where it stands', async () => {
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

/** The file and line of each error of the compiler. */
function complaints(output: string): string[] {
  return [...output.matchAll(/^(\S+\(\d+),\d+\): error/gm)].map(([, place = '']) => place);
}

function files(output: string): string[] {
  return [...new Set(complaints(output).map((place) => place.replace(/\(\d+$/, '')))];
}
