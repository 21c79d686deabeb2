import { mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { document } from '@animal-store/contract';
import { pageSizesOf } from '../support/contract-values.js';
import { describeIfTool, runTool } from '../support/describe-if-tool.js';
import { type ServerProcess, startServerProcess } from '../support/start-server-process.js';
import { createUnlimitedKey, readStore } from './inspect-store.js';
import { AcknowledgedWrites, postPet, startWriteLoad } from './write-load.js';

const WRITERS = 8;
/** How long the result of a readiness check is used. */
const CHECK_INTERVAL_MS = 250;
const BALLAST_BYTES = 300_000;
const QUOTA = 50;
const REFUSALS = document['x-rate-limit-ban'].refusalsPerMinute - 1; // one fewer than the refusals that begin a ban

describeIfTool('mount')('when the disk is full', () => {
  let disk: string;
  let file: string;
  let ballast: string;
  let key: string;
  let limitedKey: string;
  let server: ServerProcess;
  const writes = new AcknowledgedWrites();

  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'animal-store-full-'));
    runTool('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk);
    file = join(disk, 'store.db');
    ballast = join(disk, 'ballast');
    await writeFile(ballast, Buffer.alloc(BALLAST_BYTES, 1));
    key = await createUnlimitedKey({ file });
    limitedKey = await createUnlimitedKey({ file }, { perDay: QUOTA });
    server = await startServerProcess({ file });
    const writers = startWriteLoad({ url: server.url, key, count: WRITERS, writes });
    await writes.waitForStatus(503);
    await writers.stop();
    await fillRemainingSpace();
    await pause(CHECK_INTERVAL_MS); // the result of a check from before the disk was full is no longer used
  });
  afterAll(async () => {
    await server?.stop('SIGKILL');
    runTool('umount', disk);
    await rmdir(disk);
  });

  /** When a batch does not fit, a single animal may. */
  async function fillRemainingSpace() {
    for (let number = 0; ; number += 1) {
      const name = `last ${number}`;
      const reply = await postPet(server.url, key, name);
      writes.record(name, reply);
      if (reply.status === 503) return;
    }
  }
  const statusOf = async (path: string) => (await fetch(new URL(path, server.url))).status;
  const newestId = () => Math.max(...writes.acknowledged.keys());

  test('then every POST is a 503 of the contract', async () => {
    expect(writes.acknowledged.size).toBeGreaterThan(0);
    expect([...writes.statusCounts.keys()].sort()).toEqual([201, 503]);
    for (let time = 0; time < 3; time += 1) {
      const { status, text, headers } = await postPet(server.url, key, 'disk full');
      expect(status).toBe(503);
      expect(JSON.parse(text)).toMatchObject({ code: 'unavailable', status: 503 });
      expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
    }
  });

  test('then reads work, with rate-limit headers, and have what was acknowledged', async () => {
    for (const path of [
      '/pets',
      `/pets?limit=${pageSizesOf('listPets').maxLimit}`,
      `/pets/${newestId()}`,
      '/store/orders',
    ]) {
      const reply = await server.call(path, key);
      expect(reply.status).toBe(200);
      for (const name of ['Limit', 'Remaining', 'Reset']) {
        expect(reply.headers.get(`X-RateLimit-${name}`)).toMatch(/^\d+$/);
      }
    }
    const pet = await (await server.call(`/pets/${newestId()}`, key)).json();
    expect(pet).toMatchObject({ name: writes.acknowledged.get(newestId()) });
  });

  test('then /healthz is 200 and /readyz 503, even if a small write would fit', async () => {
    for (let time = 0; time < 5; time += 1) {
      expect(await statusOf('/healthz')).toBe(200);
      expect(await statusOf('/readyz')).toBe(503);
      expect((await postPet(server.url, key, 'disk full')).status).toBe(503);
    }
  });

  test('then quotas are exact', async () => {
    const replies = await Promise.all(
      Array.from({ length: QUOTA + REFUSALS }, () => server.call('/pets', limitedKey)),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(QUOTA);
    expect(statuses.filter((status) => status === 429)).toHaveLength(REFUSALS);
  });

  test('then creating a key fails with one line', async () => {
    await expect(createUnlimitedKey({ file })).rejects.toThrow(/animal-store: .*full/);
  });

  test('and space is freed, then it is ready and writes without a restart', async () => {
    await rm(ballast);
    await pause(CHECK_INTERVAL_MS); // an earlier check may still count
    expect(await statusOf('/readyz')).toBe(200);
    const name = 'space freed';
    const reply = await postPet(server.url, key, name);
    expect(reply.status).toBe(201);
    writes.record(name, reply);
    expect(server.child.exitCode).toBe(null);
  });

  test('and space was freed, then nothing acknowledged is lost, nothing refused was added, and a used-up quota stays used up after a restart', async () => {
    expect((await server.call('/pets', limitedKey)).status).toBe(429);
    expect((await server.stop('SIGTERM')).exitCode).toBe(0);
    const { names, integrity } = readStore(file);
    const missing = writes.missingFrom(names);
    process.stdout.write(
      `full: ${writes.acknowledged.size} acknowledged, ${writes.statusCounts.get(503)} refused, ${missing.length} missing\n`,
    );
    expect(integrity).toBe('ok');
    expect(missing).toEqual([]);
    expect(names.size).toBe(writes.acknowledged.size);
    server = await startServerProcess({ file });
    expect((await server.call('/pets', limitedKey)).status).toBe(429);
  });
});
