// Usage that a killed server leaves.
import { createKey } from '../support/run-cli.js';
import { useTempStore } from '../support/use-temp-store.js';

const store = useTempStore();
async function readUsage(): Promise<Record<string, unknown>[]> {
  return JSON.parse((await store.cli(['usage', '--json'])).stdout);
}

test('when a server is killed, then the usage written before is kept, and counts once', async () => {
  const key = await createKey(store);
  const server = await store.start();
  for (let count = 0; count < 5; count += 1) await server.call('/pets', key);
  let rows: Record<string, unknown>[] = [];
  while (rows.length === 0) rows = await readUsage(); // within 10 seconds
  await server.call('/pets', key);
  await server.stop('SIGKILL');
  const kept = await readUsage();
  expect([5, 6]).toContain(kept[0]?.requests); // a second write may come just before the kill
  const next = await store.start();
  await next.call('/pets', key);
  await next.stop('SIGTERM');
  expect(await readUsage()).toMatchObject([{ requests: Number(kept[0]?.requests) + 1 }]);
});
