// Copy of a store to PostgreSQL, which must be complete even if it is killed repeatedly.
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describeIfService } from '../support/describe-if-service.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { createKey, runCli } from '../support/run-cli.js';
import { spawnCli } from '../support/spawn-cli.js';
import { startServerProcess } from '../support/start-server-process.js';
import { useTempStore } from '../support/use-temp-store.js';

const ANIMALS = Number(process.env.COPY_ANIMALS ?? 1_000_000);

describeIfService('PostgreSQL')('copy', () => {
  const store = useTempStore();
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase();
  });
  afterEach(() => database.drop());

  function spawnCopy() {
    const to = new URL(database.url);
    const PGPASSWORD = decodeURIComponent(to.password);
    to.password = '';
    const args = ['copy', '--from', `file:${store.file}`, '--to', to.href];
    return spawnCli(args, { env: PGPASSWORD === '' ? {} : { PGPASSWORD } });
  }

  function fill(animals: number): void {
    const sqlite = new Database(store.file);
    sqlite.exec(`
      INSERT INTO pets (name, category_id, status)
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${animals})
        SELECT 'Ånimal 😀 ' || n, 9223372036854775807 - n, CASE n % 4 WHEN 0 THEN 'available' WHEN 1 THEN 'sold' END FROM numbers;
      DELETE FROM pets WHERE id = (SELECT max(id) FROM pets);
      INSERT INTO orders VALUES (-9223372036854775808, 1, 1, '2026-11-21T00:00:00Z', 1), (7, 9007199254740993, 2, '2026-11-21T00:00:00Z', 0);
      INSERT INTO idempotency_records (key_id, name, fingerprint, created_ms, status, headers, body)
        VALUES ('k', 'first', x'00ff', 5, 201, '{}', '{}'), ('k', 'second', x'01', 6, 204, '{}', NULL);
      INSERT INTO counters VALUES ('address:192.0.2.1', 1, 2, 3, 4, 5, 6, 7, 8, 9);`);
    sqlite.close();
  }

  const count = async (table: string) =>
    Number((await database.query(`SELECT count(*) FROM ${table}`)).rows[0]?.count);

  test('copies everything, and the copy can be served with the same ids, keys and counts', async () => {
    const key = await createKey({ file: store.file }, 'free');
    const before = await store.start();
    for (let index = 0; index < 7; index += 1) await before.call('/pets', key);
    await before.stop();
    fill(100);
    const { exitCode, stderr } = await spawnCopy().ended;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stderr).toContain(
      'copied and verified: 99 pets, 2 orders, 1 api_keys, 1 api_key_secrets, 2 counters, 2 idempotency_records, 1 key_events, ',
    );
    const after = await startServerProcess({ env: { DATABASE_URL: database.url } });
    try {
      const listed = await after.call('/pets?limit=2', key);
      expect(listed.headers.get('RateLimit')).toMatch(/"day";r=992/);
      expect(await listed.text()).toContain('"categoryId":9223372036854775806');
      const created = await after.call('/pets', key, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"name":"new","categoryId":1}',
      });
      const { id }: { id: number } = JSON.parse(await created.text());
      expect(id).toBe(101); // 100 was already assigned
    } finally {
      await after.stop();
    }
  });

  test(`when a copy of ${ANIMALS} animals is killed and repeated, then it completes without duplicates`, async () => {
    await createKey({ file: store.file }, 'free');
    fill(ANIMALS);
    let kills = 0;
    for (const copiedBefore of [0, ANIMALS / 4]) {
      const copying = spawnCopy();
      const hasCopied = async () => (await count('pets').catch(() => 0)) > copiedBefore;
      while (copying.child.exitCode === null && !(await hasCopied())) await pause(20);
      if (copying.child.exitCode === null) kills += 1;
      copying.child.kill('SIGKILL');
      await copying.ended;
    }
    const copied = await count('pets');
    const listed = await runCli(['keys', 'list'], { env: { DATABASE_URL: database.url } });
    expect(listed).toMatchObject({ exitCode: 1 });
    expect(listed.stderr).toContain('a copy into it has not ended');
    const startMs = performance.now();
    const { exitCode, stderr } = await spawnCopy().ended;
    const seconds = (performance.now() - startMs) / 1000;
    process.stdout.write(
      `copy: killed ${kills} times, ${copied} animals there then, the rest and the comparison in ${seconds.toFixed(0)} s\n`,
    );
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(kills).toBeGreaterThan(0);
    expect(copied).toBeGreaterThan(0);
    expect(copied).toBeLessThan(ANIMALS - 1);
    expect(await count('pets')).toBe(ANIMALS - 1);
    expect((await spawnCopy().ended).stderr).toContain('copied into it already, to the end');
  });
});
