// Load by autocannon. Servers take turns in each round, so that noise on the machine affects all of them alike.
import autocannon, { type Client } from 'autocannon';
import type { Server } from './servers.js';
import { WORKS, type WorkName } from './works.js';

export interface Round {
  perSecond: number;
  cpuMicroseconds: number;
}

export interface Series {
  work: WorkName;
  server: Server;
  rounds: Round[];
}

/** Round 0 is the warm-up and is dropped. The order is reversed in every other round. @param duration In seconds. */
export async function measure(all: readonly Series[], rounds: number, duration: number) {
  for (let round = 0; round <= rounds; round += 1)
    for (const { work, server, rounds: kept } of round % 2 ? all.toReversed() : all) {
      const result = await send(work, server, { duration });
      const name = round === 0 ? 'warm-up' : `round ${round} of ${rounds}`;
      const rate = `${result.perSecond.toFixed(0)}/s`;
      console.error(`${name}: ${WORKS[work].title}, ${server.title}: ${rate}`);
      if (round > 0) kept.push(result);
    }
}

/** @throws an Error if a response has another status than expected */
export async function send(
  work: WorkName,
  server: Server,
  span: { duration: number } | { amount: number },
): Promise<Round> {
  const { connections = 32, requests } = WORKS[work];
  const expected = work === 'refusal' ? /^(200|429|503)$/ : /^20[01]$/;
  let [count, unexpected] = [0, 0];
  function setupClient(client: Client): void {
    client.setRequests(requests(server.store));
    client.on('response', (status) => {
      count += 1;
      if (!expected.test(String(status))) unexpected += 1;
    });
  }
  const [startCpuMs, startMs] = [server.cpuMs(), performance.now()];
  const { errors } = await autocannon({ url: server.origin, connections, ...span, setupClient });
  const [cpuMs, ms] = [server.cpuMs() - startCpuMs, performance.now() - startMs];
  if (errors + unexpected > 0)
    throw new Error(
      `${server.title}, ${work}: ${errors} errors, ${unexpected} unexpected statuses`,
    );
  return { perSecond: (count * 1000) / ms, cpuMicroseconds: (cpuMs * 1000) / count };
}
