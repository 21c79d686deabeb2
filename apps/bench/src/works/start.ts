// How long from the start of the process to its first 200, on a database that is there.
import { join } from 'node:path';
import { FLOORS, type Name } from '../contestants.js';
import { copyOf } from '../seed.js';
import { startServer } from '../server-process.js';
import { median } from '../statistics.js';
import { type Outcome, ratioGoal, type Work } from './work.js';

const MOST_MS = 400;

export const startWork: Work = {
  id: 'start',
  title: 'Start to the first 200',
  onFleet: false,
  async run({ options, folder, seeded, progress }): Promise<Outcome> {
    const names = options.contestants.filter((name) => !FLOORS.includes(name));
    const starts = options.quick ? 3 : 15;
    const times = new Map<Name, number[]>(names.map((name) => [name, []]));
    const copies = new Map(
      names.map((name) => [name, copyOf(seeded, join(folder, `start-${name}.db`))]),
    );
    for (let round = 0; round <= starts; round += 1) {
      for (const [name, copy] of round % 2 === 0 ? [...copies] : [...copies].reverse()) {
        const server = await startServer(name, copy);
        await server.stop();
        if (round > 0) times.get(name)?.push(server.startMs); // the first one fills the file cache
        progress(`start ${round} of ${starts}: ${name} ${server.startMs.toFixed(0)} ms`);
      }
    }
    const ours = times.get('ours');
    const express = times.get('express-usual');
    return {
      id: startWork.id,
      title: startWork.title,
      notes: [
        `${starts} starts in turns, on a database of 10,000 animals; from spawn to a whole listing.`,
      ],
      columns: ['median ms', 'least ms', 'most ms'],
      rows: names.map((name) => ({ name, cells: cellsOf(times.get(name) ?? []) })),
      bars: {
        unit: 'ms',
        values: names.map((name) => ({ name, value: median(times.get(name) ?? []) })),
      },
      goals: [
        ...(ours
          ? [
              {
                text: 'start to first 200',
                value: median(ours),
                unit: ' ms',
                sense: '<=' as const,
                bound: MOST_MS,
                range: { least: Math.min(...ours), most: Math.max(...ours) },
              },
            ]
          : []),
        ...(ours && express
          ? [ratioGoal('start: ours / express-usual', [ours, express], '<=', 1)]
          : []),
      ],
      raw: Object.fromEntries(times),
    };
  },
};

function cellsOf(times: readonly number[]): string[] {
  return [median(times), Math.min(...times), Math.max(...times)].map((ms) => ms.toFixed(0));
}
