// PostgreSQL with settings that trade durability for speed, and crashes.

import { describeIfService } from '../support/describe-if-service.js';
import { queryOnce } from '../support/postgres.js';
import { startPostgres } from '../support/postgres-process.js';
import { createKey } from '../support/run-cli.js';
import type { ServiceProcess } from '../support/service-process.js';
import { type ServerProcess, startServerProcess } from '../support/start-server-process.js';
import { AcknowledgedWrites, startWriteLoad } from './write-load.js';

const CRASHES = 3;
const ANIMALS_PER_CRASH = 300;
const LARGE_QUOTA = { perMinute: 1_000_000, perDay: 100_000_000 };

describeIfService('PostgreSQL')('when settings of PostgreSQL reduce durability', () => {
  let postgres: ServiceProcess;
  let server: ServerProcess | undefined;
  beforeEach(async () => {
    postgres = await startPostgres();
  });
  afterEach(async () => {
    await server?.stop('SIGKILL');
    await postgres.close();
  });

  /** Reloads the configuration, as after an edit of postgresql.conf. */
  async function set(settings: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(settings)) {
      await queryOnce(postgres.url, `ALTER SYSTEM SET ${name} = '${value}'`);
    }
    await queryOnce(postgres.url, 'SELECT pg_reload_conf()');
  }

  test('with synchronous_commit off and crashes under load, then no acknowledged animal is lost', async () => {
    await set({ synchronous_commit: 'off', wal_writer_delay: '10s' });
    await queryOnce(postgres.url, 'ALTER ROLE postgres SET synchronous_commit = off');
    const url = new URL(postgres.url);
    url.searchParams.set('options', '-c synchronous_commit=off');
    const env = { DATABASE_URL: url.href };
    const key = await createKey({ env }, 'enterprise', LARGE_QUOTA);
    server = await startServerProcess({ env });
    const writes = new AcknowledgedWrites();
    for (let crash = 0; crash < CRASHES; crash += 1) {
      const prefix = `crash-${crash}`;
      const writers = startWriteLoad({ url: server.url, key, count: 8, writes, prefix });
      await writers.waitForWrites(ANIMALS_PER_CRASH);
      await postgres.kill();
      await writers.stop();
      await postgres.start();
      while ((await server.call('/pets', key)).status !== 200);
    }
    const { rows } = await queryOnce(postgres.url, 'SELECT id::int, name FROM pets');
    const missing = writes.missingFrom(new Map(rows.map(({ id, name }) => [id, name])));
    process.stdout.write(
      `synchronous_commit off: ${CRASHES} crashes, ${writes.acknowledged.size} acknowledged, ${missing.length} missing\n`,
    );
    expect(missing).toEqual([]);
    expect(writes.duplicateIds).toEqual([]);
    expect(writes.acknowledged.size).toBeGreaterThanOrEqual(CRASHES * ANIMALS_PER_CRASH);
  });

  test('with fsync or full_page_writes off, then the log and /readyz have a warning', async () => {
    const env = { DATABASE_URL: postgres.url };
    await set({ fsync: 'off' });
    server = await startServerProcess({ env });
    await server.waitForOutput('stdout', /"level":40,.*fsync = off.*\n(?:.*\n)*.*"listening"/);
    const warnings = async () => {
      const reply = await fetch(new URL('/readyz', server?.url));
      expect(reply.status).toBe(200);
      const { warnings: given = [] }: { warnings?: string[] } = JSON.parse(await reply.text());
      return given.map((warning) => / with (\w+ = \w+)/.exec(warning)?.[1]);
    };
    const until = async (...expected: string[]) => {
      while (JSON.stringify(await warnings()) !== JSON.stringify(expected));
    };
    await until('fsync = off');
    await set({ full_page_writes: 'off' });
    await until('fsync = off', 'full_page_writes = off');
    await server.waitForOutput('stdout', /"level":40,.*full_page_writes = off/);
    await set({ fsync: 'on', full_page_writes: 'on' });
    await until();
  });
});
