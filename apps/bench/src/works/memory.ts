// What the process holds after a million requests, and whether it still grows.
import { join } from 'node:path';
import { assertAnswers } from '../measure.js';
import { copyOf } from '../seed.js';
import { startServer } from '../server-process.js';
import { median } from '../statistics.js';
import { CONNECTIONS, type Outcome, type Work } from './work.js';

const MOST_MEGABYTES = 120;
/** Flat: the median of the last half of the samples, over that of the first half. */
const MOST_GROWTH = 1.05;
const SAMPLES = 10;

export const memoryWork: Work = {
  id: 'memory',
  title: 'Resident memory over many requests',
  onFleet: false,
  async run({ options, folder, seeded, loader, progress }): Promise<Outcome | string> {
    if (!options.contestants.includes('ours')) return 'it needs ours';
    const amount = options.quick ? 10_000 : 100_000;
    const server = await startServer('ours', copyOf(seeded, join(folder, 'memory.db')));
    const samples = [{ requests: 0, megabytes: server.residentMegabytes() }];
    for (let sample = 1; sample <= SAMPLES; sample += 1) {
      const job = { workload: 'mix' as const, connections: CONNECTIONS, amount };
      const seen = await loader.send(server, job);
      assertAnswers('ours', seen);
      const requests = (samples.at(-1)?.requests ?? 0) + seen.count;
      samples.push({ requests, megabytes: server.residentMegabytes() });
      progress(`${requests} requests: ${server.residentMegabytes().toFixed(0)} MB`);
    }
    await server.stop();
    const loaded = samples.slice(1).map(({ megabytes }) => megabytes);
    const total = samples.at(-1)?.requests ?? 0;
    return {
      id: memoryWork.id,
      title: memoryWork.title,
      notes: ['The mix of list, get and create; sampled in between, VmRSS of /proc.'],
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
          sense: '<=',
          bound: MOST_MEGABYTES,
          range: { least: Math.min(...loaded), most: Math.max(...loaded) },
        },
        {
          text: 'memory: its last half of samples / its first half',
          value: median(loaded.slice(SAMPLES / 2)) / median(loaded.slice(0, SAMPLES / 2)),
          unit: '×',
          sense: '<=',
          bound: MOST_GROWTH,
        },
      ],
      raw: samples,
    };
  },
};
