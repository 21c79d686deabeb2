// Commands on keys: what an operator creates, finds and changes, and the answers. What servers make of the changes is
// checked by test/slow/scenarios/customer.test.ts.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { generateApiKey, isWellFormed } from '../support/api-keys.js';
import { describeIfTool } from '../support/describe-if-tool.js';
import { REPOSITORY } from '../support/repository.js';
import { createKey, runCli } from '../support/run-cli.js';
import { runInProcess } from '../support/run-in-process.js';
import { useTempStore } from '../support/use-temp-store.js';

const DAY_MS = 86_400_000;
const UNKNOWN = generateApiKey();
const SHOP = 'https://shop.example';
const PREVIEW = 'https://*.preview.example';
const CUSTOM = ['--per-minute', '7', '--per-day', '70'];

const store = useTempStore();
const { username } = userInfo();

const keys = (...args: string[]) => store.cli(['keys', ...args]);
const failureOf = (...args: string[]) => store.failureOf(['keys', ...args]);

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

/** Finds the key of a secret that is read from standard input. */
const find = (input: string, ...args: string[]) =>
  runInProcess(['keys', 'find', ...args], { file: store.file, input });

test('when a key is created, then stdout has only the key, and stderr its id, expiry and namesakes', async () => {
  const args = ['create', '--plan', 'pro', '--name', 'Ann', '--expires', '90d'];
  const { stdout, stderr, exitCode } = await keys(...args);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^\S+\n$/);
  expect(isWellFormed(stdout.trim())).toBe(true);
  const [key] = await listKeys();
  expect(stderr).toContain(String(key?.id));
  expect(stderr).toMatch(/\(pro; expires \d{4}-\d\d-\d\dT[\d:]{8}Z\)/);
  expect(stderr).not.toContain(stdout.trim());
  expect((await keys(...args)).stderr).toContain(`note: another key has the same name: ${key?.id}`);
});

test('when several keys are created at once in a new store, then all succeed', async () => {
  const args = ['keys', 'create', '--plan', 'free', '--name', 'test'];
  const created = await Promise.all([1, 2, 3].map(() => runCli(args, store)));
  for (const one of created) expect(one).toMatchObject({ exitCode: 0 });
  expect(new Set(created.map(({ stdout }) => stdout)).size).toBe(3);
  expect(await listKeys()).toHaveLength(3);
});

test('when there are no keys, then the list prints nothing, or an empty array as JSON', async () => {
  await store.cli(['migrate']);
  expect(await keys('list')).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  expect(await listKeys()).toEqual([]);
});

test('when keys are listed, then each has a line of 80 columns, without the key or its hash', async () => {
  const name = 'a\nkey_forged x\r\u001b[2Jb\u2028c\u202ed';
  const quota = ['--per-minute', '5000', '--per-day', '1000000', '--expires', '90d'];
  const { id } = await json('create', '--plan', 'enterprise', '--name', name, ...quota);
  const secret = await createKey(store, 'free');
  await keys('revoke', String(id));
  const { stdout } = await keys('list');
  const lines = stdout.trimEnd().split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(
    /^key_\w+ +a\?key_forged x\?… +enterprise +\d{4}-\d\d-\d\d +- +revoked$/,
  );
  expect(lines[2]).toMatch(/^key_\w+ +test +free .* live$/);
  expect(await listKeys()).toMatchObject([{ name }, { name: 'test' }]); // JSON has the exact name
  const hash = createHash('sha256').update(secret).digest();
  const shown = stdout + (await keys('list', '--json')).stdout;
  for (const one of [secret, hash.toString('hex'), hash.toString('base64')])
    expect(shown).not.toContain(one);
});

test('when a list has filters, then it shows the keys that match all of them', async () => {
  const add = async (plan: string, name: string) =>
    (await json('create', '--plan', plan, '--name', name)).id;
  const ids = [await add('free', 'shop'), await add('pro', 'shop'), await add('free', 'hub')];
  await keys('revoke', String(ids[2]));
  const [expired] = ids;
  store.sql(`UPDATE api_keys SET expires_ms = 1 WHERE id = '${expired}'`);
  for (const [args, found] of [
    [
      ['--plan', 'free'],
      [0, 2],
    ],
    [['--state', 'live'], [1]],
    [['--state', 'expired'], [0]],
    [['--name', 'shop', '--plan', 'pro'], [1]],
    [['--name', 'sho'], []],
  ] as const) {
    const { stdout, stderr, exitCode } = await keys('list', ...args);
    expect([stderr, exitCode]).toEqual(['', 0]);
    expect(stdout.match(/^key_\w+/gm) ?? []).toEqual(found.map((index) => ids[index]));
  }
  expect(await failureOf('rotate', String(expired), '--now')).toContain('has expired');
});

test('when a secret is found, then its key and the state of both are printed, but no secret', async () => {
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

test('when the input has no secret of a key, then one line says why, without the secret', async () => {
  await store.cli(['migrate']);
  for (const [input, message] of [
    ['', 'standard input has no secret: one begins with as_live_ or as_pub_'],
    ['key_4ZgcYxbCZ2k1\n', 'standard input has no secret'],
    [`${UNKNOWN.slice(0, -1)}_`, 'its length or checksum is wrong'],
    [`${UNKNOWN}0`, 'its length or checksum is wrong'],
    [UNKNOWN, 'no key has this secret'],
  ] as const) {
    const { stdout, stderr, exitCode } = await find(input);
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toMatch(/^animal-store: .+\n$/);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain(UNKNOWN.slice(0, -1));
  }
});

test('when a command is about a key, then JSON has every field of it, and the new key only once', async () => {
  const restrictions = ['--read-only', '--origin', SHOP, '--origin', PREVIEW, '--origin', SHOP];
  const args = ['--plan', 'free', '--name', 'shop', ...restrictions];
  const { key, ...created } = await json('create', ...args);
  expect(created).toEqual({
    id: expect.stringMatching(/^key_/),
    name: 'shop',
    plan: 'free',
    perMinute: null,
    perDay: null,
    created: expect.any(String),
    lastUsed: null,
    expires: null,
    revoked: null,
    readOnly: true,
    publishable: false,
    origins: [SHOP, PREVIEW],
    liveSecrets: 1,
    bannedUntil: null,
  });
  expect(isWellFormed(String(key))).toBe(true);
  const id = String(created.id);
  expect(await json('show', id)).toEqual(created);
  expect(await listKeys()).toEqual([created]);
  expect(await json('update', id, '--plan', 'pro')).toEqual({ ...created, plan: 'pro' });
  const { key: fresh, ...rotated } = await json('rotate', id, '--overlap', '24h');
  expect(rotated).toEqual({ ...created, plan: 'pro', liveSecrets: 2 });
  expect(isWellFormed(String(fresh))).toBe(true);
  expect(fresh).not.toBe(key);
  expect(await json('unban', id)).toEqual(rotated);
  const revoked = await json('revoke', id);
  expect(revoked).toEqual({ ...rotated, revoked: expect.any(String), liveSecrets: 0 });
});

test('when a publishable key is shown, then there is a line for each property', async () => {
  const id = await create('enterprise', ...CUSTOM, '--publishable', '--origin', SHOP);
  const { stdout } = await keys('show', id);
  for (const line of [
    /^plan +enterprise, 7 requests a minute, 70 a day$/m,
    /^state +live$/m,
    /^access +publishable, read-only$/m,
    /^origins +https:\/\/shop\.example$/m,
  ])
    expect(stdout).toMatch(line);
  const restrictions = { readOnly: true, publishable: true, origins: [SHOP] };
  expect(await json('show', id)).toMatchObject({ perMinute: 7, perDay: 70, ...restrictions });
});

test('when a plan becomes custom, then it needs both quotas; when it becomes fixed, then they are gone', async () => {
  const id = await create('free');
  const toEnterprise = ['update', id, '--plan', 'enterprise'];
  for (const quota of [[], ['--per-minute', '7'], ['--per-day', '7']])
    expect(await failureOf(...toEnterprise, ...quota)).toContain(
      '--per-minute and --per-day are required',
    );
  const enterprise = { plan: 'enterprise', perMinute: 7, perDay: 70 };
  expect(await json(...toEnterprise, ...CUSTOM)).toMatchObject(enterprise);
  expect(await json('update', id, '--per-day', '80')).toMatchObject({ ...enterprise, perDay: 80 });
  const both = { perMinute: 8, perDay: 80 };
  expect(await json(...toEnterprise, '--per-minute', '8')).toMatchObject(both);
  const free = { plan: 'free', perMinute: null, perDay: null };
  expect(await json('update', id, '--plan', 'free')).toMatchObject(free);
  expect(await failureOf('update', id, ...CUSTOM)).toContain('the plan free has a fixed quota');
  expect(await failureOf('update', id, '--plan', 'pro', '--per-day', '5')).toContain(
    'the plan pro has a fixed quota',
  );
  expect(await json('show', id)).toMatchObject(free);
});

test('when a key expires, then it can be extended from now, or made to last without an expiry', async () => {
  const id = await create('free');
  const before = Date.now();
  const { expires } = await json('update', id, '--expires', '90d');
  expect(Date.parse(String(expires))).toBeGreaterThanOrEqual(before + 90 * DAY_MS);
  expect(Date.parse(String(expires))).toBeLessThanOrEqual(Date.now() + 90 * DAY_MS);
  const lasting = { name: 'hub', expires: null, liveSecrets: 1 };
  expect(await json('update', id, '--expires', 'never', '--name', 'hub')).toMatchObject(lasting);
});

test('when a key is used and revoked, then it is shown when, and it cannot be changed any more', async () => {
  const server = await store.open();
  const before = Date.now();
  const { id: created, key } = await json('create', '--plan', 'free', '--name', 'shop');
  const id = String(created);
  expect((await server.call('/pets', String(key))).status).toBe(200);
  const lastUsed = Date.parse(String((await json('show', id)).lastUsed));
  expect(lastUsed).toBeGreaterThanOrEqual(before);
  expect(lastUsed).toBeLessThanOrEqual(Date.now());
  expect(await keys('revoke', id)).toMatchObject({ stdout: '', exitCode: 0 });
  const revoked = await listKeys();
  const { stderr, exitCode } = await keys('revoke', id);
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/ is revoked already, since \d{4}-[\dT:-]+Z\.\n$/);
  for (const [command = '', ...options] of [
    ['update', '--plan', 'pro'],
    ['unban'],
    ['rotate', '--now'],
  ])
    expect(await failureOf(command, id, ...options)).toContain(`key "${id}" is revoked`);
  expect(await listKeys()).toEqual(revoked);
});

test('when a server writes, then listing keys does not wait', async () => {
  await create('free');
  const writer = new Database(store.file);
  writer.exec('BEGIN IMMEDIATE');
  expect(await listKeys()).toHaveLength(1);
  writer.close();
});

test('when a key was changed, then its history has each change within 80 columns, the oldest first', async () => {
  const id = await create('free', '--read-only');
  const update = ['keys', 'update', id, '--plan', 'pro', '--name', 'n'.repeat(200)];
  await store.cli(update, { SUDO_USER: 'alice\n' });
  await keys('rotate', id, '--overlap', '24h');
  const { stdout } = await keys('history', id);
  expect(stdout.replaceAll(/\d{4}-\d\d-\d\dT[\d:]+Z/g, 'TIME').split('\n')).toEqual([
    expect.stringMatching(/^at +action +actor$/),
    `TIME  create  ${username}`,
    '  name: shop',
    '  plan: free',
    '  read only: true',
    `TIME  update  ${username} (sudo: alice?)`,
    `  name: shop -> ${'n'.repeat(63)}…`,
    '  plan: free -> pro',
    `TIME  rotate  ${username}`,
    '  old secrets expire: TIME',
    '',
  ]);
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBe(80);
  const events = await json<unknown[]>('history', id);
  expect(events[1]).toEqual({
    keyId: id,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
    action: 'update',
    details: expect.objectContaining({ plan: { before: 'free', after: 'pro' } }),
    actor: `${username} (sudo: alice\n)`,
  });
  expect(await json('history')).toEqual(events);
  expect((await keys('history')).stdout).toMatch(new RegExp(`Z  ${id}  create  `));
});

describeIfTool('script')('on a terminal', () => {
  test('when a server creates the first key, then that is recorded; when it is typed, then it is hidden', async () => {
    const server = await store.start({}, { onTerminal: true });
    const [secret = ''] = await server.waitForOutput('stdout', /as_live_\w+/);
    const [first] = await listKeys();
    const events = await json('history', String(first?.id));
    expect(events).toMatchObject([{ action: 'create', actor: username }]);
    const options = { file: store.file, input: `${secret}\r`, onTerminal: true };
    const { stdout, exitCode } = await runCli(['keys', 'find'], options);
    expect([stdout, exitCode]).toEqual([expect.stringContaining('this secret   live'), 0]);
    expect(stdout).not.toContain(secret.slice(0, 20));
  });

  test('when keys are listed, then a line says that it works until there is output', async () => {
    await create('free');
    const { stdout } = await runCli(['keys', 'list'], { file: store.file, onTerminal: true });
    const [before, after] = stdout.split('reading: 0 keys\r\u001b[K');
    expect(before).not.toContain('shop');
    expect(after).toMatch(/^id .*\r\nkey_\w+ +shop .*\r\n/);
  });
});

const testAsRoot = process.getuid?.() === 0 ? test : test.skip;
testAsRoot('when the user has no entry in the password file, then the actor is its number', () => {
  const module = join(REPOSITORY, 'packages/engine/dist/lib/operating-system-user.js');
  const script = `const { operatingSystemUser } = await import(${JSON.stringify(module)});
    process.setuid(54321);
    process.stdout.write(operatingSystemUser({}));`;
  const args = ['--input-type=module', '--eval', script];
  expect(execFileSync(process.execPath, args).toString()).toBe('uid 54321');
});
