import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describeIfTool, runTool } from '../support/describe-if-tool.js';
import { createKey, runCli } from '../support/run-cli.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createRoomyKey, readStored, snapshot } from './stored.js';
import { type Tracer, trace } from './strace.js';
import { Ledger, postPet, startWriters } from './writers.js';

const WRITERS = 16;
const STOPS_WITHIN_MS = 5_000;
/** More than pass before the log is copied into the database. */
const COMMITS_TO_CHECKPOINT = 300;

const store = useTempStore();
// The kernel lets nobody make a disk read-only while a file on it is open for writing, but does so itself when the disk
// fails; then each write gets EROFS. So that is injected, like the errors of the disk.
describeIfTool('strace')('when the disk fails under a running server', () => {
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
    '%s with %s, from call %d on: 503, one fatal line, the end; a new start has every acknowledged animal',
    async (call, code, from) => {
      const key = await createRoomyKey(store);
      const server = await store.start();
      const ledger = new Ledger();
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
      const writers = startWriters({ url: server.url, key, count: WRITERS, ledger });
      await ledger.answered(503);
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
      expect(tookMs).toBeLessThan(STOPS_WITHIN_MS);
      expect([...ledger.statuses.keys()].sort()).toEqual([201, 503]);

      const next = await store.start();
      const { names, integrity } = readStored(store.file);
      process.stdout.write(
        `disk: ${call} ${code}: ${ledger.acknowledged.size} acknowledged, ${ledger.statuses.get(503)} refused, stopped after ${Math.round(tookMs)} ms, ${ledger.missingFrom(names).length} missing\n`,
      );
      expect(integrity).toBe('ok');
      expect(ledger.acknowledged.size).toBeGreaterThan(0);
      expect(ledger.missingFrom(names)).toEqual([]);
      expect((await postPet(next.url, key, 'after')).status).toBe(201);
    },
  );

  /** Calls that touch another file, such as the log, stay well. */
  async function failDatabaseAlone(pid: number | undefined, calls: string, code: string) {
    const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=${code}`];
    tracer = await trace(pid ?? 0, '-o', '/dev/null', '-P', store.file, ...inject);
  }

  async function expectAllKept(ledger: Ledger, key: string, fault: string): Promise<void> {
    const next = await store.start();
    const { names, integrity } = readStored(store.file);
    const missing = ledger.missingFrom(names);
    process.stdout.write(
      `disk: ${fault} on the database file alone: ${ledger.acknowledged.size} acknowledged, ${missing.length} missing\n`,
    );
    expect(integrity).toBe('ok');
    expect(missing).toEqual([]);
    expect((await postPet(next.url, key, 'after')).status).toBe(201);
  }

  test.each(['pwrite64', 'fsync,fdatasync'])(
    '%s with EIO when the log is copied back: one fatal line, the end; a new start has every acknowledged animal',
    async (calls) => {
      const key = await createRoomyKey(store);
      const server = await store.start();
      const ledger = new Ledger();
      await failDatabaseAlone(server.child.pid, calls, 'EIO');
      const writers = startWriters({ url: server.url, key, count: 1, ledger });
      const { stdout, exitCode } = await server.ended;
      await writers.ended;
      expect(stdout.match(/"level":60.*"stopping/g)).toHaveLength(1);
      expect(exitCode).toBe(1);
      expect(ledger.acknowledged.size).toBeGreaterThan(COMMITS_TO_CHECKPOINT / 3); // nothing else failed
      expect(ledger.acknowledged.size).toBeLessThan(COMMITS_TO_CHECKPOINT);
      await expectAllKept(ledger, key, `${calls} EIO`);
    },
  );

  test('no room when the log is copied back: writing goes on, and after a kill a new start has every acknowledged animal', async () => {
    const key = await createRoomyKey(store);
    const server = await store.start();
    const ledger = new Ledger();
    await failDatabaseAlone(server.child.pid, 'pwrite64', 'ENOSPC');
    const writers = startWriters({ url: server.url, key, count: 1, ledger });
    await writers.acknowledge(COMMITS_TO_CHECKPOINT);
    await server.stop('SIGKILL');
    await writers.ended;
    expect([...ledger.statuses.keys()]).toEqual([201]);
    await expectAllKept(ledger, key, 'pwrite64 ENOSPC');
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

  async function expectRefusal(file: string): Promise<void> {
    const before = await snapshot(disk);
    runTool('mount', '-o', 'remount,ro', disk);
    const { stdout, stderr, exitCode } = await runCli(['serve'], { file, env: { PORT: '0' } });
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toMatch(/^animal-store: .+\n$/);
    expect(stderr).toContain(file);
    expect(stderr).toMatch(/read-?only/i);
    expect(await snapshot(disk)).toEqual(before);
  }

  test('then a start on the store that is there ends in one clear line that names it', async () => {
    const file = join(disk, 'store.db');
    await createKey({ file });
    await expectRefusal(file);
  });

  test('then so does one after the server before it was killed', async () => {
    const file = join(disk, 'store.db');
    const key = await createKey({ file });
    const server = await store.start({ DATABASE_URL: `file:${file}` });
    await postPet(server.url, key, 'kept');
    await server.stop('SIGKILL');
    await access(`${file}-wal`);
    await expectRefusal(file);
  });

  test('then so does a start of a new store', async () => {
    await expectRefusal(join(disk, 'new.db'));
  });
});
