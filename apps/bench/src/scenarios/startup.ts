// Startup time: from spawn to the first 200, on an existing database.
import { join } from 'node:path';
import { copyDatabase } from '../seed.js';
import { startServer } from '../server-process.js';
import { BASELINES, type ServerName } from '../servers.js';
import { median } from '../statistics.js';
import { type Measured, ratioGoal, type Scenario } from './scenario.js';

const MAX_MS = 400;

export const startupScenario: Scenario = {
  id: 'startup',
  title: 'Startup to the first 200',
  usesSharedServers: false,
  async run({ options, folder, store, progress }): Promise<Measured> {
    const names = options.serverNames.filter((name) => !BASELINES.includes(name));
    const starts = options.quick ? 3 : 15;
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
    const express = times.get('express');
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
      goals: [
        ...(ours
          ? [
              {
                text: 'startup to the first 200',
                value: median(ours),
                unit: ' ms',
                operator: '<=' as const,
                target: MAX_MS,
                range: { least: Math.min(...ours), most: Math.max(...ours) },
              },
            ]
          : []),
        ...(ours && express
          ? [ratioGoal('startup: ours / express', [ours, express], '<=', 1)]
          : []),
      ],
      raw: Object.fromEntries(times),
    };
  },
};

function cellsOf(times: readonly number[]): string[] {
  return [median(times), Math.min(...times), Math.max(...times)].map((ms) => ms.toFixed(0));
}
