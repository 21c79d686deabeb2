// Load generator process: receives a job, sends its requests, replies with the result.
import autocannon from 'autocannon';
import { quantile } from '../statistics.js';
import type { LoadJob, LoadResult } from './job.js';
import { sendPaced } from './paced.js';
import { requestsOf } from './workloads.js';

process.on('message', (job: LoadJob) => {
  void send(job).then((result) => process.send?.(result));
});

process.once('disconnect', () => process.exit());

async function send(job: LoadJob): Promise<LoadResult> {
  const before = process.cpuUsage();
  const startMs = performance.now();
  const { times, spanMs, statuses, errors } = await (job.rate === undefined
    ? sendClosedLoop(job)
    : sendPaced(job, job.rate));
  const { user, system } = process.cpuUsage(before);
  const sorted = times.sort((a, b) => a - b);
  return {
    count: sorted.length,
    perSecond: (sorted.length / spanMs) * 1000,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    statuses,
    errors,
    loadShare: (user + system) / 1000 / (performance.now() - startMs),
  };
}

/** Uses autocannon. Latencies are recorded here, because its histogram only has whole milliseconds. */
async function sendClosedLoop(job: LoadJob) {
  const { origins, connections, seconds, amount } = job;
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  let connection = 0;
  let firstMs = 0;
  let lastMs = 0;
  const sendTo = (url: string) =>
    new Promise<autocannon.Result>((resolve, reject) => {
      const options: autocannon.Options = {
        url,
        connections: connections / origins.length,
        ...(amount === undefined ? { duration: seconds ?? 1 } : { amount }),
        setupClient(client) {
          client.setRequests(requestsOf(job, connection));
          connection += 1;
        },
      };
      const instance = autocannon(options, (error, result) => {
        if (error) reject(error);
        else resolve(result);
      });
      instance.on('response', (_client, status, _bytes, ms) => {
        lastMs = performance.now();
        if (times.length === 0) firstMs = lastMs;
        times.push(ms);
        statuses[status] = (statuses[status] ?? 0) + 1;
      });
    });
  const results = await Promise.all(origins.map(sendTo));
  const errors = results.reduce((sum, result) => sum + result.errors, 0);
  return { times, spanMs: lastMs - firstMs, statuses, errors };
}
