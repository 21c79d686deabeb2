// Resident memory of the server over a million requests.
import { join } from 'node:path';
import { assertStatuses } from '../measure.js';
import { copyDatabase } from '../seed.js';
import { startServer } from '../server-process.js';
import { median } from '../statistics.js';
import { CONNECTIONS, type Measured, type Scenario } from './scenario.js';

const MAX_MEGABYTES = 120;
/** Median of the second half of the samples, divided by the median of the first half. */
const MAX_GROWTH = 1.05;
const SAMPLES = 10;

export const memoryScenario: Scenario = {
  id: 'memory',
  title: 'Resident memory over many requests',
  usesSharedServers: false,
  async run({ options, folder, store, load, progress }): Promise<Measured | string> {
    if (!options.serverNames.includes('ours')) return 'it needs the server ours';
    const amount = options.quick ? 10_000 : 100_000;
    const server = await startServer('ours', copyDatabase(store, join(folder, 'memory.db')));
    const samples = [{ requests: 0, megabytes: server.residentMegabytes() }];
    for (let sample = 1; sample <= SAMPLES; sample += 1) {
      const job = { workload: 'mix' as const, connections: CONNECTIONS, amount };
      const result = await load.send(server, job);
      assertStatuses('ours', result);
      const requests = (samples.at(-1)?.requests ?? 0) + result.count;
      samples.push({ requests, megabytes: server.residentMegabytes() });
      progress(`${requests} requests: ${server.residentMegabytes().toFixed(0)} MB`);
    }
    await server.stop();
    const loaded = samples.slice(1).map(({ megabytes }) => megabytes);
    const total = samples.at(-1)?.requests ?? 0;
    return {
      notes: ['The mix of list, get and create. VmRSS of /proc, sampled between the runs.'],
      columns: ['resident MB'],
      rows: samples.map(({ requests, megabytes }) => ({
        name: `after ${requests.toLocaleString('en')}`,
        cells: [megabytes.toFixed(0)],
      })),
      goals: [
        {
          text: `resident memory after ${total.toLocaleString('en')} requests`,
          value: loaded.at(-1) ?? Number.NaN,
          unit: ' MB',
          operator: '<=',
          target: MAX_MEGABYTES,
          range: { least: Math.min(...loaded), most: Math.max(...loaded) },
        },
        {
          text: 'memory: second half of the samples / first half',
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
