// Startup time: from spawn to the first 200, on an existing database.
import { join } from 'node:path';
import { copyDatabase } from '../seed.js';
import { startServer } from '../server-process.js';
import { kindOf, type ServerName } from '../servers.js';
import { median, spreadOf } from '../statistics.js';
import type { Measured, Scenario } from './scenario.js';

const MAX_MS = 330;
const STARTS = 15;
const QUICK_STARTS = 3;
const SECONDS_PER_START = 0.7;

export const startupScenario: Scenario = {
  id: 'startup',
  title: 'Startup to the first 200',
  usesSharedServers: false,
  estimateSeconds: ({ quick, serverNames }) =>
    ((quick ? QUICK_STARTS : STARTS) + 1) * serverNames.length * SECONDS_PER_START,
  async run({ options, folder, store, progress }): Promise<Measured> {
    const names = options.serverNames.filter((name) => kindOf(name) !== 'baseline');
    const starts = options.quick ? QUICK_STARTS : STARTS;
    const times = new Map<ServerName, number[]>(names.map((name) => [name, []]));
    const copies = new Map(
      names.map((name) => [name, copyDatabase(store, join(folder, `start-${name}.db`))]),
    );
    for (let round = 0; round <= starts; round += 1) {
      for (const [name, copy] of round % 2 === 0 ? [...copies] : [...copies].reverse()) {
        const server = await startServer(name, copy);
        await server.stop();
        if (round > 0) times.get(name)?.push(server.startMs); // round 0 fills the file cache
        progress(`start ${round} of ${starts}: ${name} ${server.startMs.toFixed(0)} ms`);
      }
    }
    const ours = times.get('ours');
    return {
      notes: [
        `${starts} interleaved starts on a database of 10,000 animals, from spawn to a complete listing.`,
      ],
      columns: ['median ms', 'min ms', 'max ms'],
      rows: names.map((name) => ({ name, cells: cellsOf(times.get(name) ?? []) })),
      bars: {
        unit: 'ms',
        values: names.map((name) => ({ name, value: median(times.get(name) ?? []) })),
      },
      goals: ours
        ? [
            {
              work: 'Startup to the first 200',
              value: median(ours),
              unit: ' ms',
              operator: '<=',
              target: MAX_MS,
              spread: spreadOf(ours),
            },
          ]
        : [],
      raw: Object.fromEntries(times),
    };
  },
};

function cellsOf(times: readonly number[]): string[] {
  return [median(times), Math.min(...times), Math.max(...times)].map((ms) => ms.toFixed(0));
}
