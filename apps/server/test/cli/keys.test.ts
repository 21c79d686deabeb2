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
  test('prints only the key on stdout, and its id on stderr', async () => {
    const { stdout, stderr, exitCode } = await keys('create', '--plan', 'pro', '--name', 'Ann');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^\S+\n$/);
    expect(isWellFormed(stdout.trim())).toBe(true);
    const [key] = await listKeys();
    expect(stderr).toContain(String(key?.id));
    expect(stderr).not.toContain(stdout.trim());
  });

  test('stores the hash of the key and not the key', async () => {
    const key = await createKey(store);
    const files = await Promise.all(
      (await readdir(store.folder)).map((f) => readFile(join(store.folder, f))),
    );
    const bytes = Buffer.concat(files);
    expect(bytes.includes(key)).toBe(false);
    expect(bytes.includes(createHash('sha256').update(key).digest())).toBe(true);
  });

  test('when several keys are created at once in a new store, then all succeed', async () => {
    const created = await Promise.all([1, 2, 3, 4].map(() => createKey(store)));
    expect(new Set(created).size).toBe(4);
    expect(await listKeys()).toHaveLength(4);
  });

  test('an enterprise key takes a custom quota', async () => {
    const numbers = ['--per-minute', '7', '--per-day', '70'];
    const { exitCode } = await keys('create', '--plan', 'enterprise', '--name', 'E', ...numbers);
    expect(exitCode).toBe(0);
    expect(await listKeys()).toMatchObject([{ plan: 'enterprise', perMinute: 7, perDay: 70 }]);
  });
});

describe('keys list', () => {
  test('when there are no keys, then it prints nothing, or an empty array as JSON', async () => {
    await store.cli(['migrate']);
    expect(await keys('list')).toEqual({ stdout: '', stderr: '', exitCode: 0 });
    expect(await listKeys()).toEqual([]);
  });

  test('shows id, name, plan, quota, times and number of live secrets, but never the key or its hash', async () => {
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
        expires: null,
        readOnly: false,
        publishable: false,
        origins: [],
        lastUsed: null,
        revoked: null,
        liveSecrets: 1,
        bannedUntil: null,
      },
    ]);
    const table = await keys('list');
    expect(table.stdout).toMatch(/^id +name +plan +created +lastUsed +state\n/);
    for (const secret of [key, hash.toString('hex'), hash.toString('base64')]) {
      expect(json.stdout + table.stdout).not.toContain(secret);
    }
  });

  test('a name with control characters is sanitized in the table and exact in JSON', async () => {
    const name = 'a\nkey_forged  x\r\u001b[2Jb\u2028c\u202ed';
    await keys('create', '--plan', 'free', '--name', name);
    const { stdout } = await keys('list');
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(stdout).toContain(' a?key_forged  x… ');
    expect(await listKeys()).toMatchObject([{ name }]);
  });
});

describe('with a running server', () => {
  let server: ServerProcess;
  let key: string;
  let id: string;
  beforeEach(async () => {
    key = await createKey(store);
    id = String((await listKeys())[0]?.id);
    server = await store.start();
  });

  const statusFor = async (sent: string) => (await server.call('/pets', sent)).status;

  test('a new key works at once', async () => {
    expect(await statusFor(await createKey(store))).toBe(200);
  });

  test('listing keys does not wait for a writer', async () => {
    const writer = new Database(store.file);
    writer.exec('BEGIN IMMEDIATE');
    expect(await listKeys()).toHaveLength(1);
    writer.close();
  });

  test('a used key shows its last use', async () => {
    const before = Date.now();
    await server.call('/pets', key);
    const lastUsed = Date.parse(String((await listKeys())[0]?.lastUsed));
    expect(lastUsed).toBeGreaterThanOrEqual(before);
    expect(lastUsed).toBeLessThanOrEqual(Date.now());
  });

  test('the custom quota of an enterprise key applies', async () => {
    const numbers = ['--per-minute', '7', '--per-day', '3'];
    const { stdout } = await keys('create', '--plan', 'enterprise', '--name', 'E', ...numbers);
    const { status, headers } = await server.call('/pets', stdout.trim());
    expect(status).toBe(200);
    expect(headers.get('x-ratelimit-limit')).toBe('3');
    expect(headers.get('x-ratelimit-remaining')).toBe('2');
  });

  test('when a key is revoked, then the next request with it is a 401', async () => {
    expect(await statusFor(key)).toBe(200);
    const { stdout, stderr, exitCode } = await keys('revoke', id);
    expect([stdout, exitCode]).toEqual(['', 0]);
    expect(stderr).toContain(id);
    expect(await statusFor(key)).toBe(401);
  });

  test('when a key is revoked again, then nothing changes', async () => {
    await keys('revoke', id);
    const before = await listKeys();
    expect(before[0]?.revoked).toEqual(expect.any(String));
    expect((await keys('revoke', id)).exitCode).toBe(0);
    expect(await listKeys()).toEqual(before);
  });

  test('when a key is rotated with overlap, then both secrets work and share a quota', async () => {
    const { stdout, exitCode } = await keys('rotate', id, '--overlap', '24h');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^\S+\n$/);
    const first = await server.call('/pets', key);
    const second = await server.call('/pets', stdout.trim());
    expect([first.status, second.status]).toEqual([200, 200]);
    const remaining = (reply: Response) => Number(reply.headers.get('x-ratelimit-remaining'));
    expect(remaining(second)).toBeLessThan(remaining(first)); // they share one quota
    expect(await listKeys()).toHaveLength(1);
  });

  test('when a key is rotated without overlap, then the old secret is a 401 at once', async () => {
    expect(await statusFor(key)).toBe(200);
    const { stdout } = await keys('rotate', id, '--overlap', '0s');
    expect(await statusFor(key)).toBe(401);
    expect(await statusFor(stdout.trim())).toBe(200);
  });

  test('when a later rotation has no overlap, then it ends the current overlap', async () => {
    const second = (await keys('rotate', id, '--overlap', '7d')).stdout.trim();
    const third = (await keys('rotate', id, '--overlap', '0s')).stdout.trim();
    expect(await Promise.all([key, second, third].map(statusFor))).toEqual([401, 401, 200]);
  });

  test('when a key is revoked, then all its secrets are refused', async () => {
    const second = (await keys('rotate', id)).stdout.trim();
    await keys('revoke', id);
    expect(await Promise.all([key, second].map(statusFor))).toEqual([401, 401]);
  });

  test('when a key is revoked, then it cannot be rotated', async () => {
    await keys('revoke', id);
    const { stdout, stderr, exitCode } = await keys('rotate', id);
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toContain('revoked');
  });
});
