import { connect } from 'node:net';
import Database from 'better-sqlite3';
import { quotaOf } from '../../support/contract-values.js';
import { describeIfService } from '../../support/describe-if-service.js';
import { describeIfTool } from '../../support/describe-if-tool.js';
import { createDatabase, type TestDatabase } from '../../support/postgres.js';
import { createKey } from '../../support/run-cli.js';
import { useTempStore } from '../../support/use-temp-store.js';

const store = useTempStore();

/** The log lines with the level `warn`. */
function warningsIn(stdout: string): { msg?: unknown }[] {
  const lines: { level: number; msg?: unknown }[] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines.filter(({ level }) => level === 40);
}

describeIfTool('script')('on a terminal', () => {
  test('when a server starts on a new store, then it shows a first key with a working curl command, and only once', async () => {
    const first = await store.start({}, { onTerminal: true });
    const curl = /^ {2}curl -H 'Authorization: Bearer (as_live_\w+)' (http\S+)\r?$/m;
    const [, key = '', url = ''] = await first.waitForOutput('stdout', curl);
    const reply = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
    expect([reply.status, await reply.json()]).toEqual([200, []]);
    expect(reply.headers.get('x-ratelimit-limit')).toBe(`${quotaOf('free').perMinute}`);
    await first.stop();

    const second = await store.start({}, { onTerminal: true });
    expect((await second.call('/pets', key)).status).toBe(200);
    expect((await second.stop()).stdout).not.toContain('as_live_');
  });
});

describe.each([
  ['SQLite', describe],
  ['PostgreSQL', describeIfService('PostgreSQL')],
] as const)('on %s, without a terminal', (kind, describeStore) => {
  describeStore('when a server starts on a store that does not exist', () => {
    let database: TestDatabase | undefined;
    beforeEach(async () => {
      database = kind === 'PostgreSQL' ? await createDatabase() : undefined;
    });
    afterEach(async () => {
      await Promise.all(store.servers.map((server) => server.stop('SIGKILL')));
      await database?.drop();
    });

    test('then it creates no key, and warns of the missing key and of the new store, once', async () => {
      const env: Record<string, string> = database ? { DATABASE_URL: database.url } : {};
      const first = await store.start(env);
      const { stdout, stderr } = await first.stop();
      expect(stderr).toBe('');
      const name = database ? new URL(database.url).pathname : store.file;
      expect(warningsIn(stdout)).toEqual([
        expect.objectContaining({
          msg: expect.stringContaining('there was no store'),
          database: expect.stringContaining(name),
        }),
        expect.objectContaining({ msg: expect.stringContaining('animal-store keys create') }),
      ]);
      const { stdout: keys } = await store.cli(['keys', 'list', '--json'], env);
      expect(JSON.parse(keys)).toEqual([]);

      const { stdout: key } = await store.cli(
        ['keys', 'create', '--plan', 'free', '--name', 'shop'],
        env,
      );
      const second = await store.start(env);
      expect((await second.call('/pets', key.trim())).status).toBe(200);
      expect(warningsIn((await second.stop()).stdout)).toEqual([]);
    });
  });
});

test('when a setting is misspelled, then the start warns of its name', async () => {
  await createKey(store);
  const server = await store.start({ CORS_ORIGIN: 'https://secret.example' });
  const { stdout } = await server.stop();
  expect(warningsIn(stdout).map(({ msg }) => msg)).toEqual([
    'CORS_ORIGIN is not a setting and has no effect; did you mean CORS_ORIGINS?',
  ]);
  expect(stdout).not.toContain('secret.example');
});

test('stdout has only JSON lines, one for each request, and never a key', async () => {
  const key = await createKey(store);
  const server = await store.start();
  await server.call('/pets', key, { headers: { 'X-Api-Key': key } });
  await server.call(`/pets?token=${key}`, key);
  await server.call(`/pets/${key}`, 'wrong');
  const { stdout } = await server.stop();
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line): { msg?: unknown } => JSON.parse(line));
  const messages = lines.map((line) => line.msg);
  expect(messages[0]).toBe('listening');
  expect(messages.slice(1, 4)).toEqual(['request', 'request', 'request']);
  expect(messages.slice(-2)).toEqual(['stopping', 'stopped']);
  expect(stdout).not.toContain(key.slice('as_live_'.length, -6));
});

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test('when the server is idle, then it exits with 0 although clients keep connections open', async () => {
    const key = await createKey(store);
    const server = await store.start();
    await (await server.call('/pets', key)).text(); // leaves an idle keep-alive connection
    const sentMs = performance.now();
    expect((await server.stop(signal)).exitCode).toBe(0);
    expect(performance.now() - sentMs).toBeLessThan(2_000);
  });

  test('when it arrives right after the first start, then the server exits with 0', async () => {
    const { exitCode, stdout } = await (await store.start()).stop(signal);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('"stopped"');
  });
});

test('when SIGTERM arrives during an incomplete request, then the server exits with 0 within 5 s', async () => {
  const server = await store.start();
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => {}); // the server resets the connection
  await new Promise((resolve) => socket.once('connect', resolve));
  await new Promise((resolve) => socket.write('GET /v1/pets HTTP/1.1\r\nHost: x\r\n', resolve));
  const sentMs = performance.now();
  expect((await server.stop()).exitCode).toBe(0);
  expect(performance.now() - sentMs).toBeLessThan(5_000);
  socket.destroy();
});

test('when a component fails to close, then the others are closed, the error is logged and the exit code is 1', async () => {
  const key = await createKey(store);
  const server = await store.start();
  await server.call('/pets', key); // leaves counts to write at shutdown
  const other = new Database(store.file);
  other.exec('BEGIN IMMEDIATE');
  const { exitCode, stdout, stderr } = await server.stop();
  other.close();
  expect([exitCode, stderr]).toEqual([1, '']);
  expect(stdout).toContain('"cannot close"');
  expect(stdout).toContain('database is locked');
  expect(stdout).toContain('"stopped"');
});

test('when the server is killed, then acknowledged animals are there after the next start', async () => {
  const key = await createKey(store);
  const first = await store.start();
  const pet = { name: 'Hambone', categoryId: 1 };
  const created = await first.call('/pets', key, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(pet),
  });
  expect(created.status).toBe(201);
  await first.stop('SIGKILL');
  const second = await store.start();
  expect(await (await second.call('/pets', key)).json()).toEqual([{ id: 1, ...pet }]);
});
