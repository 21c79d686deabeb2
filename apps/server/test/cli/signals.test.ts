import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from '../support/start-server-process.js';
import { useTempStore } from '../support/use-temp-store.js';

/** A signal that comes so soon after the first is the same one, handed on. */
const SOON_MS = 5;
const LATER_MS = 1_200;
/** Less than the half-sent request would hold it for. */
const AT_ONCE_MS = 1_000;

const store = useTempStore();

test('when npm hands on a SIGINT that the terminal has sent too, then it stops cleanly all the same', async () => {
  const server = await store.start();
  server.child.kill('SIGINT');
  await pause(SOON_MS);
  server.child.kill('SIGINT');
  await server.waitForOutput('stdout', /"stopping"/);
  const { exitCode, stdout } = await server.stop('SIGINT');
  expect(exitCode).toBe(0);
  const messages = stdout.match(/(?<="msg":")[^"]+/g);
  expect(messages).toEqual(['listening', 'stopping', 'stopped']);
});

describe.each([
  ['SIGTERM', 'SIGTERM'],
  ['SIGINT', 'SIGTERM'],
  ['SIGINT', 'SIGINT'],
] as const)('when %s finds a client that does not finish its request', (first, second) => {
  test(`then ${second} a second later ends it at once, not with 0`, async () => {
    const server = await store.start();
    const socket = await sendHalfARequest(server);
    server.child.kill(first);
    await server.waitForOutput('stdout', /"stopping"/);
    await pause(LATER_MS);
    expect(server.child.exitCode).toBe(null);
    const sentMs = performance.now();
    const { exitCode, stdout } = await server.stop(second);
    expect(performance.now() - sentMs).toBeLessThan(AT_ONCE_MS);
    expect(exitCode).toBe(1);
    expect(stdout).not.toContain('"stopped"');
    socket.destroy();
  });
});

async function sendHalfARequest({ url }: ServerProcess) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {}); // it will be cut
  await new Promise((resolve) => socket.once('connect', resolve));
  await new Promise((resolve) => socket.write('GET /v1/pets HTTP/1.1\r\nHost: x\r\n', resolve));
  return socket;
}
