// Names of one store: symbolic links, which lead to its one path, and hard links and mounts of the file, which are refused.
import {
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { readDatabase } from '@animal-store/engine/internal/settings/setting-readers';
import { describeIfTool, runTool } from '../../support/describe-if-tool.js';
import { createKey } from '../../support/run-cli.js';
import { useTempStore } from '../../support/use-temp-store.js';

const store = useTempStore();
const inFolder = (...names: string[]) => join(store.folder, ...names);
const envOf = (file: string) => ({ DATABASE_URL: `file:${file}` });

/** Commands on a store, each with the name that it is given. */
const commandsOn = (name: string): [args: string[], env: Record<string, string>][] => [
  ...[['serve'], ['migrate'], ['keys', 'list'], ['pets', 'import', inFolder('a.csv')]].map(
    (args): [string[], Record<string, string>] => [args, envOf(name)],
  ),
  [['backup', inFolder('backup.db')], envOf(name)],
  [['copy', '--from', `file:${name}`, '--to', 'postgres://nowhere.invalid/x'], {}],
];

/** A store whose log has lost acknowledged animals. */
async function damageLog(): Promise<void> {
  const key = await createKey(store);
  const server = await store.start();
  for (let id = 1; id <= 30; id += 1) {
    const body = JSON.stringify({ name: `animal-${id}`, categoryId: 1 });
    const headers = { 'Content-Type': 'application/json' };
    expect((await server.call('/pets', key, { method: 'POST', headers, body })).status).toBe(201);
  }
  await server.stop('SIGKILL');
  truncateSync(`${store.file}-wal`, 20_000);
}

describe('when a store is named by a symbolic link', () => {
  test('then a shortened log is found, by every command', async () => {
    await damageLog();
    const link = inFolder('elsewhere', 'link.db');
    mkdirSync(inFolder('elsewhere'));
    symlinkSync('../store.db', link);
    for (const [args, env] of commandsOn(link).filter(([[name]]) => name !== 'pets'))
      expect(await store.failureOf(args, env)).toContain('its write-ahead log is damaged');
    const { stdout } = await store.cli(['doctor'], { ...envOf(link), PORT: '0' });
    expect(stdout).toMatch(/^failed {3}database .* its write-ahead log is damaged/m);
    expect(readdirSync(inFolder('elsewhere'))).toEqual(['link.db']);
  });

  test('then a backup that is named by one has its log checked too', async () => {
    await damageLog();
    const link = inFolder('link.db');
    symlinkSync(store.file, link);
    const other = envOf(inFolder('other.db'));
    for (const args of [
      ['backup', '--verify', link],
      ['restore', link],
    ])
      expect(await store.failureOf(args, other)).toContain('its write-ahead log is damaged');
  });

  test('then one whose file does not exist yet has one server', async () => {
    mkdirSync(inFolder('data'));
    symlinkSync(inFolder('data', 'real.db'), store.file);
    symlinkSync('store.db', inFolder('second.db')); // a link to a link
    symlinkSync('data', inFolder('folder'));
    await store.open();
    expect(readdirSync(store.folder).sort()).toEqual(['data', 'folder', 'second.db', 'store.db']);
    for (const name of ['store.db', 'second.db', 'folder/real.db', 'folder/../second.db'])
      expect(await store.failureOf(['serve'], envOf(inFolder(name)))).toContain(
        `a server is serving ${inFolder('data', 'real.db')} already`,
      );
    await createKey(store);
  });

  test('then links in a circle are refused', async () => {
    symlinkSync('b.db', inFolder('a.db'));
    symlinkSync('a.db', inFolder('b.db'));
    expect(await store.failureOf(['serve'], envOf(inFolder('a.db')))).toContain(
      'cannot use DATABASE_URL: ELOOP',
    );
  });
});

test('when a store has a hard link, then every command refuses it, by both names, beside a server too', async () => {
  await store.cli(['migrate']);
  const { call } = await store.open();
  const other = inFolder('other.db');
  linkSync(store.file, other);
  for (const name of [store.file, other])
    for (const [args, env] of commandsOn(name))
      expect(await store.failureOf(args, env)).toMatch(
        /cannot use (DATABASE_URL|--from): .* has 2 names \(hard links\)/,
      );
  expect((await call('/pets', 'none')).status).toBe(401);
  rmSync(other);
  expect((await store.cli(['keys', 'list'])).exitCode).toBe(0);
});

describeIfTool('mount')('when the file of a store is a mount of its own', () => {
  test('then every command refuses it, and its folder may be one', async () => {
    await store.cli(['migrate']);
    const folder = inFolder('a folder with spaces');
    const file = join(folder, 'store.db');
    mkdirSync(folder);
    writeFileSync(file, '');
    runTool('mount', '--bind', store.file, file);
    try {
      for (const [args, env] of commandsOn(file))
        expect(await store.failureOf(args, env)).toContain(
          `${file} is mounted on its own: mount its folder, not the file`,
        );
    } finally {
      runTool('umount', file);
    }
    runTool('mount', '--bind', store.folder, folder);
    try {
      await store.open();
      expect(await store.failureOf(['serve'], envOf(file))).toContain('a server is serving');
    } finally {
      runTool('umount', '--lazy', folder);
    }
  });
});

test('when no file is named, then the path is that of the folder, without links and without `..`', () => {
  symlinkSync(store.folder, inFolder('here'));
  const fileOf = (path: string) => readDatabase(`file:${path}`, 'DATABASE_URL');
  for (const path of [
    'new/store.db',
    'here/new/store.db',
    'here/here/./new/store.db',
    'new//store.db',
  ])
    expect(fileOf(inFolder(path))).toEqual({ kind: 'sqlite', file: inFolder('new/store.db') });
  expect(fileOf('store.db')).toEqual({ kind: 'sqlite', file: join(process.cwd(), 'store.db') });
});
