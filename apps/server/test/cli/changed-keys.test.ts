// What an operator changes of a key, and the answers of each command.
import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { isWellFormed } from '../../src/keys/api-key.js';
import { describeIfTool } from '../support/describe-if-tool.js';
import { REPOSITORY } from '../support/spawn-cli.js';
import { useTempStore } from '../support/use-temp-store.js';

const DAY_MS = 86_400_000;
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

describe('--json', () => {
  test('when a command is about a key, then it prints every field of it, and the new key only once', async () => {
    const { key, ...created } = await json('create', '--plan', 'free', '--name', 'shop');
    expect(Object.keys(created)).toEqual(FIELDS);
    expect(isWellFormed(String(key))).toBe(true);
    const id = String(created.id);
    expect(await json('show', id)).toEqual(created);
    expect(await json('list')).toEqual([created]);
    expect(await json('update', id, '--plan', 'pro')).toEqual({ ...created, plan: 'pro' });
    const { key: fresh, ...rotated } = await json('rotate', id);
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
      ['rotate', id],
    ]) {
      expect(await failureOf(...args)).toContain(`key "${id}" is revoked`);
    }
  });
});

describe('keys show', () => {
  test('when a key is shown, then there is a line for each property', async () => {
    const id = await create(
      'enterprise',
      ...CUSTOM,
      '--publishable',
      '--origin',
      'https://a.example',
    );
    const { stdout } = await keys('show', id);
    const lines = stdout
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:]+Z/g, 'TIME')
      .trimEnd()
      .split('\n');
    expect(lines).toEqual([
      `id            ${id}`,
      'name          shop',
      'plan          enterprise, 7 requests a minute, 70 a day',
      'state         live',
      'created       TIME',
      'last used     -',
      'expires       -',
      'revoked       -',
      'banned until  -',
      'access        publishable, read-only',
      'origins       https://a.example',
      'live secrets  1',
    ]);
  });
});

describe('keys history', () => {
  test('when a key was changed, then each change is shown within 80 columns, the oldest first', async () => {
    const id = await create('free', '--read-only');
    await keys('update', id, '--plan', 'pro', '--name', 'n'.repeat(200));
    await keys('rotate', id);
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
