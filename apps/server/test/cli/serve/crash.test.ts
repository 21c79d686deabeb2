// Counts after the server was killed. Bans: unit/rate-limit/local-limiter.test.ts.
import { createKey } from '../../support/run-cli.js';
import type { ServerProcess } from '../../support/start-server-process.js';
import { useTempStore } from '../../support/use-temp-store.js';

const store = useTempStore();

/** Responses that arrived before the server was killed. */
async function replies(running: ServerProcess, key: string, count: number): Promise<Response[]> {
  const all = await Promise.allSettled(
    Array.from({ length: count }, () => running.call('/pets', key)),
  );
  return all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** Counts admissions by the reset time of their window, because midnight may pass during the test. */
function countAdmissions(into: Map<string, number>, responses: readonly Response[]): void {
  for (const { status, headers } of responses) {
    const reset = headers.get('X-RateLimit-Reset') ?? '';
    if (status === 200) into.set(reset, (into.get(reset) ?? 0) + 1);
  }
}

test('when the server is killed repeatedly, then no window admits more than its quota', async () => {
  const perDay = 200;
  const key = await createKey(store, 'enterprise', { perMinute: 100_000, perDay });
  const admitted = new Map<string, number>();
  const kills = 5;
  for (let round = 0; round < kills; round += 1) {
    const server = await store.start();
    countAdmissions(admitted, await replies(server, key, 17));
    const inFlight = replies(server, key, 8);
    await server.stop('SIGKILL');
    countAdmissions(admitted, await inFlight);
  }
  const rest = await replies(await store.start(), key, perDay);
  countAdmissions(admitted, rest);
  expect(rest).toHaveLength(perDay);
  expect(rest.some(({ status }) => status === 429)).toBe(true);
  const counts = [...admitted.values()];
  expect(Math.max(...counts)).toBeLessThanOrEqual(perDay);
  // a kill loses at most the requests in flight and the rest of a lease, which is a twentieth
  const total = counts.reduce((sum, count) => sum + count, 0);
  expect(total).toBeGreaterThanOrEqual(perDay - kills * (8 + perDay / 20));
});
