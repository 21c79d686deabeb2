// Load generator process: receives a job, sends its requests with autocannon, replies with the result.
import autocannon from 'autocannon';
import { type Choice, requestsOf } from './works.js';

export interface LoadJob extends Choice {
  /** The connections are divided among them. */
  origins: readonly string[];
  connections: number;
  /** Either a duration or a number of requests. */
  seconds?: number;
  amount?: number;
}

export interface LoadResult {
  count: number;
  perSecond: number;
  /** Number of responses by status. */
  statuses: Record<string, number>;
  errors: number;
  /** CPU time of the load generator, as a share of one core. Near 1 the load generator is the bottleneck. */
  loadShare: number;
}

process.on('message', (job: LoadJob) => {
  void send(job).then((result) => process.send?.(result));
});
process.once('disconnect', () => process.exit());

async function send(job: LoadJob): Promise<LoadResult> {
  const { origins, connections, seconds = 1, amount } = job;
  const statuses: Record<string, number> = {};
  let count = 0;
  let connection = 0;
  const before = process.cpuUsage();
  const startMs = performance.now();
  let endMs = startMs;
  const sendTo = (url: string) =>
    new Promise<autocannon.Result>((resolve, reject) => {
      const options: autocannon.Options = {
        url,
        connections: connections / origins.length,
        ...(amount === undefined ? { duration: seconds } : { amount }),
        setupClient(client) {
          client.setRequests(requestsOf(job, connection));
          connection += 1;
        },
      };
      const instance = autocannon(options, (error, result) => {
        if (error) reject(error);
        else resolve(result);
      });
      instance.on('response', (_client, status) => {
        endMs = performance.now();
        count += 1;
        statuses[status] = (statuses[status] ?? 0) + 1;
      });
    });
  const results = await Promise.all(origins.map(sendTo));
  const { user, system } = process.cpuUsage(before);
  const spanMs = endMs - startMs;
  return {
    count,
    perSecond: (count / spanMs) * 1000,
    statuses,
    errors: results.reduce((sum, result) => sum + result.errors, 0),
    loadShare: (user + system) / 1000 / spanMs,
  };
}
