// Anonymous clients that open connections and never read, while other clients and probes are served.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describeIfTool } from '../support/describe-if-tool.js';
import { expectError } from '../support/expect-error.js';
import { formatRequest, openConnection } from '../support/raw-connection.js';
import { startServer } from '../support/start-server.js';
import { useTempStore } from '../support/use-temp-store.js';
import { createUnlimitedKey } from './inspect-store.js';
import { percentile, timedGet } from './timed-get.js';

const LARGEST = '/docs/swagger-ui-bundle.js';
/** Minimum duration of the attack. */
const ATTACK_MS = 15_000;
const BEGIN_ENTRY = /"msg":"closing connections over the limits"/g;
const END_ENTRY = /"msg":"no more connections over the limits"/g;

const store = useTempStore();

/** Sends requests until aborted. @returns The latency of each; every response was a 200. */
async function requestUntilAborted(url: string, key: string, agent: Agent, signal: AbortSignal) {
  const tookMs: number[] = [];
  while (!signal.aborted) {
    const { status, ms } = await timedGet(url, key, agent);
    expect(status).toBe(200);
    tookMs.push(ms);
    await pause(50);
  }
  return tookMs;
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
      '%s, then API keys and probes are served, and the log has one entry at the beginning and one at the end',
      async (_, env) => {
        const key = await createUnlimitedKey(store);
        const { url, child, waitForOutput } = await store.start(env);
        const { port, origin } = new URL(url);
        const stop = new AbortController();
        const keepAlive = new Agent({ keepAlive: true, maxSockets: 1 });
        const newConnections = new Agent({ keepAlive: false });
        await timedGet(`${origin}${LARGEST}`, key, newConnections); // loads the file into memory
        const before = residentMegabytes(child.pid);
        const authenticated = requestUntilAborted(`${url}/pets`, key, keepAlive, stop.signal);
        const probes = requestUntilAborted(`${origin}/healthz`, key, newConnections, stop.signal);
        const attacker = spawn(
          process.execPath,
          [join(__dirname, 'non-reading-client.cjs'), port, '127.0.0.2', '10000', LARGEST],
          { stdio: ['pipe', 'pipe', 'inherit'] },
        );
        let opened = '';
        attacker.stdout.setEncoding('utf8').on('data', (text: string) => {
          opened += text;
        });
        await Promise.all([
          pause(ATTACK_MS),
          waitForOutput('stdout', /"closing connections over the limits"/),
        ]);
        const during = residentMegabytes(child.pid);
        attacker.stdin.end();
        await once(attacker, 'close');
        stop.abort();
        const [authenticatedMs, probeMs] = await Promise.all([authenticated, probes]);
        const [, ended = ''] = await waitForOutput(
          'stdout',
          /(\{[^\n]*"no more connections over the limits"\})/,
        );
        const { stdout } = await (store.servers[0]?.stop() ??
          Promise.reject(new Error('no server')));
        const median = (values: readonly number[]) => percentile(values, 50).toFixed(0);
        process.stdout.write(
          `unread: ${opened} connections; authenticated ${authenticatedMs.length} × 200, p50 ${median(authenticatedMs)} ms, longest ${Math.max(...authenticatedMs).toFixed(0)} ms; probes ${probeMs.length} × 200, p50 ${median(probeMs)} ms, longest ${Math.max(...probeMs).toFixed(0)} ms; memory ${before} to ${during} MB\n${ended}\n`,
        );
        expect(probeMs.length).toBeGreaterThan(10);
        expect(authenticatedMs.length).toBeGreaterThan(10);
        expect(during - before).toBeLessThan(300);
        expect(stdout.match(BEGIN_ENTRY)).toHaveLength(1);
        expect(stdout.match(END_ENTRY)).toHaveLength(1);
        keepAlive.destroy();
      },
    );
  },
);

test('when a client stops reading, then its connection is closed after 10 s, and that of a slow reader is kept', async () => {
  const server = await startServer();
  const { hostname, port } = new URL(server.url);
  const text = formatRequest(`GET ${LARGEST}`).repeat(8);
  const stalled = connect(Number(port), hostname).pause();
  const slow = connect(Number(port), hostname).pause();
  for (const socket of [stalled, slow]) socket.on('error', () => {}).write(text);
  const timer = setInterval(() => slow.read(), 500); // reads twice a second
  slow.on('readable', () => {});
  const startMs = performance.now();
  await pause(16_000);
  clearInterval(timer);
  const ends = once(stalled, 'close');
  stalled.resume();
  await ends; // it was closed, so only the socket buffers are left
  expect(stalled.bytesRead).toBeLessThan(8 * 1_700_000);
  expect(slow.destroyed).toBe(false);
  process.stdout.write(`stalled: closed within ${Math.round(performance.now() - startMs)} ms\n`);
  slow.destroy();
  await server.close();
});

test('when a body stays incomplete, then there is one response, the connection is closed and nothing is stored', async () => {
  const server = await startServer();
  const pet = '{"name":"Hambone","categoryId":1}';
  const json = ['Content-Type: application/json', `Content-Length: ${pet.length}`];
  const refused = openConnection(server.url);
  refused.send(formatRequest('POST /v1/pets', json, pet.slice(0, 5)));
  expectError(await refused.reply(), 401, 'unauthorized');
  const late = openConnection(server.url, { halfOpen: true });
  late.send(formatRequest('POST /v1/pets', [`Authorization: Bearer ${server.key}`, ...json]));
  expectError(await late.reply(), 408, 'invalid_request');
  late.send(pet);
  await refused.closed;
  await expect(refused.reply()).rejects.toThrow(/^incomplete response: $/);
  expect((await server.call('/pets')).json).toEqual([]);
  late.destroy();
  await server.close();
});
