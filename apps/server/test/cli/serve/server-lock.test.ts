import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createKey } from '../../support/run-cli.js';
import { useTempStore } from '../../support/use-temp-store.js';

const store = useTempStore();

const serve = (env: Record<string, string> = {}) => store.cli(['serve'], { PORT: '0', ...env });

describe('lock on a database file', () => {
  test('when a second server starts, then it is refused, and the first server and other commands still work', async () => {
    const key = await createKey(store);
    const first = await store.start();
    const { stdout, stderr, exitCode } = await serve();
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toMatch(/^animal-store: a server is serving .*store\.db already.*\n$/);
    expect((await first.call('/pets', key)).status).toBe(200);
    expect((await store.cli(['keys', 'list'])).exitCode).toBe(0);
  });

  test('when the second server uses another path to the file, then it is refused', async () => {
    await store.start();
    const link = join(store.folder, 'link.db');
    await symlink(store.file, link);
    const { stderr, exitCode } = await serve({ DATABASE_URL: `file:${link}` });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('a server is serving');
  });

  test('when several servers start at once on a new store, then one serves', async () => {
    const starts = await Promise.allSettled([store.start(), store.start(), store.start()]);
    const [server, ...others] = store.servers;
    expect(others).toEqual([]);
    expect(starts.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    const key = await createKey(store);
    expect((await server?.call('/pets', key))?.status).toBe(200);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'when the first server has ended by %s, then the next one starts',
    async (signal) => {
      const key = await createKey(store);
      const first = await store.start();
      await first.stop(signal);
      const second = await store.start();
      expect((await second.call('/pets', key)).status).toBe(200);
    },
  );

  test('when a start has failed, then the next one succeeds', async () => {
    expect((await serve({ HOST: '192.0.2.1' })).exitCode).toBe(1); // TEST-NET-1, not an address of this machine
    await store.start();
  });

  test('servers in memory do not share a store', async () => {
    const env = { DATABASE_URL: ':memory:' };
    await Promise.all([store.start(env), store.start(env)]);
    expect(store.servers).toHaveLength(2);
  });
});
