// What it is worth that many animals share one commit: POSTs a second at 64 connections, against the same server with a
// commit for each. Every 201 of both is on disk before it is sent.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { median } from './statistics.js';

const CONNECTIONS = 64;
const ROUNDS = 5;
const SECONDS_A_ROUND = 4;
const SERVER = fileURLToPath(new URL('serve-commits.ts', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'animal-store-bench-'));
const servers = await Promise.all([start('shared'), start('single')]);
const [shared, single] = servers;
const rates = { shared: [] as number[], single: [] as number[] };
try {
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { variant, server } of [
      { variant: 'shared', server: shared },
      { variant: 'single', server: single },
    ] as const) {
      const rate = await postsASecond(server);
      if (round > 0) rates[variant].push(rate); // the first one warms up
      console.error(`round ${round} of ${ROUNDS}: ${variant} ${rate.toFixed(0)} a second`);
    }
  }
} finally {
  for (const { child } of servers) child.kill();
  rmSync(folder, { recursive: true });
}
const [sharedMedian, singleMedian] = [median(rates.shared), median(rates.single)];
console.log(`one commit for many    ${sharedMedian.toFixed(0)} POSTs a second`);
console.log(`one commit for each    ${singleMedian.toFixed(0)} POSTs a second`);
console.log(
  `ratio                  ${(sharedMedian / singleMedian).toFixed(2)}  (medians of ${ROUNDS} rounds, ${CONNECTIONS} connections)`,
);

async function start(variant: 'shared' | 'single') {
  const file = join(folder, `${variant}.db`);
  const child = spawn(process.execPath, ['--import', 'tsx', SERVER, variant, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of child.stdout) {
    const { url, key } = JSON.parse(String(line)) as { url: string; key: string };
    return { child, url, key };
  }
  throw new Error(`the ${variant} server ended before it listened`);
}

async function postsASecond({ url, key }: { url: string; key: string }): Promise<number> {
  const result = await autocannon({
    url,
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Hambone', categoryId: 1, status: 'available' }),
    connections: CONNECTIONS,
    duration: SECONDS_A_ROUND,
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error('a POST was refused');
  return result['2xx'] / result.duration;
}
