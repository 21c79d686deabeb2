// Cost of random pages among ten million animals, compared with a thousand, while animals are created.
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { measureInterleaved, secondsOf } from '../measure.js';
import { seed } from '../seed.js';
import { type Server, startServer } from '../server-process.js';
import {
  COLUMNS,
  CONNECTIONS,
  type Measured,
  ratioGoal,
  type Scenario,
  toRow,
} from './scenario.js';

const SMALL = 1_000;
const LARGE = 10_000_000;
/** With --quick. */
const QUICK_LARGE = 200_000;
const MIN_FREE_BYTES = 4e9;
const MAX_TIME_RATIO = 1.15;
const LIMIT = 20;
/** With each filter, a thousand animals have 4,000 pages. */
const PAGES = 3_000;
const MANY_PAGES = 20_000;
const SEED_SECONDS = 60;

export const largeTableScenario: Scenario = {
  id: 'large-table',
  title: 'Pages at random of ten million animals',
  usesSharedServers: false,
  estimateSeconds: (options) => SEED_SECONDS + secondsOf(2, options),
  async run({ options, folder, load, progress }): Promise<Measured | string> {
    if (!options.serverNames.includes('ours')) return 'it needs the server ours';
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < MIN_FREE_BYTES) return 'not enough free disk space';
    const tables = [
      { animals: SMALL, pages: PAGES },
      { animals: options.quick ? QUICK_LARGE : LARGE, pages: MANY_PAGES },
    ];
    const series = [];
    for (const { animals, pages } of tables) {
      progress(`creating ${animals} animals`);
      const server: Server = await startServer(
        'ours',
        seed(join(folder, `${animals}.db`), animals),
      );
      const job = {
        workload: 'pages-and-writes' as const,
        pages: { animals, pages, limit: LIMIT },
        connections: CONNECTIONS,
        seconds: options.seconds,
      };
      series.push({ label: `of ${animals.toLocaleString('en')}`, server, job });
    }
    const rounds = await measureInterleaved(load, series, options.rounds, progress);
    const rows = series.map(({ label, server }) => toRow(label, rounds.get(label) ?? [], server));
    for (const { server } of series) await server.stop();
    const [small, large] = series.map(({ label }) => label);
    const times = (label = '') => rounds.get(label)?.map(({ perSecond }) => 1 / perSecond) ?? [];
    return {
      notes: [
        `Ours only, ${CONNECTIONS} connections, 2 % creates. Pages of ${LIMIT}, half of them with a \`status\`; cursors anywhere in the table.`,
        `Startup took ${series.map(({ server }) => server.startMs.toFixed(0)).join(' ms, then ')} ms.`,
      ],
      columns: COLUMNS,
      rows,
      goals: [
        ratioGoal(
          {
            work: `Time of a page at random ${large}, with 2 % creates`,
            rival: `a page ${small}`,
            operator: '<=',
            target: MAX_TIME_RATIO,
          },
          times(large),
          times(small),
        ),
      ],
      raw: Object.fromEntries(rounds),
    };
  },
};
