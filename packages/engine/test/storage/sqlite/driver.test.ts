// The SQLite driver: its garbage collection, and the cache of built ones, in packages without their build script.
import { execFile, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const DRIVER = createRequire(__filename).resolve('better-sqlite3');
const PACKAGE = join(dirname(DRIVER), '..');
const BUILT = 'node_modules/better-sqlite3/build';

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'animal-store-driver-'));
});
afterEach(() => rmSync(scratch, { recursive: true }));

test('when another clone has built the driver, then a clone without one does not build it', () => {
  expect(ensure(clone('one', 'with driver'))).toEqual({ status: 0, stderr: '' });
  const other = clone('other', 'without');
  expect(ensure(other)).toEqual({ status: 0, stderr: '' });
  expect(readdirSync(join(other, BUILT, 'Release'))).toEqual(['better_sqlite3.node']);
});

test('when the cached driver does not load, then it is built again', () => {
  ensure(clone('one', 'with driver'));
  const [name = ''] = readdirSync(join(scratch, 'cache/animal-store'));
  truncateSync(join(scratch, 'cache/animal-store', name), 1000);
  const { status, stderr } = ensure(clone('other', 'without'));
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^Building better-sqlite3/)]);
});

test('when the cache cannot be written, or the packed server is installed, then it is not used', () => {
  expect(ensure(clone('one', 'with driver'), '--optional')).toEqual({ status: 0, stderr: '' });
  expect(existsSync(join(scratch, 'cache'))).toBe(false);
  writeFileSync(join(scratch, 'cache'), 'a file');
  expect(ensure(clone('other', 'with driver'))).toEqual({ status: 0, stderr: '' });
});

/** The driver's package without its build script, and our scripts. */
function clone(name: string, driver: 'with driver' | 'without'): string {
  const folder = join(scratch, name);
  cpSync(join(__dirname, '../../../sqlite-driver'), join(folder, 'sqlite-driver'), {
    recursive: true,
  });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const part of ['better-sqlite3', 'bindings', 'file-uri-to-path'])
    cpSync(join(PACKAGE, '..', part), join(folder, 'node_modules', part), {
      recursive: true,
      filter: (source) => !/better-sqlite3\/(?:build|deps|src)$/.test(source),
    });
  writeFileSync(
    join(folder, 'node_modules/better-sqlite3/package.json'),
    '{ "name": "better-sqlite3", "version": "12.0.0", "main": "lib/index.js" }',
  );
  const file = 'Release/better_sqlite3.node';
  if (driver === 'with driver') cpSync(join(PACKAGE, 'build', file), join(folder, BUILT, file));
  return folder;
}

function ensure(folder: string, ...args: string[]) {
  const env = { PATH: '', HOME: scratch, XDG_CACHE_HOME: join(scratch, 'cache') };
  const script = join(folder, 'sqlite-driver/ensure.js');
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, stderr };
}

const STATEMENTS = 200_000;

/**
 * Version 12 aborts the process if compiled with the headers of Node 24.19 or later: V8 has no current context while its builtins allocate and collect
 * garbage.
 */
const SCRIPT = `
  const database = new (require(${JSON.stringify(DRIVER)}))(':memory:');
  async function prepareOne() {
    database.prepare('SELECT 1').get();
    await null;
    return [[1], [2]].map((item) => [item]);
  }
  (async () => {
    for (let prepared = 0; prepared < ${STATEMENTS}; prepared += 1) await prepareOne();
    console.log('finished');
  })();
`;

test('when statements are collected without a current context, then the process continues', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', SCRIPT]);
  expect(stdout).toBe('finished\n');
});
