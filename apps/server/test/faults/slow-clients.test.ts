// Clients that send or read slowly, open connections and never read, or flood the server without keys: they are disconnected or
// refused, and others are served.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { describeIfTool } from '../support/describe-if-tool.js';
import { expectError } from '../support/expect-error.js';
import { formatPost, formatRequest, openConnection } from '../support/raw-connection.js';
import { startServer } from '../support/start-server.js';
import { useServer } from '../support/use-server.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createUnlimitedKey } from './inspect-store.js';

const ATTACKER = '127.0.0.2';
const LARGEST = '/docs';
/** Minimum duration of the attack. */
const ATTACK_MS = 15_000;
const FLOOD_MS = 5_000;
/** Of the whole process. 10,000 idle connections take 184 MB. */
const MAX_RESIDENT_MB = 300;
const SAMPLE_INTERVAL_MS = 250;
/** Until every connection of a flood has been accepted. */
const FLOOD_WARM_UP_MS = 2_000;
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

/** Sends one request at a time until aborted, at least eleven. Every response is a 200. */
async function requestUntilAborted(url: string, key: string, agent: Agent, signal: AbortSignal) {
  for (let count = 0; count < 11 || !signal.aborted; count += 1) {
    expect(await statusOf(url, key, agent)).toBe(200);
    await pause(5);
  }
  agent.destroy();
}

/** Starts an attack. Returns a function that ends it and resolves with the count of each status that the attacker read. */
function attack(
  how: 'flood' | 'neverRead',
  url: string,
  connections: number,
  path: string,
  pipelined = 1,
) {
  const client = join(__dirname, 'attack-client.cjs');
  const args = [how, new URL(url).port, ATTACKER, connections, path, pipelined].map(String);
  const child = spawn(process.execPath, [client, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const printed = text(child.stdout);
  return async (): Promise<Record<string, number>> => {
    child.stdin.end();
    return JSON.parse(await printed);
  };
}

function residentMegabytes(pid: number | undefined): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

describeIfTool('12,000 open files')('when one address', () => {
  const allowed = { MAX_CONNECTIONS_PER_ADDRESS: '10000' };
  test.each([
    [3, 'with the default limit per address', {}],
    [3, 'with a limit that allows all of them', allowed],
    [100, 'with a limit that allows all of them', allowed],
  ])(
    'opens 10,000 connections, pipelines %i and never reads, %s, then others are served, and it is logged',
    async (pipelined, _, env) => {
      const key = await createUnlimitedKey(store);
      const server = await store.start(env);
      const { url, child, waitForOutput } = server;
      const { origin } = new URL(url);
      const stop = new AbortController();
      const keepAlive = new Agent({ keepAlive: true, maxSockets: 1 });
      const newConnections = new Agent({ keepAlive: false });
      await statusOf(`${origin}${LARGEST}`, key, newConnections); // loads the file into memory
      let peak = 0;
      const timer = setInterval(() => {
        peak = Math.max(peak, residentMegabytes(child.pid));
      }, SAMPLE_INTERVAL_MS);
      const authenticated = requestUntilAborted(`${url}/pets`, key, keepAlive, stop.signal);
      const probes = requestUntilAborted(`${origin}/healthz`, key, newConnections, stop.signal);
      const end = attack('neverRead', url, 10_000, LARGEST, pipelined);
      await Promise.all([
        pause(ATTACK_MS),
        waitForOutput('stdout', /"closing connections over the limits"/),
      ]);
      stop.abort();
      await Promise.all([authenticated, probes]); // during the attack
      await end();
      clearInterval(timer);
      await waitForOutput('stdout', /"no more connections over the limits"/);
      const { stdout } = await server.stop();
      expect(peak).toBeLessThan(MAX_RESIDENT_MB);
      expect(stdout.match(BEGIN_ENTRY)).toHaveLength(1);
      expect(stdout.match(END_ENTRY)).toHaveLength(1);
    },
  );

  test.each([
    ['/v1/pets', '429'],
    ['/openapi.json', '200'],
  ])(
    'floods 2,000 connections with requests of %s without a key, then valid keys get no 503',
    async (path, expected) => {
      const key = await createUnlimitedKey(store);
      const server = await store.start();
      const agents = ['127.0.0.3', ATTACKER].flatMap((localAddress) =>
        [true, false].map((keepAlive) => new Agent({ keepAlive, maxSockets: 1, localAddress })),
      );
      const pets = `${server.url}/pets`;
      for (const agent of agents) await statusOf(pets, key, agent); // opens the keep-alive connections
      const end = attack('flood', server.url, 2_000, path);
      await pause(FLOOD_WARM_UP_MS);
      const signal = AbortSignal.timeout(FLOOD_MS);
      await Promise.all(agents.map((agent) => requestUntilAborted(pets, key, agent, signal)));
      const statuses = await end();
      const { stdout } = await server.stop();
      expect(statuses[expected]).toBeGreaterThan(0);
      const lines = stdout.split('\n').filter((line) => line.includes(`"client":"${ATTACKER}"`));
      expect(lines.filter((line) => !line.includes('"keyId"')).length).toBeLessThan(1_000);
    },
  );
});

describe('a server', () => {
  const server = useServer();

  describe('when a client sends one byte per second, then it is a 408, closed, and nothing is stored:', () => {
    const post = (key: string) => formatPost(key, PET).slice(0, -PET.length);
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
    const large = await startServer({
      edit: ({ info }) => Object.assign(info, { description: 'x'.repeat(1_500_000) }),
    });
    const { hostname, port } = new URL(large.url);
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
    await large.close();
  });
});
