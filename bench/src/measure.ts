// Measurement with autocannon: servers take turns in each round, so that noise on the machine affects all of them alike.
import autocannon, { type Client } from 'autocannon';
import { hasDuties, type Server } from './servers.js';
import { requestsOf, WORKS, type WorkName } from './works.js';

/** A server and the load that it gets in every round. */
interface Series {
  label: string;
  server: Server;
  work: WorkName;
  /** In place of the key without a limit: its requests are refused. */
  refusedKey?: string;
  /** A duration, or a number of requests. */
  span: { duration: number } | { amount: number };
}

export interface Round {
  perSecond: number;
  /** CPU time of the server per request. */
  cpuMicroseconds: number;
  /** CPU time of this process, as a share of one core. Near 1 the load generator is the bottleneck. */
  loadShare: number;
}

/** @throws an Error if a response has another status than expected. */
export async function send(series: Series, round: number): Promise<Round> {
  const { label, server, work, refusedKey, span } = series;
  const { name, origins, store } = server;
  const choice = { key: refusedKey ?? store.key, hasChecksums: hasDuties(name) };
  const expected = refusedKey === undefined ? /^2/ : /^(429|503|2..)$/; // its quota is used up first
  let [count, failures, connection] = [0, 0, 0];
  const cpuBeforeMs = server.cpuMs();
  const before = process.cpuUsage();
  const startMs = performance.now();
  let endMs = startMs;
  function setupClient(client: Client): void {
    connection += 1;
    client.setRequests(requestsOf(work, choice, round * 1_000 + connection));
    client.on('response', (status) => {
      endMs = performance.now();
      count += 1;
      if (!expected.test(String(status))) failures += 1;
    });
  }
  const connections = (WORKS[work].connections ?? 32) / origins.length;
  for (const { errors } of await Promise.all(
    origins.map((url) => autocannon({ url, connections, ...span, setupClient })),
  ))
    failures += errors;
  if (failures > 0) throw new Error(`${label}: ${failures} errors or unexpected statuses`);
  const { user, system } = process.cpuUsage(before);
  return {
    perSecond: (count / (endMs - startMs)) * 1000,
    cpuMicroseconds: ((server.cpuMs() - cpuBeforeMs) * 1000) / count,
    loadShare: (user + system) / 1000 / (endMs - startMs),
  };
}

/** The rounds by label. Round 0 is the warm-up and is dropped. The order is reversed in every other round. */
export async function measureInterleaved(
  series: readonly Series[],
  rounds: number,
): Promise<Map<string, Round[]>> {
  const kept = new Map<string, Round[]>(series.map(({ label }) => [label, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const each of round % 2 ? series.toReversed() : series) {
      const result = await send(each, round);
      const name = round === 0 ? 'warm-up' : `round ${round} of ${rounds}`;
      console.error(`${name}: ${each.label} ${result.perSecond.toFixed(0)}/s`);
      if (round > 0) kept.get(each.label)?.push(result);
    }
  }
  return kept;
}
