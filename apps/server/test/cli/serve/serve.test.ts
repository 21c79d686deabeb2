// `serve`: what the first start prints and stores, its log, and how it stops.
import { execFileSync, spawn } from 'node:child_process';
import { mkdir, rmdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { collectLog, type LogEntry, parseLine } from '../../support/collect-log.js';
import { quotaOf } from '../../support/contract-values.js';
import { describeIfTool } from '../../support/describe-if-tool.js';
import { describeEachDatabase } from '../../support/each-database.js';
import { openConnection } from '../../support/raw-connection.js';
import { createKey } from '../../support/run-cli.js';
import type { ServerProcess } from '../../support/start-server-process.js';
import { useTempStore } from '../../support/use-temp-store.js';

/** Signals this close together count as one. */
const FORWARDING_DELAY_MS = 5;
const SECOND_SIGNAL_DELAY_MS = 1_200;

const store = useTempStore();

async function sendPartialRequest({ url }: ServerProcess) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {}); // the server resets the connection
  await new Promise((resolve) => socket.once('connect', resolve));
  await new Promise((resolve) => socket.write('GET /v1/pets HTTP/1.1\r\nHost: x\r\n', resolve));
  return socket;
}

/** What a service logs with the level `warn` until it is closed. */
async function warningsOf(env: Record<string, string>): Promise<LogEntry[]> {
  const { stream, lines } = collectLog();
  const service = await store.open(env, pino(stream));
  await service.close();
  return lines.map(parseLine).filter(({ level }) => level === 40);
}

describeIfTool('script')('on a terminal', () => {
  test('when a server starts on a new store, then its lines add and list an animal, and show a key only once', async () => {
    const first = await store.start({}, { onTerminal: true });
    const [, lines = ''] = await first.waitForOutput('stdout', /^( {2}export .*?)\r\n\r\n/ms);
    const key = /as_live_\w+/.exec(lines)?.[0] ?? '';
    const pasted = execFileSync('sh', ['-c', lines.replaceAll('\r', '')], {
      encoding: 'utf8',
      stdio: 'pipe', // not inherited: curl writes a progress meter to stderr
    });
    expect(pasted).toMatch(/^(\{.*"id":1\D.*\})\[\1\]$/);
    const reply = await first.call('/pets', key);
    expect(reply.headers.get('x-ratelimit-limit')).toBe(`${quotaOf('free').perMinute}`);
    const logged = /^\d\d:\d\d:\d\d {2}GET \/v1\/pets 200 {2}\S+ ms {2}key_\w+\r$/m;
    await first.waitForOutput('stdout', logged);
    const { stdout } = await first.stop();
    expect(stdout).toMatch(/^ {2}Data +\S+store\.db\r$/m);
    expect(stdout).not.toContain('"level"');

    const second = await store.start({}, { onTerminal: true });
    expect((await second.call('/pets', key)).status).toBe(200);
    const later = (await second.stop()).stdout;
    expect(later).not.toContain('as_live_');
    expect(later).toContain('keys create --plan free');
  });

  test('when it is the first start in a folder, then its lines have the whole path; LOG_FORMAT is heeded', async () => {
    const env = { DATABASE_URL: 'file:./data/animal-store.db', LOG_FORMAT: 'json' };
    const server = await store.start(env, { onTerminal: true, cwd: store.folder });
    await server.waitForOutput('stdout', /^\{.*"listening"\}\r$/m); // `script` drops what comes after a signal
    const { stdout } = await server.stop();
    expect(stdout).not.toContain('"level":40'); // no warning
    expect(stdout).toContain(`  ${join(store.folder, 'data/animal-store.db')}`);
  });
});

describeEachDatabase((database) => {
  test('when there is no store, then a start creates no key, and warns once of that and of the new store', async () => {
    const { url } = database;
    const first = await warningsOf({ DATABASE_URL: url });
    const name = new URL(url).pathname;
    expect(first).toEqual([
      expect.objectContaining({
        msg: expect.stringContaining('there was no store'),
        database: expect.stringContaining(name),
      }),
      expect.objectContaining({ msg: expect.stringContaining('animal-store keys create') }),
    ]);
    const list = await store.cli(['keys', 'list', '--json'], { DATABASE_URL: url });
    expect(JSON.parse(list.stdout)).toEqual([]);
    await createKey({ env: { DATABASE_URL: url } });
    expect(await warningsOf({ DATABASE_URL: url })).toEqual([]);
  });
});

test('when a setting is misspelled, then the start warns of its name', async () => {
  await createKey(store);
  const warnings = await warningsOf({ CORS_ORIGIN: 'https://secret.example' });
  expect(warnings.map(({ msg }) => msg)).toEqual([
    'CORS_ORIGIN is not a setting and has no effect; did you mean CORS_ORIGINS?',
  ]);
  expect(JSON.stringify(warnings)).not.toContain('secret.example');
});

test('when the process may open few files, then it warns, and answers beside more clients than that', async () => {
  const key = await createKey(store);
  const wrapper = ['sh', '-c', 'ulimit -n 80; exec "$@"', 'sh'];
  const server = await store.start({}, { wrapper });
  const clients = Array.from({ length: 200 }, () => openConnection(server.url));
  try {
    for (let count = 0; count < 20; count += 1) {
      const headers = { Connection: 'close' };
      expect((await fetch(new URL('/readyz', server.url), { headers })).status).toBe(200);
      expect((await server.call('/pets', key, { headers })).status).toBe(200);
    }
  } finally {
    for (const client of clients) client.destroy();
  }
  const { stdout } = await server.stop();
  expect(stdout).toMatch(/"level":40.*at most 16 connections.* only 80 files.* to 10064"/);
});

describeIfTool('systemd-notify')('under systemd', () => {
  /** Prints the datagrams that a socket receives. */
  const RECEIVE = `use Socket;
    $| = 1;
    socket(S, AF_UNIX, SOCK_DGRAM, 0) && bind(S, pack_sockaddr_un($ARGV[0])) && print("bound\\n");
    while (defined recv(S, $message, 1000, 0)) { print("$message\\n") }`;

  test('when a server is ready, then it says so, once; when it cannot start, then not', async () => {
    const NOTIFY_SOCKET = join(store.folder, 'notify');
    const systemd = spawn('perl', ['-e', RECEIVE, NOTIFY_SOCKET]);
    const received = createInterface(systemd.stdout)[Symbol.asyncIterator]();
    try {
      expect((await received.next()).value).toBe('bound');
      await mkdir(store.file);
      await expect(store.start({ NOTIFY_SOCKET })).rejects.toThrow('cannot open the database');
      await rmdir(store.file);
      const server = await store.start({ NOTIFY_SOCKET });
      expect((await received.next()).value).toBe('READY=1');
      expect((await fetch(new URL('/readyz', server.url))).status).toBe(200);
      expect((await received.next()).value).toBe('BARRIER=1');
      await server.stop();
    } finally {
      systemd.kill();
    }
    expect((await received.next()).done).toBe(true);
  });
});

test('when npm forwards a SIGINT that the terminal has also sent, then the stop is graceful and logged', async () => {
  const key = await createKey(store);
  const server = await store.start();
  await server.call('/pets', key, { headers: { 'X-Api-Key': key } });
  await server.call(`/pets?token=${key}`, key);
  await server.call(`/pets/${key}`, 'wrong'); // leaves an idle connection
  const socket = await sendPartialRequest(server);
  server.child.kill('SIGINT');
  await pause(FORWARDING_DELAY_MS);
  server.child.kill('SIGINT');
  await server.waitForOutput('stdout', /"stopping"/);
  const { exitCode, stdout } = await server.stop('SIGINT');
  socket.destroy();
  expect(exitCode).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  const messages = lines.map((line): unknown => JSON.parse(line).msg);
  const requests = ['request', 'request', 'request'];
  expect(messages).toEqual(['listening', ...requests, 'stopping', 'stopped']);
  expect(stdout).not.toContain(key.slice('as_live_'.length, -6));
});

test('when a second signal arrives later, then the server no longer waits, and exits with 1', async () => {
  const server = await store.start();
  const socket = await sendPartialRequest(server);
  server.child.kill('SIGTERM');
  await server.waitForOutput('stdout', /"stopping"/);
  await pause(SECOND_SIGNAL_DELAY_MS);
  expect(server.child.exitCode).toBe(null);
  const { exitCode, stdout } = await server.stop('SIGTERM');
  expect(exitCode).toBe(1);
  expect(stdout).not.toContain('"stopped"');
  socket.destroy();
});

test('when a component fails to close, then the others are closed, it is logged, and the exit code is 1', async () => {
  const key = await createKey(store);
  const server = await store.start();
  await server.call('/pets', key); // leaves counts to write at shutdown
  store.sql('DROP TABLE counters');
  const { exitCode, stdout, stderr } = await server.stop();
  expect([exitCode, stderr]).toEqual([1, '']);
  expect(stdout).toContain('"cannot close"');
  expect(stdout).toContain('no such table: counters');
  expect(stdout).toContain('"stopped"');
});
