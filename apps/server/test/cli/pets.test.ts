// `pets show`, `set-status` and `delete`, beside a server.
import type { Pet } from '@animal-store/contract';
import { petStatuses } from '../support/contract-values.js';
import type { TestService } from '../support/open-test-service.js';
import { createKey } from '../support/run-cli.js';
import { useTempStore } from '../support/use-temp-store.js';

const store = useTempStore();

const pets = (...args: string[]) => store.cli(['pets', ...args]);

const [firstStatus = '', secondStatus = ''] = petStatuses();
const MISSING = '9223372036854775807';

describe('beside a server', () => {
  let key: string;
  let server: TestService;
  beforeEach(async () => {
    key = await createKey(store);
    server = await store.open();
  });

  async function add(name = 'Hambone', status = firstStatus): Promise<Pet> {
    const reply = await server.call('/pets', key, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name, categoryId: 7, status }),
    });
    expect(reply.status).toBe(201);
    return JSON.parse(await reply.text());
  }
  const read = async (path: string) => (await server.call(path, key)).json();

  test('when a status is set, then the next request has it, from a warm cache too', async () => {
    const { id } = await add();
    const other = await add('Rex');
    await read(`/pets?status=${secondStatus}`); // a page is cached at its second use
    expect(await read(`/pets?status=${secondStatus}`)).toEqual([]);
    const { stdout, stderr, exitCode } = await pets('set-status', String(id), secondStatus);
    expect([stdout, stderr, exitCode]).toEqual(['', `animal ${id} is now ${secondStatus}.\n`, 0]);
    const changed = { id, name: 'Hambone', categoryId: 7, status: secondStatus };
    expect(await read(`/pets/${id}`)).toEqual(changed);
    expect(await read(`/pets?status=${secondStatus}`)).toEqual([changed]);
    expect(await read(`/pets?status=${firstStatus}`)).toEqual([other]);
  });

  test('when an animal is deleted, then the next request does not find it, and its id is not given again', async () => {
    const { id } = await add();
    await read('/pets');
    expect(await read('/pets')).toHaveLength(1);
    const { stdout, stderr, exitCode } = await pets('delete', String(id));
    expect([stdout, stderr, exitCode]).toEqual(['', `deleted animal ${id}.\n`, 0]);
    expect((await server.call(`/pets/${id}`, key)).status).toBe(404);
    expect(await read('/pets')).toEqual([]);
    expect((await add()).id).not.toBe(id);
  });

  test('when an animal is shown, then it has a line for each property, and JSON as the API sends it', async () => {
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

test('when tables are listed, then staff see pages with filters, and JSON as the API sends it', async () => {
  await store.cli(['migrate']);
  store.sql(
    `INSERT INTO pets (id, name, category_id, status) VALUES (1, 'Rex', 7, NULL), (2, 'Ox', 7, '${firstStatus}'),
       (9007199254740993, 'Emu', 7, '${firstStatus}'); INSERT INTO orders VALUES (5, 2, 1, '2026-11-20T09:30:00Z', 0)`,
  );
  const first = await pets('list', '--limit', '2');
  expect(first.stdout.split('\n').map((line) => line.split(/ +/).slice(0, 4))).toEqual([
    ['id', 'name', 'categoryId', 'status'],
    ['1', 'Rex', '7', '-'],
    ['2', 'Ox', '7', firstStatus],
    [''],
  ]);
  expect(first.stderr).toBe('there are more: --after 2\n');
  const last = await pets('list', '--after', '2', '--status', firstStatus, '--json');
  expect(last).toMatchObject({ stderr: '', exitCode: 0 });
  expect(last.stdout).toContain('"id": 9007199254740993,');
  expect((await pets('list', '--status', secondStatus)).stdout).toBe('');
  const order = { id: 5, petId: 2, quantity: 1, shipDate: '2026-11-20T09:30:00Z', complete: false };
  const orders = (...args: string[]) => store.cli(['orders', ...args]);
  expect(JSON.parse((await orders('list', '--json')).stdout)).toEqual([order]);
  expect(JSON.parse((await orders('show', '5', '--json')).stdout)).toEqual(order);
  expect((await orders('show', '6')).stderr).toBe('animal-store: order 6 does not exist\n');
});

test('when an id has more than 53 bits, then it is exact', async () => {
  await store.cli(['migrate']); // creates the store
  store.sql(
    "INSERT INTO pets (id, name, category_id) VALUES (9007199254740993, 'Rex', -9223372036854775808), (-5, 'Ox', 1)",
  );
  const { stdout } = await pets('show', '9007199254740993', '--json');
  expect(stdout).toBe(
    '{\n  "id": 9007199254740993,\n  "name": "Rex",\n  "categoryId": -9223372036854775808\n}\n',
  );
  expect((await pets('show', '9007199254740992')).exitCode).toBe(1);
  expect((await pets('show', '-5')).stdout).toContain('Ox');
  expect((await pets('set-status', '9007199254740993', firstStatus)).exitCode).toBe(0);
  expect((await pets('delete', '9007199254740993')).exitCode).toBe(0);
});

test('when an animal is missing, or a status is invalid, then one line says so', async () => {
  const isMissing = `animal ${MISSING} does not exist`;
  const isOneOf = `must be one of ${petStatuses().join(', ')}`;
  await store.cli(['migrate']);
  for (const [args, message] of [
    [['show', MISSING, '--json'], isMissing],
    [['delete', MISSING], isMissing],
    [['set-status', MISSING, firstStatus], isMissing],
    [['list', '--status', 'gone'], `--status ${isOneOf} (got "gone")`],
  ] as const)
    expect(await store.failureOf(['pets', ...args])).toBe(`animal-store: ${message}\n`);
});
