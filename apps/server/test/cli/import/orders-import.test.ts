// `orders import`: orders with their own ids, which are added or replaced.
import { createKey } from '../../support/run-cli.js';
import { describeEachImport } from './import-store.js';

/** Text of an order. Digits are kept exactly. */
const order = (id: string | number, rest = '"quantity":1') =>
  `{"id":${id},"petId":2,${rest},"shipDate":"2026-11-20T09:30:00Z","complete":false}`;

describeEachImport((store) => {
  async function listOrders(): Promise<string> {
    const key = await createKey(store.options);
    const server = await store.open();
    return (await server.call('/store/orders', key)).text();
  }

  test('when orders are imported, then they are listed with exact integers, and the last with an id counts', async () => {
    const orders = [
      '{"id":-9223372036854775808,"petId":1,"quantity":2147483647,"shipDate":"2026-11-20T09:30:00.123456+05:30","complete":true}',
      order(1, '"quantity":7'),
      '{"id":9223372036854775807,"petId":-1,"quantity":1,"shipDate":"2026-11-20T09:30:00Z","complete":false}',
    ];
    await store.run('orders', 'import', await store.write('old.ndjson', order(1)));
    const file = await store.write('new.ndjson', [order(1), ...orders].join('\n'));
    const { stderr, exitCode } = await store.run('orders', 'import', file);
    expect(stderr).toContain('4 orders imported, 0 rows rejected');
    expect(exitCode).toBe(0);
    expect(await listOrders()).toBe(`[${orders.join(',')}]`);
  });

  test('when orders are in a CSV file, then its columns are the properties of the contract', async () => {
    const csv = `complete,id,petId,quantity,shipDate
true,9007199254740993,2,1,2026-11-20T09:30:00Z
yes,1,2,1,2026-11-20T09:30:00Z
false,2,2,0,2026-02-30T09:30:00Z
`;
    const { stderr } = await store.run('orders', 'import', await store.write('orders.csv', csv));
    expect(stderr).toContain('line 3: complete must be of type boolean\n');
    expect(stderr).toMatch(
      /line 4: (?=.*quantity must be at least 1)(?=.*shipDate must have the format date-time)/,
    );
    expect(await listOrders()).toBe(
      '[{"id":9007199254740993,"petId":2,"quantity":1,"shipDate":"2026-11-20T09:30:00Z","complete":true}]',
    );
  });

  test('when lines are invalid, then they alone are rejected, each with its reason', async () => {
    const invalid: readonly (readonly [line: string, message: string])[] = [
      [order(3, '"quantity":1,"color":"red"'), 'color is not a known property'],
      [order(3).replace('"petId":2,', ''), 'petId is required'],
      [order(3, '"quantity":2147483648'), 'quantity must have the format int32'],
      [order('9223372036854775808'), 'id must be a 64-bit integer'],
      [order('"3"'), 'id must be of type integer'],
      [order(3, '"quantity":1,"\\u001b[2J":1'), '?[2J is not a known'],
    ];
    const lines = [order(1), '', ...invalid.map(([line]) => line), order(4)];
    const file = await store.write('orders.ndjson', lines.join('\n'));
    const { stderr, exitCode } = await store.run('orders', 'import', file);
    for (const [index, [, message]] of invalid.entries())
      expect(stderr).toContain(`line ${index + 3}: ${message}`);
    expect(exitCode).toBe(0);
    const stored = await store.query('SELECT id FROM orders ORDER BY id');
    expect(stored.map(({ id }) => Number(id))).toEqual([1, 4]);
  });
});
