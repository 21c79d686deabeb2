import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describeIfService } from '../support/describe-if-service.js';
import { describeIfTool, runTool } from '../support/describe-if-tool.js';
import { queryOnce } from '../support/postgres.js';
import { startPostgres } from '../support/postgres-process.js';
import { createKey } from '../support/run-cli.js';
import type { ServiceProcess } from '../support/service-process.js';
import { type ServerProcess, startServerProcess } from '../support/start-server-process.js';
import { postPet } from './write-load.js';

const BALLAST_BYTES = 1_500_000;
/** The result of a check is cached for 250 ms. */
const BETWEEN_CHECKS_MS = 300;
const LARGE_QUOTA = { perMinute: 1_000_000, perDay: 100_000_000 };

const idOfPostgres = (flag: string) =>
  spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout.trim();

describeIfService('PostgreSQL')('when the tablespace of PostgreSQL', () => {
  describeIfTool('mount')('is full', () => {
    let disk: string;
    let postgres: ServiceProcess;
    let server: ServerProcess;
    let key: string;
    beforeAll(async () => {
      disk = await mkdtemp(join(tmpdir(), 'animal-store-tablespace-'));
      const owner = `uid=${idOfPostgres('-u')},gid=${idOfPostgres('-g')}`;
      runTool('mount', '-t', 'tmpfs', '-o', `size=4m,${owner}`, 'tmpfs', disk);
      await writeFile(join(disk, 'ballast'), Buffer.alloc(BALLAST_BYTES, 1));
      postgres = await startPostgres();
      await queryOnce(postgres.url, `CREATE TABLESPACE small LOCATION '${disk}'`);
      await queryOnce(postgres.url, 'ALTER ROLE postgres SET default_tablespace = small');
      const env = { DATABASE_URL: postgres.url };
      key = await createKey({ env }, 'enterprise', LARGE_QUOTA);
      server = await startServerProcess({ env });
    });
    afterAll(async () => {
      await server?.stop('SIGKILL');
      await postgres?.close();
      runTool('umount', disk);
      await rmdir(disk);
    });

    const ready = async () => (await fetch(new URL('/readyz', server.url))).status;
    const post = () => postPet(server.url, key, 'x'.repeat(255));

    /** Fills the disk in large steps, then through the server until it refuses an animal. */
    async function fill(): Promise<void> {
      const many = `INSERT INTO pets (name, category_id)
        SELECT repeat('x', 255), 1 FROM generate_series(1, $1::int)`;
      for (const count of [500, 50, 5]) {
        while (await succeeds(() => queryOnce(postgres.url, many, [count])));
      }
      while ((await post()).status === 201);
    }
    async function succeeds(write: () => Promise<unknown>): Promise<boolean> {
      try {
        await write();
        return true;
      } catch (error) {
        expect(error).toHaveProperty('code', '53100');
        return false;
      }
    }

    test('then it is not ready after a write has failed, and reads still work', async () => {
      expect(await ready()).toBe(200);
      await fill();
      for (let time = 0; time < 12; time += 1) {
        await pause(BETWEEN_CHECKS_MS); // in total longer than until the next check for free space
        expect(await ready()).toBe(503);
        expect((await server.call('/pets', key)).status).toBe(200);
      }
      const reply = await post();
      expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1']);
    });

    test('and space is freed, then it is ready and writes without a restart', async () => {
      await rm(join(disk, 'ballast'));
      while ((await ready()) !== 200) await pause(BETWEEN_CHECKS_MS);
      expect((await post()).status).toBe(201);
      const { rows } = await queryOnce(
        postgres.url,
        "SELECT relname FROM pg_class WHERE relname = 'animal_store_disk_check'",
      );
      expect(rows).toEqual([]);
    });
  });

  test('is not full, then /readyz writes no transaction', async () => {
    const postgres = await startPostgres();
    const server = await startServerProcess({ env: { DATABASE_URL: postgres.url } });
    try {
      await queryOnce(postgres.url, 'ALTER SYSTEM SET autovacuum = off');
      await queryOnce(postgres.url, 'SELECT pg_reload_conf()');
      const nextTransaction = async () => {
        const { rows } = await queryOnce(
          postgres.url,
          'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS id',
        );
        return rows[0]?.id;
      };
      await pause(1_500); // lets autovacuum and the limiter's sweep finish
      const before = await nextTransaction();
      for (let time = 0; time < 5; time += 1) {
        expect((await fetch(new URL('/readyz', server.url))).status).toBe(200);
        await pause(BETWEEN_CHECKS_MS);
      }
      expect(await nextTransaction()).toBe(before);
    } finally {
      await server.stop('SIGKILL');
      await postgres.close();
    }
  });
});
