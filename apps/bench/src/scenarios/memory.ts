// Resident memory of the server over a million requests.
import { join } from 'node:path';
import { WORKLOADS as TITLES, type Workload } from '../load/workloads.js';
import { assertStatuses } from '../measure.js';
import { copyDatabase } from '../seed.js';
import { startServer } from '../server-process.js';
import { median, spreadOf } from '../statistics.js';
import { CONNECTIONS, type Measured, type Scenario } from './scenario.js';

const MAX_MEGABYTES = 120;
/** Median of the second half of the samples, divided by the median of the first half. */
const MAX_GROWTH = 1.05;
const SAMPLES = 10;
const REQUESTS_PER_SAMPLE = 100_000;
const QUICK_REQUESTS_PER_SAMPLE = 10_000;
const REQUESTS_PER_SECOND = 8_000;
const WORKLOADS = ['mix', 'pages-and-writes'] as const satisfies readonly Workload[];

export const memoryScenario: Scenario = {
  id: 'memory',
  title: 'Resident memory over many requests',
  usesSharedServers: false,
  estimateSeconds: ({ quick }) =>
    (SAMPLES * (quick ? QUICK_REQUESTS_PER_SAMPLE : REQUESTS_PER_SAMPLE)) / REQUESTS_PER_SECOND,
  async run({ options, folder, store, load, progress }): Promise<Measured | string> {
    if (!options.serverNames.includes('ours')) return 'it needs the server ours';
    const amount = options.quick ? QUICK_REQUESTS_PER_SAMPLE : REQUESTS_PER_SAMPLE;
    const server = await startServer('ours', copyDatabase(store, join(folder, 'memory.db')));
    const samples = [{ requests: 0, megabytes: server.residentMegabytes() }];
    for (let sample = 1; sample <= SAMPLES; sample += 1) {
      const workload = WORKLOADS[sample % 2] ?? 'mix';
      const job = { workload, connections: CONNECTIONS, amount };
      const result = await load.send(server, job, sample);
      assertStatuses('ours', result);
      const requests = (samples.at(-1)?.requests ?? 0) + result.count;
      samples.push({ requests, megabytes: server.residentMegabytes() });
      progress(`${requests} requests: ${server.residentMegabytes().toFixed(0)} MB`);
    }
    await server.stop();
    const loaded = samples.slice(1).map(({ megabytes }) => megabytes);
    const total = samples.at(-1)?.requests ?? 0;
    return {
      notes: [
        `In turns: ${WORKLOADS.map((workload) => `"${TITLES[workload]}"`).join(', ')}. VmRSS of /proc, sampled between the runs.`,
      ],
      columns: ['resident MB'],
      rows: samples.map(({ requests, megabytes }) => ({
        name: `after ${requests.toLocaleString('en')}`,
        cells: [megabytes.toFixed(0)],
      })),
      goals: [
        {
          work: `Resident memory over ${total.toLocaleString('en')} requests`,
          value: median(loaded),
          unit: ' MB',
          operator: '<=',
          target: MAX_MEGABYTES,
          spread: spreadOf(loaded),
        },
        {
          work: 'Resident memory, second half of the samples',
          rival: 'first half',
          value: median(loaded.slice(SAMPLES / 2)) / median(loaded.slice(0, SAMPLES / 2)),
          unit: '×',
          operator: '<=',
          target: MAX_GROWTH,
        },
      ],
      raw: samples,
    };
  },
};
