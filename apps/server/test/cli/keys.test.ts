import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { isWellFormed } from '../../src/keys/api-key.js';
import { createKey } from '../support/run-cli.js';
import type { ServerProcess } from '../support/start-server-process.js';
import { useTempStore } from '../support/use-temp-store.js';

const store = useTempStore();

const keys = (...args: string[]) => store.cli(['keys', ...args]);

async function listKeys(): Promise<Record<string, unknown>[]> {
  return JSON.parse((await keys('list', '--json')).stdout);
}

describe('keys create', () => {
  test('prints the key alone on stdout, and its id on stderr', async () => {
    const { stdout, stderr, exitCode } = await keys('create', '--plan', 'pro', '--name', 'Ann');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^\S+\n$/);
    expect(isWellFormed(stdout.trim())).toBe(true);
    const [key] = await listKeys();
    expect(stderr).toContain(String(key?.id));
    expect(stderr).not.toContain(stdout.trim());
  });

  test('stores the hash of the key, and the key itself nowhere', async () => {
    const key = await createKey(store);
    const files = await Promise.all(
      (await readdir(store.folder)).map((f) => readFile(join(store.folder, f))),
    );
    const bytes = Buffer.concat(files);
    expect(bytes.includes(key)).toBe(false);
    expect(bytes.includes(createHash('sha256').update(key).digest())).toBe(true);
  });

  test('many at once on a new store all succeed', async () => {
    const issued = await Promise.all([1, 2, 3, 4].map(() => createKey(store)));
    expect(new Set(issued).size).toBe(4);
    expect(await listKeys()).toHaveLength(4);
  });

  test('the plan enterprise takes its numbers', async () => {
    const numbers = ['--per-minute', '7', '--per-day', '70'];
    const { exitCode } = await keys('create', '--plan', 'enterprise', '--name', 'E', ...numbers);
    expect(exitCode).toBe(0);
    expect(await listKeys()).toMatchObject([{ plan: 'enterprise', perMinute: 7, perDay: 70 }]);
  });
});

describe('keys list', () => {
  test('without keys prints nothing, and an empty array as JSON', async () => {
    expect(await keys('list')).toEqual({ stdout: '', stderr: '', exitCode: 0 });
    expect(await listKeys()).toEqual([]);
  });

  test('shows id, name, plan, quota, times and the number of live secrets, never the key or its hash', async () => {
    const key = await createKey(store, 'free');
    const hash = createHash('sha256').update(key).digest();
    const json = await keys('list', '--json');
    expect(JSON.parse(json.stdout)).toEqual([
      {
        id: expect.stringMatching(/^key_[0-9A-Za-z]{12}$/),
        name: 'test',
        plan: 'free',
        perMinute: null,
        perDay: null,
        created: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
        lastUsed: null,
        revoked: null,
        liveSecrets: 1,
      },
    ]);
    const table = await keys('list');
    expect(table.stdout).toMatch(
      /^id +name +plan +perMinute +perDay +created +lastUsed +revoked +liveSecrets\n/,
    );
    for (const secret of [key, hash.toString('hex'), hash.toString('base64')]) {
      expect(json.stdout + table.stdout).not.toContain(secret);
    }
  });

  test('a name with control characters cannot break the table, and is exact as JSON', async () => {
    const name = 'a\nkey_forged  x\r\u001b[2Jb\u2028c\u202ed';
    await keys('create', '--plan', 'free', '--name', name);
    const { stdout } = await keys('list');
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(stdout).toContain(' a?key_forged  x??[2Jb?c?d ');
    expect(await listKeys()).toMatchObject([{ name }]);
  });
});

describe('beside a running server', () => {
  let server: ServerProcess;
  let key: string;
  let id: string;
  beforeEach(async () => {
    key = await createKey(store);
    id = String((await listKeys())[0]?.id);
    server = await store.start();
  });

  const statusFor = async (sent: string) => (await server.call('/pets', sent)).status;

  test('a new key works at its first request', async () => {
    expect(await statusFor(await createKey(store))).toBe(200);
  });

  test('listing the keys waits for no writer', async () => {
    const writer = new Database(store.file);
    writer.exec('BEGIN IMMEDIATE');
    expect(await listKeys()).toHaveLength(1);
    writer.close();
  });

  test('a key that was used shows when', async () => {
    const before = Date.now();
    await server.call('/pets', key);
    const lastUsed = Date.parse(String((await listKeys())[0]?.lastUsed));
    expect(lastUsed).toBeGreaterThanOrEqual(before);
    expect(lastUsed).toBeLessThanOrEqual(Date.now());
  });

  test('numbers of an enterprise key are its quota', async () => {
    const numbers = ['--per-minute', '7', '--per-day', '3'];
    const { stdout } = await keys('create', '--plan', 'enterprise', '--name', 'E', ...numbers);
    const { status, headers } = await server.call('/pets', stdout.trim());
    expect(status).toBe(200);
    expect(headers.get('x-ratelimit-limit')).toBe('3');
    expect(headers.get('x-ratelimit-remaining')).toBe('2');
  });

  test('a key that is revoked is refused at the very next request', async () => {
    expect(await statusFor(key)).toBe(200);
    const { stdout, stderr, exitCode } = await keys('revoke', id);
    expect([stdout, exitCode]).toEqual(['', 0]);
    expect(stderr).toContain(id);
    expect(await statusFor(key)).toBe(401);
  });

  test('revoking again changes nothing, not even the time', async () => {
    await keys('revoke', id);
    const before = await listKeys();
    expect(before[0]?.revoked).toEqual(expect.any(String));
    expect((await keys('revoke', id)).exitCode).toBe(0);
    expect(await listKeys()).toEqual(before);
  });

  test('after a rotation with overlap both the old and the new key work, as one key', async () => {
    const { stdout, exitCode } = await keys('rotate', id, '--overlap', '24h');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^\S+\n$/);
    const first = await server.call('/pets', key);
    const second = await server.call('/pets', stdout.trim());
    expect([first.status, second.status]).toEqual([200, 200]);
    const left = (reply: Response) => Number(reply.headers.get('x-ratelimit-remaining'));
    expect(left(second)).toBeLessThan(left(first)); // one quota, not two
    expect(await listKeys()).toHaveLength(1);
  });

  test('after a rotation without overlap only the new key works, at the very next request', async () => {
    expect(await statusFor(key)).toBe(200);
    const { stdout } = await keys('rotate', id, '--overlap', '0s');
    expect(await statusFor(key)).toBe(401);
    expect(await statusFor(stdout.trim())).toBe(200);
  });

  test('a later rotation without overlap ends an overlap that is still running', async () => {
    const second = (await keys('rotate', id, '--overlap', '7d')).stdout.trim();
    const third = (await keys('rotate', id, '--overlap', '0s')).stdout.trim();
    expect(await Promise.all([key, second, third].map(statusFor))).toEqual([401, 401, 200]);
  });

  test('revoking refuses every key of a rotation', async () => {
    const second = (await keys('rotate', id)).stdout.trim();
    await keys('revoke', id);
    expect(await Promise.all([key, second].map(statusFor))).toEqual([401, 401]);
  });

  test('a revoked key cannot be rotated back to life', async () => {
    await keys('revoke', id);
    const { stdout, stderr, exitCode } = await keys('rotate', id);
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toContain('revoked');
  });
});
