import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from '../../support/start-server-process.js';
import { useTempStore } from '../../support/use-temp-store.js';

/** Signals this close together count as one. */
const FORWARDING_DELAY_MS = 5;
const SECOND_SIGNAL_DELAY_MS = 1_200;
/** Less than the shutdown timeout of an incomplete request. */
const MAX_EXIT_MS = 1_000;

const store = useTempStore();

test('when npm forwards a SIGINT that the terminal has also sent, then the shutdown stays graceful', async () => {
  const server = await store.start();
  server.child.kill('SIGINT');
  await pause(FORWARDING_DELAY_MS);
  server.child.kill('SIGINT');
  await server.waitForOutput('stdout', /"stopping"/);
  const { exitCode, stdout } = await server.stop('SIGINT');
  expect(exitCode).toBe(0);
  const messages = stdout.match(/(?<="msg":")[^"]+/g);
  expect(messages?.slice(-3)).toEqual(['listening', 'stopping', 'stopped']);
});

describe.each([
  ['SIGTERM', 'SIGTERM'],
  ['SIGINT', 'SIGTERM'],
  ['SIGINT', 'SIGINT'],
] as const)('when %s arrives during an incomplete request', (first, second) => {
  test(`then ${second} a second later ends the server at once with 1`, async () => {
    const server = await store.start();
    const socket = await sendPartialRequest(server);
    server.child.kill(first);
    await server.waitForOutput('stdout', /"stopping"/);
    await pause(SECOND_SIGNAL_DELAY_MS);
    expect(server.child.exitCode).toBe(null);
    const sentMs = performance.now();
    const { exitCode, stdout } = await server.stop(second);
    expect(performance.now() - sentMs).toBeLessThan(MAX_EXIT_MS);
    expect(exitCode).toBe(1);
    expect(stdout).not.toContain('"stopped"');
    socket.destroy();
  });
});

async function sendPartialRequest({ url }: ServerProcess) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {}); // the server resets the connection
  await new Promise((resolve) => socket.once('connect', resolve));
  await new Promise((resolve) => socket.write('GET /v1/pets HTTP/1.1\r\nHost: x\r\n', resolve));
  return socket;
}
