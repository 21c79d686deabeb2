import { mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { document } from '@animal-store/contract';
import { pageSizesOf } from '../support/contract-values.js';
import { describeIfTool, runTool } from '../support/describe-if-tool.js';
import { type ServerProcess, startServerProcess } from '../support/start-server-process.js';
import { createRoomyKey, readStored } from './stored.js';
import { Ledger, postPet, startWriters } from './writers.js';

const WRITERS = 8;
const BALLAST_BYTES = 300_000;
const QUOTA = 50;
const TOO_MANY = document['x-rate-limit-ban'].refusalsPerMinute - 1; // one more would lead to a ban

describeIfTool('mount')('when the disk has no room left', () => {
  let disk: string;
  let file: string;
  let ballast: string;
  let key: string;
  let limitedKey: string;
  let server: ServerProcess;
  const ledger = new Ledger();

  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'animal-store-full-'));
    runTool('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk);
    file = join(disk, 'store.db');
    ballast = join(disk, 'ballast');
    await writeFile(ballast, Buffer.alloc(BALLAST_BYTES, 1));
    key = await createRoomyKey({ file });
    limitedKey = await createRoomyKey({ file }, { perDay: QUOTA });
    server = await startServerProcess({ file });
    const writers = startWriters({ url: server.url, key, count: WRITERS, ledger });
    await ledger.answered(503);
    await writers.stop();
    await fillTheRest();
  });
  afterAll(async () => {
    await server?.stop('SIGKILL');
    runTool('umount', disk);
    await rmdir(disk);
  });

  /** Where a batch had no room, one animal alone may. */
  async function fillTheRest() {
    for (let number = 0; ; number += 1) {
      const name = `last ${number}`;
      const reply = await postPet(server.url, key, name);
      ledger.enter(name, reply);
      if (reply.status === 503) return;
    }
  }
  const statusOf = async (path: string) => (await fetch(new URL(path, server.url))).status;
  const newest = () => Math.max(...ledger.acknowledged.keys());

  test('then a POST is a 503 of the contract, each time', async () => {
    expect(ledger.acknowledged.size).toBeGreaterThan(0);
    expect([...ledger.statuses.keys()].sort()).toEqual([201, 503]);
    for (let time = 0; time < 3; time += 1) {
      const { status, text, headers } = await postPet(server.url, key, 'no room');
      expect(status).toBe(503);
      expect(JSON.parse(text)).toMatchObject({ code: 'unavailable', status: 503 });
      expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
    }
  });

  test('then reading goes on, with the headers of the quota, and finds what was acknowledged', async () => {
    for (const path of [
      '/pets',
      `/pets?limit=${pageSizesOf('listPets').maxLimit}`,
      `/pets/${newest()}`,
      '/store/orders',
    ]) {
      const reply = await server.call(path, key);
      expect(reply.status).toBe(200);
      for (const name of ['Limit', 'Remaining', 'Reset']) {
        expect(reply.headers.get(`X-RateLimit-${name}`)).toMatch(/^\d+$/);
      }
    }
    const pet = await (await server.call(`/pets/${newest()}`, key)).json();
    expect(pet).toMatchObject({ name: ledger.acknowledged.get(newest()) });
  });

  test('then the service is alive, but not ready, even where a small write still fits', async () => {
    for (let time = 0; time < 5; time += 1) {
      expect(await statusOf('/healthz')).toBe(200);
      expect(await statusOf('/readyz')).toBe(503);
      expect((await postPet(server.url, key, 'no room')).status).toBe(503);
    }
  });

  test('then quotas hold to the request', async () => {
    const replies = await Promise.all(
      Array.from({ length: QUOTA + TOO_MANY }, () => server.call('/pets', limitedKey)),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(QUOTA);
    expect(statuses.filter((status) => status === 429)).toHaveLength(TOO_MANY);
  });

  test('then a key can still not be issued, and the refusal is one line', async () => {
    await expect(createRoomyKey({ file })).rejects.toThrow(/animal-store: .*full/);
  });

  test('and there is room again, then it is ready and writes, without a restart', async () => {
    await rm(ballast);
    expect(await statusOf('/readyz')).toBe(200);
    const name = 'room again';
    const reply = await postPet(server.url, key, name);
    expect(reply.status).toBe(201);
    ledger.enter(name, reply);
    expect(server.child.exitCode).toBe(null);
  });

  test('and there was, then nothing acknowledged is lost, nothing refused was added, and the quota that was used up stays so after a restart', async () => {
    expect((await server.call('/pets', limitedKey)).status).toBe(429);
    expect((await server.stop('SIGTERM')).exitCode).toBe(0);
    const { names, integrity } = readStored(file);
    const missing = ledger.missingFrom(names);
    process.stdout.write(
      `full: ${ledger.acknowledged.size} acknowledged, ${ledger.statuses.get(503)} refused, ${missing.length} missing\n`,
    );
    expect(integrity).toBe('ok');
    expect(missing).toEqual([]);
    expect(names.size).toBe(ledger.acknowledged.size);
    server = await startServerProcess({ file });
    expect((await server.call('/pets', limitedKey)).status).toBe(429);
  });
});
