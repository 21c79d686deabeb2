import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describeIfTool, runTool } from '../support/describe-if-tool.js';
import { createKey, runCli } from '../support/run-cli.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createUnlimitedKey, hashFiles, readStore } from './inspect-store.js';
import { type Tracer, trace } from './strace.js';
import { AcknowledgedWrites, postPet, startWriteLoad } from './write-load.js';

const WRITERS = 16;
const MAX_STOP_MS = 5_000;
/** More commits than fit before a checkpoint. */
const COMMITS_TO_CHECKPOINT = 300;

const store = useTempStore();
// A disk cannot be remounted read-only while a file on it is open for writing, but the kernel does so when the disk
// fails. Writes then fail with EROFS, so that error is injected too.
describeIfTool('strace')('when the disk fails while the server runs', () => {
  let tracer: Tracer | undefined;
  afterEach(async () => {
    await tracer?.detach();
    tracer = undefined;
  });

  test.each([
    ['fsync', 'EIO', 12],
    ['pwrite64', 'EIO', 60],
    ['pwrite64', 'EIO', 61],
    ['pwrite64', 'EROFS', 62],
  ])(
    '%s fails with %s from call %d on: 503, one fatal entry, exit; a restart has every acknowledged animal',
    async (call, code, from) => {
      const key = await createUnlimitedKey(store);
      const server = await store.start();
      const writes = new AcknowledgedWrites();
      const injected = `inject=${call}:error=${code}:when=${from}+`;
      tracer = await trace(
        server.child.pid ?? 0,
        '-o',
        '/dev/null',
        '-e',
        `trace=${call}`,
        '-e',
        injected,
      );
      const writers = startWriteLoad({ url: server.url, key, count: WRITERS, writes });
      await writes.waitForStatus(503);
      const refusedMs = performance.now();
      const { stdout, exitCode } = await server.ended;
      const tookMs = performance.now() - refusedMs;
      await writers.ended;

      const lines = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const fatal = lines.filter(({ level }) => level === 60);
      expect(fatal).toHaveLength(1);
      expect(JSON.stringify(fatal)).toContain('stopping');
      expect(exitCode).toBe(1);
      expect(tookMs).toBeLessThan(MAX_STOP_MS);
      expect([...writes.statusCounts.keys()].sort()).toEqual([201, 503]);

      const next = await store.start();
      const { names, integrity } = readStore(store.file);
      process.stdout.write(
        `disk: ${call} ${code}: ${writes.acknowledged.size} acknowledged, ${writes.statusCounts.get(503)} refused, stopped after ${Math.round(tookMs)} ms, ${writes.missingFrom(names).length} missing\n`,
      );
      expect(integrity).toBe('ok');
      expect(writes.acknowledged.size).toBeGreaterThan(0);
      expect(writes.missingFrom(names)).toEqual([]);
      expect((await postPet(next.url, key, 'after')).status).toBe(201);
    },
  );

  /** Injects errors only into calls on the database file. */
  async function failDatabaseFile(pid: number | undefined, calls: string, code: string) {
    const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=${code}`];
    tracer = await trace(pid ?? 0, '-o', '/dev/null', '-P', store.file, ...inject);
  }

  async function expectNothingLost(
    writes: AcknowledgedWrites,
    key: string,
    failure: string,
  ): Promise<void> {
    const next = await store.start();
    const { names, integrity } = readStore(store.file);
    const missing = writes.missingFrom(names);
    process.stdout.write(
      `disk: ${failure} on the database file alone: ${writes.acknowledged.size} acknowledged, ${missing.length} missing\n`,
    );
    expect(integrity).toBe('ok');
    expect(missing).toEqual([]);
    expect((await postPet(next.url, key, 'after')).status).toBe(201);
  }

  test.each(['pwrite64', 'fsync,fdatasync'])(
    '%s fails with EIO during a checkpoint: one fatal entry, exit; a restart has every acknowledged animal',
    async (calls) => {
      const key = await createUnlimitedKey(store);
      const server = await store.start();
      const writes = new AcknowledgedWrites();
      await failDatabaseFile(server.child.pid, calls, 'EIO');
      const writers = startWriteLoad({ url: server.url, key, count: 1, writes });
      const { stdout, exitCode } = await server.ended;
      await writers.ended;
      expect(stdout.match(/"level":60.*stopping/g)).toHaveLength(1);
      expect(exitCode).toBe(1);
      expect(writes.acknowledged.size).toBeGreaterThan(COMMITS_TO_CHECKPOINT / 3); // only the checkpoint failed
      expect(writes.acknowledged.size).toBeLessThan(COMMITS_TO_CHECKPOINT);
      await expectNothingLost(writes, key, `${calls} EIO`);
    },
  );

  test('ENOSPC during a checkpoint: writes go on, and a restart after a kill has every acknowledged animal', async () => {
    const key = await createUnlimitedKey(store);
    const server = await store.start();
    const writes = new AcknowledgedWrites();
    await failDatabaseFile(server.child.pid, 'pwrite64', 'ENOSPC');
    const writers = startWriteLoad({ url: server.url, key, count: 1, writes });
    await writers.waitForWrites(COMMITS_TO_CHECKPOINT);
    await server.stop('SIGKILL');
    await writers.ended;
    expect([...writes.statusCounts.keys()]).toEqual([201]);
    await expectNothingLost(writes, key, 'pwrite64 ENOSPC');
  });
});

describeIfTool('mount')('when the folder of the store is read-only', () => {
  let disk: string;
  beforeEach(async () => {
    disk = join(store.folder, 'disk');
    await mkdir(disk);
    runTool('mount', '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk);
  });
  afterEach(() => runTool('umount', disk));

  async function expectStartError(file: string): Promise<void> {
    const before = await hashFiles(disk);
    runTool('mount', '-o', 'remount,ro', disk);
    const { stdout, stderr, exitCode } = await runCli(['serve'], { file, env: { PORT: '0' } });
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toMatch(/^animal-store: .+\n$/);
    expect(stderr).toContain(file);
    expect(stderr).toMatch(/read-?only/i);
    expect(await hashFiles(disk)).toEqual(before);
  }

  test('then a start on an existing store fails with one line that names the file', async () => {
    const file = join(disk, 'store.db');
    await createKey({ file });
    await expectStartError(file);
  });

  test('then a start after a kill fails the same way', async () => {
    const file = join(disk, 'store.db');
    const key = await createKey({ file });
    const server = await store.start({ DATABASE_URL: `file:${file}` });
    await postPet(server.url, key, 'kept');
    await server.stop('SIGKILL');
    await access(`${file}-wal`);
    await expectStartError(file);
  });

  test('then a start of a new store fails the same way', async () => {
    await expectStartError(join(disk, 'new.db'));
  });
});
