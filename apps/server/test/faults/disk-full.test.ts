// A disk without space for the database.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { document } from '@animal-store/contract/document';
import { describeIfService } from '../support/describe-if-service.js';
import { describeIfTool } from '../support/describe-if-tool.js';
import { queryOnce } from '../support/postgres.js';
import { startPostgres } from '../support/postgres-process.js';
import { createKeyApart, runCli } from '../support/run-cli.js';
import { type ServerProcess, startServerProcess } from '../support/start-server-process.js';
import { mountSmallDisk, type SmallDisk } from './full-disk.js';
import { createUnlimitedKey, readNames } from './inspect-store.js';
import { postPet, startWriteLoad } from './write-load.js';

/** How long the result of a readiness check is used, and a moment. */
const BETWEEN_CHECKS_MS = 300;
const QUOTA = 50;
const REFUSALS = document['x-rate-limit-ban'].refusalsPerMinute - 1; // one fewer than the refusals that begin a ban
const LARGE_QUOTA = { perMinute: 1_000_000, perDay: 100_000_000 };

interface Database {
  disk: SmallDisk;
  url: string;
  /** How much of the disk is filled by other files. */
  ballastBytes: number;
  close(): Promise<unknown>;
}

async function openSqlite(): Promise<Database> {
  const disk = await mountSmallDisk('size=1m');
  const url = `file:${join(disk.folder, 'store.db')}`;
  return { disk, url, ballastBytes: 300_000, close: async () => {} };
}

async function openPostgres(): Promise<Database> {
  const idOf = (flag: string) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout;
  const [uid, gid] = [idOf('-u').trim(), idOf('-g').trim()];
  const disk = await mountSmallDisk(`size=4m,uid=${uid},gid=${gid}`);
  const { url, close } = await startPostgres();
  await queryOnce(url, `CREATE TABLESPACE small LOCATION '${disk.folder}'`);
  await queryOnce(url, 'ALTER ROLE postgres SET default_tablespace = small');
  return { disk, url, ballastBytes: Number.POSITIVE_INFINITY, close };
}

describeIfTool('mount')('when the disk is full', () => {
  describe.each<[string, jest.Describe, () => Promise<Database>]>([
    ['SQLite', describe, openSqlite],
    ['PostgreSQL', describeIfService('PostgreSQL'), openPostgres],
  ])('on %s', (name, describeDatabase, open) => {
    describeDatabase('then', () => {
      let database: Database;
      let key: string;
      let limitedKey: string;
      let server: ServerProcess;
      /** Names by id of what was acknowledged. */
      let acknowledged: Map<number, string>;
      beforeAll(async () => {
        database = await open();
        const env = { DATABASE_URL: database.url };
        key = await createKeyApart({ env }, 'enterprise', LARGE_QUOTA);
        limitedKey = await createKeyApart({ env }, 'enterprise', { ...LARGE_QUOTA, perDay: QUOTA });
        server = await startServerProcess({ env });
        await server.call('/pets', limitedKey); // its counts have a row
        expect((await post('first')).status).toBe(201);
        database.disk.fill(database.ballastBytes);
        const writes = startWriteLoad(server.url, key, 8);
        await writes.waitForStatus(503);
        await writes.stop();
        expect(
          [...writes.statuses.keys()].filter((status) => ![201, 503].includes(status)),
        ).toEqual([]);
        acknowledged = writes.acknowledged.set(1, 'first');
        // when a batch does not fit, a single animal may
        for (let reply = await post('last'); reply.status === 201; reply = await post('last'))
          acknowledged.set(JSON.parse(reply.text).id, 'last');
        await pause(BETWEEN_CHECKS_MS);
      });
      afterAll(async () => {
        await server?.stop('SIGKILL');
        await database.close();
        await database.disk.unmount();
      });

      const post = (pet: string) => postPet(server.url, key, pet);
      const statusOf = async (path: string) => (await fetch(new URL(path, server.url))).status;

      test('every POST is a 503, it is alive but not ready, and reads have what was acknowledged', async () => {
        const newest = Math.max(...acknowledged.keys());
        for (let time = 0; time < 12; time += 1) {
          await pause(BETWEEN_CHECKS_MS); // in total longer than until the next check for free space
          expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503]);
          const { status, text, headers } = await post('disk full');
          expect([status, JSON.parse(text).code]).toEqual([503, 'unavailable']);
          expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
          expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
          const read = await server.call(`/pets/${newest}`, key);
          expect(await read.json()).toMatchObject({ name: acknowledged.get(newest) });
          expect(read.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
        }
        for (const path of ['/pets', '/store/orders'])
          expect((await server.call(path, key)).status).toBe(200);
      });

      if (name === 'SQLite') defineFileTests();

      test('once space is freed, it is ready and writes without a restart, and has what was acknowledged alone', async () => {
        await database.disk.free();
        while ((await statusOf('/readyz')) !== 200) await pause(BETWEEN_CHECKS_MS);
        const reply = await post('space freed');
        expect(reply.status).toBe(201);
        acknowledged.set(JSON.parse(reply.text).id, 'space freed');
        expect(server.child.exitCode).toBe(null);
        expect((await server.stop('SIGTERM')).exitCode).toBe(0);
        expect(await readNames(database.url)).toEqual(acknowledged);
        server = await startServerProcess({ env: { DATABASE_URL: database.url } });
        if (name === 'SQLite') expect((await server.call('/pets', limitedKey)).status).toBe(429);
      });

      function defineFileTests(): void {
        const file = () => database.url.slice('file:'.length);

        test('quotas are exact', async () => {
          const replies = await Promise.all(
            Array.from({ length: QUOTA - 1 + REFUSALS }, () => server.call('/pets', limitedKey)),
          );
          const statuses = replies.map(({ status }) => status);
          expect(statuses.filter((status) => status === 200)).toHaveLength(QUOTA - 1);
          expect(statuses.filter((status) => status === 429)).toHaveLength(REFUSALS);
        });

        test('the log, and each command that writes there, name the file in one wording', async () => {
          const message = `the disk is full: ${file()}`;
          const entry = `"err":{"type":"StorageFullError","message":"${message}"}`;
          await server.waitForOutput('stdout', new RegExp(entry));
          await expect(createUnlimitedKey({ file: file() })).rejects.toThrow(
            `animal-store: ${message}`,
          );
          const folder = await mkdtemp(join(tmpdir(), 'animal-store-room-'));
          const source = join(folder, 'store.db');
          const rows = join(folder, 'pets.csv');
          await createUnlimitedKey({ file: source });
          await writeFile(rows, `name,categoryId\n${'Rex,none\n'.repeat(1_000)}`);
          const target = join(database.disk.folder, 'target');
          for (const [args, at] of [
            [['backup', target], source],
            [['restore', source], target],
            [['migrate'], target],
            [['pets', 'import', rows, '--rejects', target], source],
          ] as const) {
            const { stderr, exitCode } = await runCli(args, { file: at });
            expect(stderr).toMatch(/^animal-store: .*the disk is full: .*$/m);
            expect(stderr).toContain(`the disk is full: ${target}`);
            expect(exitCode).toBe(1);
            for (const suffix of ['', '-journal', '-serving'])
              await rm(`${target}${suffix}`, { force: true });
          }
          await rm(folder, { recursive: true });
        });
      }
    });
  });
});
