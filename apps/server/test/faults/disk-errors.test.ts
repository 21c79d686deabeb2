// A disk that fails, or is read-only.
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describeIfTool, runTool } from '../support/describe-if-tool.js';
import { createKey, runCli } from '../support/run-cli.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createUnlimitedKey, hashFiles, readStore } from './inspect-store.js';
import { failCalls, type Tracer } from './strace.js';
import { postPet, startWriteLoad, type WriteLoad } from './write-load.js';

const WRITERS = 16;
/** More commits than fit before a checkpoint. */
const COMMITS_TO_CHECKPOINT = 700;

const store = useTempStore();

async function expectNothingLost(writes: WriteLoad, key: string): Promise<void> {
  const next = await store.start();
  const { names, integrity } = readStore(store.file);
  expect(integrity).toBe('ok');
  expect(writes.missingFrom(names)).toEqual([]);
  expect((await postPet(next.url, key, 'after')).status).toBe(201);
}

// A disk cannot be remounted read-only while a file on it is open for writing, but the kernel does so when the disk
// fails. Writes then fail with EROFS, so that error is injected too.
describeIfTool('strace')('when the disk fails while the server runs', () => {
  let tracer: Tracer | undefined;
  afterEach(async () => {
    await tracer?.detach();
    tracer = undefined;
  });

  test.each([
    ['fsync,fdatasync', 'EIO', 'from call 12 on', 12],
    ['pwrite64', 'EIO', 'from call 60 on', 60],
    ['pwrite64', 'EIO', 'from call 61 on', 61],
    ['pwrite64', 'EROFS', 'from call 62 on', 62],
    ['pwrite64', 'EIO', 'during a checkpoint', undefined],
    ['fsync,fdatasync', 'EIO', 'during a checkpoint', undefined],
  ])(
    '%s fails with %s %s: a fatal entry, exit; a restart has what was acknowledged',
    async (calls, code, _, from) => {
      const key = await createUnlimitedKey(store);
      const server = await store.start();
      const isCheckpoint = from === undefined; // commits go on until then
      tracer = isCheckpoint
        ? await failCalls(server.child.pid, calls, `error=${code}`, store.file)
        : await failCalls(server.child.pid, calls, `error=${code}:when=${from}+`);
      const writes = startWriteLoad(server.url, key, isCheckpoint ? 1 : WRITERS);
      const { stdout, exitCode } = await server.ended;
      await writes.ended;
      expect(stdout.match(/"level":60.*stopping/g)).toHaveLength(1);
      expect(exitCode).toBe(1);
      const count = writes.acknowledged.size;
      if (isCheckpoint) {
        expect(count).toBeGreaterThan(COMMITS_TO_CHECKPOINT / 3);
        expect(count).toBeLessThan(COMMITS_TO_CHECKPOINT);
      } else {
        expect([...writes.statuses.keys()].sort()).toEqual([201, 503]);
        // each commit has a flush of its own, and acknowledges at most one animal of each writer
        if (calls !== 'pwrite64') expect(count).toBeLessThan(from * WRITERS);
      }
      await expectNothingLost(writes, key);
    },
  );

  test('ENOSPC during a checkpoint: writes go on, and a restart after a kill has every acknowledged animal', async () => {
    const key = await createUnlimitedKey(store);
    const server = await store.start();
    tracer = await failCalls(server.child.pid, 'pwrite64', 'error=ENOSPC', store.file);
    const writes = startWriteLoad(server.url, key, 1);
    await writes.waitForWrites(COMMITS_TO_CHECKPOINT);
    await server.stop('SIGKILL');
    await writes.ended;
    expect([...writes.statuses.keys()]).toEqual([201]);
    await expectNothingLost(writes, key);
  });
});

describeIfTool('mount')('when the folder of the store is read-only', () => {
  let disk: string;
  let file: string;
  beforeEach(async () => {
    disk = join(store.folder, 'disk');
    file = join(disk, 'store.db');
    await mkdir(disk);
    runTool('mount', '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk);
  });
  afterEach(() => runTool('umount', disk));

  test.each<[string, () => Promise<unknown>]>([
    ['a new store', async () => {}],
    ['an existing store', () => createKey({ file })],
    ['a store after a kill', killServer],
  ])('then a start of %s fails with one line that names the file', async (_, prepare) => {
    await prepare();
    const before = await hashFiles(disk);
    runTool('mount', '-o', 'remount,ro', disk);
    const { stdout, stderr, exitCode } = await runCli(['serve'], { file, env: { PORT: '0' } });
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toMatch(/^animal-store: .*read-?only.*\n$/i);
    expect(stderr).toContain(file);
    expect(await hashFiles(disk)).toEqual(before);
  });

  async function killServer(): Promise<void> {
    const key = await createKey({ file });
    const server = await store.start({ DATABASE_URL: `file:${file}` });
    await postPet(server.url, key, 'kept');
    await server.stop('SIGKILL');
    await access(`${file}-wal`);
  }
});
