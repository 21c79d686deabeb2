// Owner of a store: root may run a command on the store of the service's user, who can use all files afterwards.
import { chownSync, lstatSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeIfTool } from '../support/describe-if-tool.js';
import { OTHER_USER, useOtherUser } from '../support/other-user.js';
import { createKey, runCli } from '../support/run-cli.js';
import { useTempStore } from '../support/use-temp-store.js';

const store = useTempStore();
const inFolder = (...names: string[]) => join(store.folder, ...names);

/** The files of a folder that belong to another user or group than the service's. */
function foreignFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const { uid, gid } = lstatSync(join(folder, name));
    return uid !== OTHER_USER || gid !== OTHER_USER;
  });
}

describeIfTool('mount')('when the store belongs to another user', () => {
  const user = useOtherUser();
  const run = (...args: string[]) => runCli(args, { file: store.file, ...user });
  beforeEach(() => chownSync(store.folder, OTHER_USER, OTHER_USER));

  test('then all that root creates belongs to that user, who serves and imports afterwards', async () => {
    const rows = inFolder('animals.csv');
    writeFileSync(rows, 'name,categoryId\nRex,1\n');
    chownSync(rows, OTHER_USER, OTHER_USER);
    const key = await createKey(store); // the first command: it creates the store
    await (await store.open()).close();
    await store.cli(['pets', 'import', rows]);
    await store.cli(['backup', inFolder('backup.db')]);
    await store.cli(['restore', inFolder('backup.db'), '--force']);
    const url = `file:${inFolder('new', 'folder', 'store.db')}`;
    await store.cli(['migrate', '--create'], { DATABASE_URL: url });
    const serving = await store.open(); // its log exists meanwhile
    expect(readdirSync(store.folder)).toContain('store.db-wal');
    expect(foreignFiles(store.folder)).toEqual([]);
    await serving.close();
    const server = await store.start({}, user);
    expect((await server.call('/pets', key)).status).toBe(200);
    expect((await run('pets', 'import', rows, '--again')).exitCode).toBe(0);
    expect((await run('backup', inFolder('later.db'))).stderr).not.toContain('warning');
  });

  test('then root follows no link that the user has put in place of a file', async () => {
    await store.cli(['migrate']);
    const target = inFolder('target');
    for (const name of ['-serving', '-last-backup', '-last-backup.unfinished'])
      symlinkSync(target, `${store.file}${name}`);
    await store.cli(['backup', inFolder('backup.db')]);
    expect(await store.failureOf(['serve'])).toContain('ENOENT');
    expect(readdirSync(store.folder)).not.toContain('target');
  });

  test('then doctor, as that user, fails on a lock file that root has left', async () => {
    await store.cli(['migrate']);
    for (const name of ['serving', 'importing']) {
      const lock = `${store.file}-${name}`;
      writeFileSync(lock, '', { mode: 0o600 });
      const { stdout, exitCode } = await run('doctor');
      expect(stdout).toMatch(
        new RegExp(`^failed {3}database .* EACCES: .*store\\.db-${name}`, 'm'),
      );
      expect(exitCode).toBe(1);
      rmSync(lock);
      expect((await run('doctor')).stdout).toMatch(/^ok {7}database /m);
    }
  });
});
