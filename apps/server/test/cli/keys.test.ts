// Commands on keys: what an operator creates, finds and changes, and the answers. What servers make of the changes is
// checked by test/slow/scenarios/customer.test.ts.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { generateApiKey, isWellFormed } from '../../src/keys/api-key.js';
import { describeIfTool } from '../support/describe-if-tool.js';
import { createKey, runCli } from '../support/run-cli.js';
import { runInProcess } from '../support/run-in-process.js';
import { REPOSITORY } from '../support/spawn-cli.js';
import { useTempStore } from '../support/use-temp-store.js';

const DAY_MS = 86_400_000;
const UNKNOWN = generateApiKey();
const SHOP = 'https://shop.example';
const PREVIEW = 'https://*.preview.example';
const CUSTOM = ['--per-minute', '7', '--per-day', '70'];
const FIELDS = [
  'id',
  'name',
  'plan',
  'perMinute',
  'perDay',
  'created',
  'lastUsed',
  'expires',
  'revoked',
  'readOnly',
  'publishable',
  'origins',
  'liveSecrets',
  'bannedUntil',
];

const store = useTempStore();

const keys = (...args: string[]) => store.cli(['keys', ...args]);

/** Runs a command with `--json`, and parses its answer, which must be all that it prints on stdout. */
async function json<Answer = Record<string, unknown>>(...args: string[]): Promise<Answer> {
  const { stdout, stderr, exitCode } = await keys(...args, '--json');
  if (exitCode !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const listKeys = () => json<Record<string, unknown>[]>('list');

async function create(plan: string, ...options: string[]): Promise<string> {
  const { id } = await json('create', '--plan', plan, '--name', 'shop', ...options);
  return String(id);
}

async function failureOf(...args: string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await keys(...args);
  expect([stdout, exitCode]).toEqual(['', 1]);
  expect(stderr).toMatch(/^animal-store: .+\n$/);
  return stderr;
}

describe('keys create', () => {
  test('when a key is created, then stdout has only the key, and stderr its id and expiry', async () => {
    const { stdout, stderr, exitCode } = await keys(
      'create',
      '--plan',
      'pro',
      '--name',
      'Ann',
      '--expires',
      '90d',
    );
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^\S+\n$/);
    expect(isWellFormed(stdout.trim())).toBe(true);
    const [key] = await listKeys();
    expect(stderr).toContain(String(key?.id));
    expect(stderr).toMatch(/\(pro; expires \d{4}-\d\d-\d\dT[\d:]{8}Z\)/);
    expect(stderr).not.toContain(stdout.trim());
  });

  test('when several keys are created at once in a new store, then all succeed', async () => {
    const args = ['keys', 'create', '--plan', 'free', '--name', 'test'];
    const created = await Promise.all([1, 2, 3, 4].map(() => runCli(args, store)));
    expect(new Set(created.map(({ stdout }) => stdout)).size).toBe(4);
    expect(await listKeys()).toHaveLength(4);
  });

  test('when a key is restricted, then it is listed with its restrictions, each origin once', async () => {
    await create('free', '--read-only', '--origin', SHOP, '--origin', PREVIEW, '--origin', SHOP);
    await create('enterprise', ...CUSTOM, '--publishable', '--origin', SHOP);
    expect(await listKeys()).toMatchObject([
      { expires: null, readOnly: true, publishable: false, origins: [SHOP, PREVIEW] },
      { perMinute: 7, perDay: 70, readOnly: true, publishable: true, origins: [SHOP] },
    ]);
  });
});

describe('keys list', () => {
  test('when there are no keys, then it prints nothing, or an empty array as JSON', async () => {
    await store.cli(['migrate']);
    expect(await keys('list')).toEqual({ stdout: '', stderr: '', exitCode: 0 });
    expect(await listKeys()).toEqual([]);
  });

  test('when keys are listed, then each has a line of 80 columns, without the key or its hash', async () => {
    const quota = ['--per-minute', '5000', '--per-day', '1000000', '--expires', '90d'];
    await keys('create', '--plan', 'enterprise', '--name', 'a name that is too long', ...quota);
    const secret = await createKey(store, 'free');
    const [first] = await listKeys();
    await keys('revoke', String(first?.id));
    const { stdout } = await keys('list');
    const lines = stdout.trimEnd().split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(
      /^key_\w+ +a name that is … +enterprise +\d{4}-\d\d-\d\d +- +revoked$/,
    );
    expect(lines[2]).toMatch(/^key_\w+ +test +free .* live$/);
    const hash = createHash('sha256').update(secret).digest();
    const shown = stdout + (await keys('list', '--json')).stdout;
    for (const one of [secret, hash.toString('hex'), hash.toString('base64')])
      expect(shown).not.toContain(one);
  });

  test('when it has filters, then it shows the keys that match all of them', async () => {
    const add = (plan: string, name: string) => keys('create', '--plan', plan, '--name', name);
    await add('free', 'shop');
    const { stderr } = await add('pro', 'shop');
    await add('free', 'hub');
    const [first, second, third] = (await listKeys()).map(({ id }) => String(id));
    expect(stderr).toContain(`note: another key has the same name: ${first}.`);
    await keys('revoke', third ?? '');
    const found = async (...args: string[]) =>
      (await keys('list', ...args)).stdout.match(/^key_\w+/gm) ?? [];
    expect(await found('--plan', 'free')).toEqual([first, third]);
    expect(await found('--state', 'live')).toEqual([first, second]);
    expect(await found('--name', 'shop', '--plan', 'pro')).toEqual([second]);
    expect(await found('--name', 'sho')).toEqual([]);
  });

  test('when a name has control characters, then the table shows ?, and JSON is exact', async () => {
    const name = 'a\nkey_forged  x\r\u001b[2Jb\u2028c\u202ed';
    await keys('create', '--plan', 'free', '--name', name);
    const { stdout } = await keys('list');
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(stdout).toContain(' a?key_forged  x… ');
    expect(await listKeys()).toMatchObject([{ name }]);
  });
});

describe('keys find', () => {
  const find = (input: string, ...args: string[]) =>
    runInProcess(['keys', 'find', ...args], { file: store.file, input });

  test('when it reads a secret, then it prints its key and the state of both, but no secret', async () => {
    const first = await createKey(store);
    const [key] = await listKeys();
    const id = String(key?.id);
    const shown = await find(`> Authorization: Bearer ${first}\n`);
    expect(shown).toMatchObject({ stderr: '', exitCode: 0 });
    expect(shown.stdout).toMatch(/^id +key_\w{12}\nname +test\n.*\nthis secret +live\n$/s);
    expect(JSON.parse((await find(first, '--json')).stdout)).toEqual({ ...key, secret: 'live' });
    const second = (await keys('rotate', id, '--overlap', '1h')).stdout;
    expect((await find(first)).stdout).toMatch(/\nthis secret +live until \d{4}-/);
    await keys('rotate', id, '--now');
    expect((await find(first)).stdout).toMatch(/\nstate +live\n.*\nthis secret +replaced\n$/s);
    await keys('revoke', id);
    const revoked = await find(second);
    expect(revoked.stdout).toMatch(/\nstate +revoked\n.*\nthis secret +revoked\n$/s);
    for (const secret of [first, second.trim()])
      expect(shown.stdout + revoked.stdout).not.toContain(secret);
  });

  test.each([
    ['standard input has no secret: one begins with as_live_ or as_pub_', ''],
    ['standard input has no secret', 'key_4ZgcYxbCZ2k1\n'],
    ['its length or checksum is wrong', `${UNKNOWN.slice(0, -1)}_`],
    ['its length or checksum is wrong', `${UNKNOWN}0`],
    ['no key has this secret', UNKNOWN],
  ])('when it finds no key, then it says: %s', async (message, input) => {
    await store.cli(['migrate']);
    const { stdout, stderr, exitCode } = await find(input);
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toMatch(/^animal-store: .+\n$/);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain(UNKNOWN.slice(0, -1));
  });

  describeIfTool('script')('on a terminal', () => {
    test('when a secret is typed, then it is not shown', async () => {
      const secret = await createKey(store);
      const options = { file: store.file, input: `${secret}\r`, onTerminal: true };
      const { stdout, exitCode } = await runCli(['keys', 'find'], options);
      expect([stdout, exitCode]).toEqual([expect.stringContaining('this secret   live'), 0]);
      expect(stdout).not.toContain(secret.slice(0, 20));
    });
  });
});

describe('--json', () => {
  test('when a command is about a key, then it prints every field of it, and the new key only once', async () => {
    const { key, ...created } = await json('create', '--plan', 'free', '--name', 'shop');
    expect(Object.keys(created)).toEqual(FIELDS);
    expect(isWellFormed(String(key))).toBe(true);
    const id = String(created.id);
    expect(await json('show', id)).toEqual(created);
    expect(await json('list')).toEqual([created]);
    expect(await json('update', id, '--plan', 'pro')).toEqual({ ...created, plan: 'pro' });
    const { key: fresh, ...rotated } = await json('rotate', id, '--overlap', '24h');
    expect(rotated).toEqual({ ...created, plan: 'pro', liveSecrets: 2 });
    expect(isWellFormed(String(fresh))).toBe(true);
    expect(fresh).not.toBe(key);
    expect(await json('unban', id)).toEqual(rotated);
    const revoked = await json('revoke', id);
    expect(revoked).toEqual({ ...rotated, revoked: expect.any(String), liveSecrets: 0 });
  });
});

describe('keys update', () => {
  test('when a plan becomes custom, then it needs both quotas; when it becomes fixed, then they are gone', async () => {
    const id = await create('free');
    for (const quota of [[], ['--per-minute', '7'], ['--per-day', '7']]) {
      expect(await failureOf('update', id, '--plan', 'enterprise', ...quota)).toContain(
        '--per-minute and --per-day are required',
      );
    }
    const enterprise = { plan: 'enterprise', perMinute: 7, perDay: 70 };
    expect(await json('update', id, '--plan', 'enterprise', ...CUSTOM)).toMatchObject(enterprise);
    const free = { plan: 'free', perMinute: null, perDay: null };
    expect(await json('update', id, '--plan', 'free')).toMatchObject(free);
    expect(await failureOf('update', id, ...CUSTOM)).toContain('the plan free has a fixed quota');
    expect(await failureOf('update', id, '--plan', 'pro', '--per-day', '5')).toContain(
      'the plan pro has a fixed quota',
    );
    expect(await json('show', id)).toMatchObject(free);
  });

  test('when a key has a custom plan, then each number of its quota can be changed alone', async () => {
    const id = await create('enterprise', ...CUSTOM);
    const perDay = await json('update', id, '--per-day', '80');
    expect(perDay).toMatchObject({ plan: 'enterprise', perMinute: 7, perDay: 80 });
    const same = await json('update', id, '--plan', 'enterprise', '--per-minute', '8');
    expect(same).toMatchObject({ perMinute: 8, perDay: 80 });
  });

  test('when a key expires, then it can be extended from now, or made to last without an expiry', async () => {
    const id = await create('free');
    const before = Date.now();
    const { expires } = await json('update', id, '--expires', '90d');
    expect(Date.parse(String(expires))).toBeGreaterThanOrEqual(before + 90 * DAY_MS);
    expect(Date.parse(String(expires))).toBeLessThanOrEqual(Date.now() + 90 * DAY_MS);
    expect(await json('update', id, '--expires', 'never', '--name', 'hub')).toMatchObject({
      name: 'hub',
      expires: null,
      liveSecrets: 1,
    });
  });

  test('when a key is revoked, then it cannot be changed, unbanned or rotated, and the message says so', async () => {
    const id = await create('free');
    await keys('revoke', id);
    for (const args of [
      ['update', id, '--plan', 'pro'],
      ['unban', id],
      ['rotate', id, '--now'],
    ]) {
      expect(await failureOf(...args)).toContain(`key "${id}" is revoked`);
    }
  });
});

test('when a key is shown, then there is a line for each property', async () => {
  const restrictions = ['--publishable', '--origin', SHOP];
  const { stdout } = await keys('show', await create('enterprise', ...CUSTOM, ...restrictions));
  for (const line of [
    /^plan +enterprise, 7 requests a minute, 70 a day$/m,
    /^state +live$/m,
    /^access +publishable, read-only$/m,
    /^origins +https:\/\/shop\.example$/m,
  ])
    expect(stdout).toMatch(line);
});

describe('keys history', () => {
  test('when a key was changed, then each change is shown within 80 columns, the oldest first', async () => {
    const id = await create('free', '--read-only');
    await keys('update', id, '--plan', 'pro', '--name', 'n'.repeat(200));
    await keys('rotate', id, '--overlap', '24h');
    const { stdout } = await keys('history', id);
    const lines = stdout.replaceAll(/\d{4}-\d\d-\d\dT[\d:]+Z/g, 'TIME').split('\n');
    const { username } = userInfo();
    expect(lines).toEqual([
      expect.stringMatching(/^at +action +actor$/),
      `TIME  create  ${username}`,
      '  name: shop',
      '  plan: free',
      '  read only: true',
      `TIME  update  ${username}`,
      `  name: shop -> ${'n'.repeat(63)}…`,
      '  plan: free -> pro',
      `TIME  rotate  ${username}`,
      '  old secrets expire: TIME',
      '',
    ]);
    const widths = stdout.split('\n').map((line) => line.length);
    expect(Math.max(...widths)).toBe(80);
  });

  test('when it is printed as JSON, then each event has its time, action, details and actor', async () => {
    const id = await create('free');
    await store.cli(['keys', 'update', id, '--plan', 'pro'], { SUDO_USER: 'alice\n' });
    expect(await json('history', id)).toEqual([
      {
        keyId: id,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
        action: 'create',
        details: { name: { before: null, after: 'shop' }, plan: { before: null, after: 'free' } },
        actor: userInfo().username,
      },
      expect.objectContaining({
        action: 'update',
        details: { plan: { before: 'free', after: 'pro' } },
        actor: `${userInfo().username} (sudo: alice\n)`,
      }),
    ]);
    expect((await keys('history', id)).stdout).toContain(' (sudo: alice?)\n');
    expect(await json('history')).toEqual(await json('history', id));
    expect((await keys('history')).stdout).toMatch(new RegExp(`Z  ${id}  create  `));
  });

  describeIfTool('script')('on a terminal', () => {
    test('when a server creates the first key, then that is recorded', async () => {
      await store.start({}, { onTerminal: true });
      const [first] = await json<{ id: string }[]>('list');
      expect(await json('history', String(first?.id))).toMatchObject([
        { action: 'create', actor: userInfo().username },
      ]);
    });
  });

  const testAsRoot = process.getuid?.() === 0 ? test : test.skip;
  testAsRoot(
    'when the user has no entry in the password file, then the actor is its number',
    () => {
      const module = join(REPOSITORY, 'apps/server/dist/lib/operating-system-user.js');
      const script = `const { operatingSystemUser } = await import(${JSON.stringify(module)});
      process.setuid(54321);
      process.stdout.write(operatingSystemUser({}));`;
      const args = ['--input-type=module', '--eval', script];
      expect(execFileSync(process.execPath, args).toString()).toBe('uid 54321');
    },
  );
});

describe('beside a server', () => {
  test('when a key is used, then it is shown when; when it is revoked twice, then it is said since when', async () => {
    const server = await store.open();
    const before = Date.now();
    const { id, key } = await json<Record<'id' | 'key', string>>(
      ...['create', '--plan', 'free', '--name', 'shop'],
    );
    expect((await server.call('/pets', key)).status).toBe(200);
    const lastUsed = Date.parse(String((await json('show', id)).lastUsed));
    expect(lastUsed).toBeGreaterThanOrEqual(before);
    expect(lastUsed).toBeLessThanOrEqual(Date.now());
    expect(await keys('revoke', id)).toMatchObject({ stdout: '', exitCode: 0 });
    const revoked = await listKeys();
    const { stderr, exitCode } = await keys('revoke', id);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/ is revoked already, since \d{4}-[\dT:-]+Z\.\n$/);
    expect(await listKeys()).toEqual(revoked);
  });

  test('when a server writes, then listing keys does not wait', async () => {
    await create('free');
    const writer = new Database(store.file);
    writer.exec('BEGIN IMMEDIATE');
    expect(await listKeys()).toHaveLength(1);
    writer.close();
  });

  test('when a key has expired, then it is listed as expired, and cannot be rotated', async () => {
    const id = await create('free', '--expires', '90d');
    const database = new Database(store.file);
    database.exec('UPDATE api_keys SET expires_ms = expires_ms - 90 * 86400000');
    database.close();
    expect((await keys('list')).stdout).toContain(' expired');
    expect(await failureOf('rotate', id, '--now')).toContain('has expired');
  });
});
