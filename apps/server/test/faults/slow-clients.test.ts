// Clients that send or read slowly, or open connections and never read: they are disconnected, and others are served.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describeIfTool } from '../support/describe-if-tool.js';
import { expectError } from '../support/expect-error.js';
import { formatRequest, openConnection } from '../support/raw-connection.js';
import { startServer, type TestServer } from '../support/start-server.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createUnlimitedKey } from './inspect-store.js';

const LARGEST = '/docs';
/** Minimum duration of the attack. */
const ATTACK_MS = 15_000;
const BEGIN_ENTRY = /"msg":"closing connections over the limits"/g;
const END_ENTRY = /"msg":"no more connections over the limits"/g;
const PET = '{"name":"Hambone","categoryId":1}';

const store = useTempStore();

/** Rejects if the connection breaks before the response is complete. */
function statusOf(url: string, key: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent, headers: { Authorization: `Bearer ${key}` } });
    sent.once('error', reject).once('response', (response) => {
      response.once('error', reject);
      response.resume().once('end', () => resolve(response.statusCode));
    });
  });
}

/** Sends requests until aborted. @returns how many; every response was a 200. */
async function requestUntilAborted(url: string, key: string, agent: Agent, signal: AbortSignal) {
  let count = 0;
  while (!signal.aborted) {
    expect(await statusOf(url, key, agent)).toBe(200);
    count += 1;
    await pause(50);
  }
  return count;
}

function residentMegabytes(pid: number | undefined): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

describeIfTool('12,000 open files')(
  'when one address opens 10,000 connections and never reads',
  () => {
    test.each([
      ['with the default limit per address', {}],
      ['with a limit that allows all of them', { MAX_CONNECTIONS_PER_ADDRESS: '10000' }],
    ])(
      '%s, then API keys and probes are served, and the log says when it began and ended',
      async (_, env) => {
        const key = await createUnlimitedKey(store);
        const { url, child, waitForOutput } = await store.start(env);
        const { port, origin } = new URL(url);
        const stop = new AbortController();
        const keepAlive = new Agent({ keepAlive: true, maxSockets: 1 });
        const newConnections = new Agent({ keepAlive: false });
        await statusOf(`${origin}${LARGEST}`, key, newConnections); // loads the file into memory
        const before = residentMegabytes(child.pid);
        const authenticated = requestUntilAborted(`${url}/pets`, key, keepAlive, stop.signal);
        const probes = requestUntilAborted(`${origin}/healthz`, key, newConnections, stop.signal);
        const attacker = spawn(
          process.execPath,
          [join(__dirname, 'non-reading-client.cjs'), port, '127.0.0.2', '10000', LARGEST],
          { stdio: ['pipe', 'ignore', 'inherit'] },
        );
        await Promise.all([
          pause(ATTACK_MS),
          waitForOutput('stdout', /"closing connections over the limits"/),
        ]);
        const during = residentMegabytes(child.pid);
        attacker.stdin.end();
        await once(attacker, 'close');
        stop.abort();
        const counts = await Promise.all([authenticated, probes]);
        await waitForOutput('stdout', /"no more connections over the limits"/);
        const { stdout } = await (store.servers[0]?.stop() ??
          Promise.reject(new Error('no server')));
        expect(Math.min(...counts)).toBeGreaterThan(10);
        expect(during - before).toBeLessThan(300);
        expect(stdout.match(BEGIN_ENTRY)).toHaveLength(1);
        expect(stdout.match(END_ENTRY)).toHaveLength(1);
        keepAlive.destroy();
      },
    );
  },
);

describe('a server', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer();
  });
  afterEach(() => server.close());

  describe('when a client sends one byte per second, then it is a 408, closed, and nothing is stored:', () => {
    const post = (key: string) =>
      formatRequest('POST /v1/pets', [
        `Authorization: Bearer ${key}`,
        'Content-Type: application/json',
        `Content-Length: ${PET.length}`,
      ]);
    test.each([
      ['after it connects, after 5 s', 5, () => ['', '']],
      ['in its headers, after 5 s', 5, (key: string) => ['', post(key)]],
      ['in its body, after 10 s', 10, (key: string) => [post(key), PET]],
    ])('%s', async (_, seconds, parts) => {
      const connection = openConnection(server.url);
      const [firstPart = '', slowPart = ''] = parts(server.key);
      const startMs = performance.now();
      connection.send(firstPart + slowPart.slice(0, 1));
      let sent = 1;
      const timer = setInterval(() => connection.send(slowPart.slice(sent, ++sent)), 1_000);
      const reply = await connection.reply();
      clearInterval(timer);
      expect((performance.now() - startMs) / 1000).toBeGreaterThanOrEqual(seconds - 0.1);
      expectError(reply, 408, 'invalid_request');
      expect(reply.headers.get('connection')).toBe('close');
      connection.send(slowPart.slice(sent));
      await connection.closed;
      expect((await server.call('/pets')).json).toEqual([]);
    });
  });

  test('when a client stops reading, then it is disconnected after 10 s, and a slow reader is not', async () => {
    await server.close();
    server = await startServer({
      edit: ({ info }) => Object.assign(info, { description: 'x'.repeat(1_500_000) }),
    });
    const { hostname, port } = new URL(server.url);
    const requests = formatRequest('GET /openapi.json').repeat(8);
    const stalled = connect(Number(port), hostname).pause();
    const slow = connect(Number(port), hostname).pause();
    for (const socket of [stalled, slow]) socket.on('error', () => {}).write(requests);
    const timer = setInterval(() => slow.read(), 500); // reads twice a second
    slow.on('readable', () => {});
    await pause(16_000);
    clearInterval(timer);
    const ends = once(stalled, 'close');
    stalled.resume();
    await ends; // it was closed, so only the socket buffers are left
    expect(stalled.bytesRead).toBeLessThan(8 * 1_500_000);
    expect(slow.destroyed).toBe(false);
    slow.destroy();
  });
});
