import { setTimeout as pause } from 'node:timers/promises';
import { StorageUnavailableError } from '../../src/model.js';
import { startServer, type TestServer } from '../support/start-server.js';

const CLIENTS = 300;
const CHECK_INTERVAL_MS = 250;

let server: TestServer;
let checks = 0;
beforeEach(async () => {
  server = await startServer();
  checks = 0;
});
afterEach(() => server.close());

/** Counts calls of `ping` and delegates them to `outcome`. */
function countChecks(outcome = server.store.ping): void {
  server.store.ping = () => {
    checks += 1;
    return outcome();
  };
}

async function requestAll(): Promise<{ statuses: Set<number>; maxChecks: number }> {
  const startedMs = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: CLIENTS }, async () => (await fetch(`${server.url}/readyz`)).status),
  );
  const tookMs = performance.now() - startedMs;
  return { statuses: new Set(statuses), maxChecks: 1 + Math.floor(tookMs / CHECK_INTERVAL_MS) };
}

test('when many clients request /readyz at once, then the store is checked once per 250 ms', async () => {
  countChecks();
  const { statuses, maxChecks } = await requestAll();
  expect(statuses).toEqual(new Set([200]));
  expect(checks).toBeGreaterThan(0);
  expect(checks).toBeLessThanOrEqual(maxChecks);
});

test('when a check fails, then all concurrent requests get its result, and the next check can succeed', async () => {
  const healthy = server.store.ping;
  countChecks(() => Promise.reject(new StorageUnavailableError('no')));
  const { statuses, maxChecks } = await requestAll();
  expect(statuses).toEqual(new Set([503]));
  expect(checks).toBeLessThanOrEqual(maxChecks);
  server.store.ping = healthy;
  await pause(CHECK_INTERVAL_MS);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

test('when a check is slow, then no second one starts', async () => {
  let end = () => {};
  const healthy = server.store.ping;
  countChecks(async () => {
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    return healthy();
  });
  const first = fetch(`${server.url}/readyz`);
  while (checks === 0) await pause(5);
  await pause(2 * CHECK_INTERVAL_MS);
  const second = fetch(`${server.url}/readyz`);
  await pause(50);
  end();
  expect([(await first).status, (await second).status, checks]).toEqual([200, 200, 1]);
});
