import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createKey } from '../support/run-cli.js';
import { useTempStore } from '../support/use-temp-store.js';

const store = useTempStore();
let ndjson: string;
beforeEach(() => {
  ndjson = join(store.folder, 'orders.ndjson');
});

/** Text of an order. Digits are kept exactly. */
const order = (id: string | number, rest = '"quantity":1') =>
  `{"id":${id},"petId":2,${rest},"shipDate":"2026-11-20T09:30:00Z","complete":false}`;

async function importOrders(content: string | Uint8Array) {
  await writeFile(ndjson, content);
  return store.cli(['orders', 'import', ndjson]);
}

/** Body of GET /store/orders. */
async function listOrders(): Promise<string> {
  const key = await createKey(store);
  const server = await store.start();
  return (await server.call('/store/orders', key)).text();
}

test('when orders are imported while the server runs, then the next listing has them with exact integers', async () => {
  const key = await createKey(store);
  const server = await store.start();
  const orders = [
    '{"id":-9223372036854775808,"petId":1,"quantity":2147483647,"shipDate":"2026-11-20T09:30:00.123456+05:30","complete":true}',
    '{"id":9007199254740993,"petId":9007199254740993,"quantity":1,"shipDate":"2026-11-20T09:30:00Z","complete":false}',
    '{"id":9223372036854775807,"petId":-1,"quantity":1,"shipDate":"2026-11-20T09:30:00Z","complete":false}',
  ];
  const { stdout, stderr, exitCode } = await importOrders(`${orders.join('\n')}\n`);
  expect([stdout, exitCode]).toEqual(['', 0]);
  expect(stderr).toBe('3 orders imported.\n');
  const reply = await server.call('/store/orders', key);
  expect(await reply.text()).toBe(`[${orders.join(',')}]`);
});

test('when an order has a known id, then it replaces the stored order', async () => {
  await importOrders(`${order(1)}\n${order(2)}\n`);
  const { exitCode } = await importOrders(order(2, '"quantity":7'));
  expect(exitCode).toBe(0);
  expect(await listOrders()).toBe(`[${order(1)},${order(2, '"quantity":7')}]`);
});

test('lines may end in CRLF or be empty, and the last may lack a line break', async () => {
  const { stderr, exitCode } = await importOrders(`${order(1)}\r\n\r\n  \r\n${order(2)}`);
  expect([stderr, exitCode]).toEqual(['2 orders imported.\n', 0]);
  expect(await listOrders()).toBe(`[${order(1)},${order(2)}]`);
});

test.each(['', '\n\n'])(
  'when the file has no orders (%j), then none is imported without an error',
  async (content) => {
    const { stderr, exitCode } = await importOrders(content);
    expect([stderr, exitCode]).toEqual(['0 orders imported.\n', 0]);
  },
);

test('a long import prints its progress to stderr', async () => {
  const lines = Array.from({ length: 2_500 }, (_, index) => order(index + 1));
  const { stdout, stderr } = await importOrders(lines.join('\n'));
  expect(stdout).toBe('');
  expect(stderr).toBe('1000 orders ...\n2000 orders ...\n2500 orders imported.\n');
  const database = new Database(store.file, { readonly: true });
  expect(database.prepare('SELECT count(*), max(id) FROM orders').raw().get()).toEqual([
    2_500, 2_500,
  ]);
  database.close();
});

test.each([
  ['bad JSON', '{"id":', 'is not valid JSON'],
  ['something that is not an object', '[]', 'the order must be object'],
  ['an unknown field', order(3, '"quantity":1,"color":"red"'), '/color is not a known property'],
  ['__proto__', order(3, '"quantity":1,"__proto__":{}'), '/__proto__ is not a known property'],
  ['a missing field', order(3, '"quantity":1').replace('"petId":2,', ''), '/petId is required'],
  [
    'the same field twice',
    order(3, '"quantity":1,"quantity":2'),
    '/quantity is given more than once',
  ],
  ['a day that does not exist', order(3).replace('11-20', '02-30'), '/shipDate must match format'],
  ['a date without a time', order(3).replace('T09:30:00Z', ''), '/shipDate must match format'],
  ['a quantity of 0', order(3, '"quantity":0'), '/quantity must be >= 1'],
  ['a quantity over 32 bits', order(3, '"quantity":2147483648'), '/quantity must match format'],
  ['an id over 64 bits', order('9223372036854775808'), '/id must be a 64-bit integer'],
  ['an id under 64 bits', order('-9223372036854775809'), '/id must be a 64-bit integer'],
  ['a fraction for an id', order('1.5'), '/id must be integer'],
  ['a text for an id', order('"3"'), '/id must be integer'],
  ['null for a field', order(3, '"quantity":null'), '/quantity must be integer'],
  ['an escape sequence in a name', order(3, '"quantity":1,"\\u001b[2J":1'), '/?[2J is not a known'],
])('when a line has %s, then it is named and nothing is imported', async (_what, line, message) => {
  const { stdout, stderr, exitCode } = await importOrders(`${order(1)}\n\n${line}\n${order(4)}\n`);
  expect([stdout, exitCode]).toEqual(['', 1]);
  expect(stderr).toContain('nothing was imported');
  expect(stderr).toContain(`\n  line 3: ${message}`);
  expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  expect(await readdir(store.folder)).toEqual(['orders.ndjson']);
});

test('when many lines are invalid, then the first twenty are shown and the rest are counted', async () => {
  const { stderr, exitCode } = await importOrders('nonsense\n'.repeat(25));
  expect(exitCode).toBe(1);
  expect(stderr.match(/line \d+/g)).toEqual(Array.from({ length: 20 }, (_, i) => `line ${i + 1}`));
  expect(stderr).toContain(': 25\n');
  expect(stderr).toContain('and 5 more');
});

test('when an import is refused, then the stored orders stay unchanged', async () => {
  await importOrders(order(1));
  expect((await importOrders(`${order(1, '"quantity":9')}\nnonsense`)).exitCode).toBe(1);
  expect(await listOrders()).toBe(`[${order(1)}]`);
});

test('when the file does not exist, then the error is one line that names it', async () => {
  const missing = join(store.folder, 'missing.ndjson');
  const { stdout, stderr, exitCode } = await store.cli(['orders', 'import', missing]);
  expect([stdout, exitCode]).toEqual(['', 1]);
  expect(stderr).toMatch(/^animal-store: cannot read .*missing\.ndjson: .+\n$/);
});

test('when the source is a folder or a pipe, which cannot be read twice, then it is refused', async () => {
  await mkdir(ndjson);
  for (const source of [ndjson, '/dev/null']) {
    const { stderr, exitCode } = await store.cli(['orders', 'import', source]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`${source} must be a regular file, because it is read twice`);
  }
});
