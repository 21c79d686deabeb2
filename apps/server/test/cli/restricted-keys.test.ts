import Database from 'better-sqlite3';
import { useTempStore } from '../support/use-temp-store.js';

const SHOP = 'https://shop.example';
const PREVIEW = 'https://*.preview.example';
const DAY_MS = 86_400_000;

const store = useTempStore();

const keys = (...args: string[]) => store.cli(['keys', ...args]);
const create = (...args: string[]) => keys('create', '--plan', 'free', '--name', 'test', ...args);

async function listKeys(): Promise<Record<string, unknown>[]> {
  return JSON.parse((await keys('list', '--json')).stdout);
}

test('when a key is created with --expires, then it shows when it expires', async () => {
  const before = Date.now();
  const { stdout, stderr, exitCode } = await create('--expires', '90d');
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^as_live_\w+\n$/)]);
  const [key] = await listKeys();
  const expiresMs = Date.parse(String(key?.expires));
  expect(expiresMs).toBeGreaterThanOrEqual(before + 90 * DAY_MS);
  expect(expiresMs).toBeLessThanOrEqual(Date.now() + 90 * DAY_MS);
  expect(stderr).toMatch(/\(free; expires \d{4}-\d\d-\d\dT[\d:]{8}Z\)/);
});

test('when a key is created with restrictions, then they are stored', async () => {
  await create('--read-only', '--origin', SHOP, '--origin', PREVIEW, '--origin', SHOP);
  expect(await listKeys()).toMatchObject([
    { expires: null, readOnly: true, publishable: false, origins: [SHOP, PREVIEW] },
  ]);
});

test('when a key is publishable, then it has its prefix, and is read-only', async () => {
  const { stdout } = await create('--publishable', '--origin', SHOP);
  expect(stdout).toMatch(/^as_pub_\w+\n$/);
  expect(await listKeys()).toMatchObject([{ readOnly: true, publishable: true, origins: [SHOP] }]);
});

test('when a publishable key is rotated, then it keeps its prefix and restrictions', async () => {
  await create('--publishable', '--origin', SHOP, '--expires', '1d');
  const [before] = await listKeys();
  const { stdout } = await keys('rotate', String(before?.id), '--overlap', '0s');
  expect(stdout).toMatch(/^as_pub_\w+\n$/);
  expect(await listKeys()).toEqual([before]);
});

describe('the list of keys', () => {
  test('fits 80 columns, and shows what only some keys have below them', async () => {
    await keys(
      'create',
      '--plan',
      'enterprise',
      '--name',
      'a name that is too long for a column',
      '--per-minute',
      '5000',
      '--per-day',
      '1000000',
      '--expires',
      '90d',
    );
    await create('--publishable', '--origin', SHOP, '--origin', PREVIEW);
    await create();
    const [first, second] = await listKeys();
    await keys('rotate', String(second?.id), '--overlap', '7d');
    await keys('revoke', String(first?.id));

    const { stdout } = await keys('list');
    const lines = stdout.trimEnd().split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    const text = stdout.replace(/\d{4}-\d\d-\d\d(T[\d:]+Z)?/g, (time) =>
      time.length > 10 ? 'TIME' : 'DATE',
    );
    expect(
      text
        .replace(/key_\w+/g, 'ID')
        .replace(/ +$/gm, '')
        .split('\n'),
    ).toEqual([
      'id                name              plan        created     lastUsed  state',
      'ID  a name that is …  enterprise  DATE  -         revoked',
      '  5000 requests a minute, 1000000 a day',
      '  expires TIME',
      '  revoked TIME',
      'ID  test              free        DATE  -         live',
      '  publishable, read-only',
      `  origin ${SHOP}`,
      `  origin ${PREVIEW}`,
      '  2 live secrets',
      'ID  test              free        DATE  -         live',
      '',
    ]);
  });
});

describe('with a running server', () => {
  test('when a key expires, then the next request with it is a 401', async () => {
    const { stdout } = await create('--expires', '90d');
    const server = await store.start();
    const statusOf = async () => (await server.call('/pets', stdout.trim())).status;
    expect(await statusOf()).toBe(200);
    const database = new Database(store.file);
    database.exec('UPDATE api_keys SET valid_until_ms = valid_until_ms - 90 * 86400000');
    database.close();
    expect(await statusOf()).toBe(401);
    expect((await keys('list')).stdout).toContain(' expired');
    const [key] = await listKeys();
    expect(key?.liveSecrets).toBe(0);
    const rotated = await keys('rotate', String(key?.id));
    expect([rotated.exitCode, rotated.stdout]).toEqual([1, '']);
    expect(rotated.stderr).toContain('has expired');
  });

  test('when a key is created with restrictions, then they apply at once', async () => {
    const server = await store.start();
    const { stdout } = await create('--publishable', '--origin', SHOP);
    const post = await fetch(`${server.url}/pets`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${stdout.trim()}`, Origin: SHOP },
    });
    expect(post.status).toBe(403);
    expect((await server.call('/pets', stdout.trim())).status).toBe(200);
  });
});
