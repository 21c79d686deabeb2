// Staff's commands beside two nodes on PostgreSQL and Redis: changes of animals, and the usage of both nodes.
import { petStatuses } from '../support/contract-values.js';
import { describeIfService } from '../support/describe-if-service.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { type RedisProcess, startRedis } from '../support/redis-process.js';
import { createKey, runCli } from '../support/run-cli.js';
import { type ServerProcess, startServerProcess } from '../support/start-server-process.js';

const [firstStatus = '', secondStatus = ''] = petStatuses();

describeIfService('PostgreSQL', 'redis-server')('beside two nodes', () => {
  let database: TestDatabase;
  let redis: RedisProcess;
  let env: Record<string, string>;
  let key: string;
  let nodes: [ServerProcess, ServerProcess];
  beforeEach(async () => {
    redis = await startRedis();
    database = await createDatabase();
    env = { PORT: '0', DATABASE_URL: database.url, RATE_LIMIT_URL: redis.url };
    key = await createKey({ env });
    nodes = [await startServerProcess({ env }), await startServerProcess({ env })];
  });
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.stop('SIGKILL')));
    await database.drop();
    await redis.close();
  });

  const cli = (...args: string[]) => runCli(args, { env });
  const readFrom = (path: string) =>
    Promise.all(nodes.map(async (node) => (await node.call(path, key)).json()));

  test('when an animal is changed or deleted, then the next requests to both see it', async () => {
    const body = JSON.stringify({ name: 'Hambone', categoryId: 7, status: firstStatus });
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'first' };
    const post = (node: ServerProcess) =>
      node.call('/pets', key, { method: 'POST', headers, body });
    const created = JSON.parse(await (await post(nodes[0])).text());
    const path = `/pets/${created.id}`;
    for (let count = 0; count < 5; count += 1) await readFrom(path); // warms every cache
    expect(await readFrom('/pets')).toEqual([[created], [created]]);

    expect((await cli('pets', 'set-status', String(created.id), secondStatus)).exitCode).toBe(0);
    const changed = { ...created, status: secondStatus };
    expect(await readFrom(path)).toEqual([changed, changed]);
    expect(await readFrom('/pets')).toEqual([[changed], [changed]]);
    expect(await readFrom(`/pets?status=${firstStatus}`)).toEqual([[], []]);

    expect((await cli('pets', 'delete', String(created.id))).exitCode).toBe(0);
    expect(await readFrom('/pets')).toEqual([[], []]);
    for (const node of nodes) {
      const replay = await post(node);
      expect([replay.status, replay.headers.get('Idempotency-Replayed')]).toEqual([201, 'true']);
      expect(await replay.json()).toEqual(created);
    }
  });

  test('when one node is stopped and the other is killed, then the usage of both adds up', async () => {
    const [first, second] = nodes;
    const readTotal = async () => {
      const rows: { requests: number }[] = JSON.parse((await cli('usage', '--json')).stdout);
      return rows.reduce((sum, { requests }) => sum + requests, 0);
    };
    await Promise.all(Array.from({ length: 5 }, () => second.call('/pets', key)));
    while ((await readTotal()) < 5); // within 10 seconds
    await Promise.all(Array.from({ length: 7 }, () => first.call('/pets', key)));
    await Promise.all([first.stop('SIGTERM'), second.stop('SIGKILL')]);
    expect(await readTotal()).toBe(12);
  });
});
