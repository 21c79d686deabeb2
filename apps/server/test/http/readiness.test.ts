import { setTimeout as pause } from 'node:timers/promises';
import { StorageUnavailableError } from '../../src/model.js';
import { startServer, type TestServer } from '../support/start-server.js';

const ASKERS = 300;
const CHECK_INTERVAL_MS = 250;

let server: TestServer;
let checks = 0;
beforeEach(async () => {
  server = await startServer();
  checks = 0;
});
afterEach(() => server.close());

/** @param outcome What each check of the store does, besides being counted. */
function countChecks(outcome = server.store.ping): void {
  server.store.ping = () => {
    checks += 1;
    return outcome();
  };
}

async function askAll(): Promise<{ statuses: Set<number>; mostChecks: number }> {
  const startedMs = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: ASKERS }, async () => (await fetch(`${server.url}/readyz`)).status),
  );
  const tookMs = performance.now() - startedMs;
  return { statuses: new Set(statuses), mostChecks: 1 + Math.floor(tookMs / CHECK_INTERVAL_MS) };
}

test('when many ask for readiness at once, then the store is checked once in a quarter of a second', async () => {
  countChecks();
  const { statuses, mostChecks } = await askAll();
  expect(statuses).toEqual(new Set([200]));
  expect(checks).toBeGreaterThan(0);
  expect(checks).toBeLessThanOrEqual(mostChecks);
});

test('when the store fails its check, then all who ask meanwhile hear it from that one check, and the next one may succeed', async () => {
  const healthy = server.store.ping;
  countChecks(() => Promise.reject(new StorageUnavailableError('no')));
  const { statuses, mostChecks } = await askAll();
  expect(statuses).toEqual(new Set([503]));
  expect(checks).toBeLessThanOrEqual(mostChecks);
  server.store.ping = healthy;
  await pause(CHECK_INTERVAL_MS);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

test('when a check takes long, then nobody starts another one', async () => {
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
