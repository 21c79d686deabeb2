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
    expect(stderr).toContain('orders: 4 imported, 0 rejected');
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
});
