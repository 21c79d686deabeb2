// `pets show`, `set-status` and `delete`, beside a server.
import type { Pet } from '@animal-store/contract';
import Database from 'better-sqlite3';
import { petStatuses } from '../support/contract-values.js';
import { createKey } from '../support/run-cli.js';
import type { ServerProcess } from '../support/start-server-process.js';
import { useTempStore } from '../support/use-temp-store.js';

const store = useTempStore();

const pets = (...args: string[]) => store.cli(['pets', ...args]);

const [firstStatus = '', secondStatus = ''] = petStatuses();
const MISSING = '9223372036854775807';
const notAnId = (text: string) => `<id> must be a 64-bit integer in decimal digits (got "${text}")`;

describe('beside a server', () => {
  let key: string;
  let server: ServerProcess;
  beforeEach(async () => {
    key = await createKey(store);
    server = await store.start();
  });

  function post(body: object, headers: Record<string, string> = {}): Promise<Response> {
    return server.call('/pets', key, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }
  async function add(name = 'Hambone', status = firstStatus): Promise<Pet> {
    const reply = await post({ name, categoryId: 7, status });
    expect(reply.status).toBe(201);
    return JSON.parse(await reply.text());
  }
  const read = async (path: string) => (await server.call(path, key)).json();

  test('when a status is set, then the next request has it, from a warm cache too', async () => {
    const { id } = await add();
    const other = await add('Rex');
    expect(await read(`/pets?status=${secondStatus}`)).toEqual([]);
    await read(`/pets/${id}`);
    const { stdout, stderr, exitCode } = await pets('set-status', String(id), secondStatus);
    expect([stdout, stderr, exitCode]).toEqual(['', `animal ${id} is now ${secondStatus}.\n`, 0]);
    const changed = { id, name: 'Hambone', categoryId: 7, status: secondStatus };
    expect(await read(`/pets/${id}`)).toEqual(changed);
    expect(await read(`/pets?status=${secondStatus}`)).toEqual([changed]);
    expect(await read(`/pets?status=${firstStatus}`)).toEqual([other]);
  });

  test('every status of the contract can be set', async () => {
    const { id } = await add();
    for (const status of petStatuses()) {
      expect((await pets('set-status', String(id), status)).exitCode).toBe(0);
      expect(await read(`/pets/${id}`)).toMatchObject({ status });
    }
  });

  test('when an animal is deleted, then the next request does not find it, and its id is not given again', async () => {
    const { id } = await add();
    await read(`/pets/${id}`);
    expect(await read('/pets')).toHaveLength(1);
    const { stdout, stderr, exitCode } = await pets('delete', String(id));
    expect([stdout, stderr, exitCode]).toEqual(['', `deleted animal ${id}.\n`, 0]);
    expect((await server.call(`/pets/${id}`, key)).status).toBe(404);
    expect(await read('/pets')).toEqual([]);
    expect((await add()).id).not.toBe(id);
  });

  test('when an animal that was created with an Idempotency-Key is deleted, then a replay still returns it', async () => {
    const body = { name: 'Hambone', categoryId: 7 };
    const headers = { 'Idempotency-Key': 'first' };
    const first = await post(body, headers);
    const pet: Pet = JSON.parse(await first.text());
    expect((await pets('delete', String(pet.id))).exitCode).toBe(0);
    const replay = await post(body, headers);
    expect([replay.status, replay.headers.get('Idempotency-Replayed')]).toEqual([201, 'true']);
    expect(await replay.json()).toEqual(pet);
    expect(await read('/pets')).toEqual([]);
  });

  test('show prints a line for each property, and as JSON what the API sends', async () => {
    const { id } = await add('Ham\u202ebone');
    expect(await pets('show', String(id))).toEqual({
      stdout: `id          ${id}\nname        Ham?bone\ncategoryId  7\nstatus      ${firstStatus}\n`,
      stderr: '',
      exitCode: 0,
    });
    const { stdout } = await pets('show', String(id), '--json');
    expect(JSON.parse(stdout)).toEqual(await read(`/pets/${id}`));
  });
});

test('integers are exact over 64 bits', async () => {
  await store.cli(['migrate']); // creates the store
  const database = new Database(store.file);
  database.exec(
    "INSERT INTO pets (id, name, category_id) VALUES (9007199254740993, 'Rex', -9223372036854775808), (-5, 'Ox', 1)",
  );
  database.close();
  const { stdout } = await pets('show', '9007199254740993', '--json');
  expect(stdout).toBe(
    '{\n  "id": 9007199254740993,\n  "name": "Rex",\n  "categoryId": -9223372036854775808\n}\n',
  );
  expect((await pets('show', '9007199254740992')).exitCode).toBe(1);
  expect((await pets('show', '-5')).stdout).toContain('Ox');
  expect((await pets('set-status', '9007199254740993', firstStatus)).exitCode).toBe(0);
  expect((await pets('delete', '9007199254740993')).exitCode).toBe(0);
});

test.each([
  { args: ['show', MISSING], message: `animal ${MISSING} does not exist` },
  { args: ['show', MISSING, '--json'], message: `animal ${MISSING} does not exist` },
  { args: ['delete', MISSING], message: `animal ${MISSING} does not exist` },
  { args: ['set-status', MISSING, firstStatus], message: `animal ${MISSING} does not exist` },
  ...['9223372036854775808', '-9223372036854775809', '1e3', '0x10', '5.0', '+5', ' 5', '', 'x'].map(
    (id) => ({ args: ['show', id], message: notAnId(id) }),
  ),
  { args: ['delete', '5x'], message: notAnId('5x') },
  { args: ['set-status', 'x', firstStatus], message: notAnId('x') },
  ...['gone', '', firstStatus.toUpperCase(), 'toString'].map((status) => ({
    args: ['set-status', '1', status],
    message: `<status> must be one of ${petStatuses().join(', ')} (got "${status}")`,
  })),
])(
  'when `pets` gets $args, then it prints one line and exits with 1',
  async ({ args, message }) => {
    await store.cli(['migrate']);
    const { stdout, stderr, exitCode } = await pets(...args);
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toBe(`animal-store: ${message}\n`);
  },
);
