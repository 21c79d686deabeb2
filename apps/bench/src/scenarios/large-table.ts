// Cost of a page among ten million animals, compared with one among a thousand, at both ends of the listing.
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { measureInterleaved, type Round } from '../measure.js';
import { createStore, insertAnimals } from '../seed.js';
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
const MIN_FREE_BYTES = 4e9;
/** The last ids, inserted first: two pages of one status fit, and the far page has a next one, as any other page has. */
const TAIL = 300;
const MAX_TIME_RATIO = 1.1;

const PAGES = [
  { page: 'first page', far: false, status: undefined },
  { page: 'far page', far: true, status: undefined },
  { page: 'first page, status=sold', far: false, status: 'sold' },
  { page: 'far page, status=sold', far: true, status: 'sold' },
] as const;

export const largeTableScenario: Scenario = {
  id: 'large-table',
  title: 'List 20 of ten million animals',
  usesSharedServers: false,
  async run({ options, folder, load, progress }): Promise<Measured | string> {
    if (options.quick) return 'left out by --quick';
    if (!options.serverNames.includes('ours')) return 'it needs the server ours';
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < MIN_FREE_BYTES) return 'not enough free disk space';
    progress('creating the animals');
    const stores = [
      { animals: SMALL, ...(await createPages(join(folder, 'small.db'), SMALL)) },
      { animals: LARGE, ...(await createPages(join(folder, 'large.db'), LARGE)) },
    ];
    progress('starting');
    const servers: Server[] = [];
    for (const { store } of stores) servers.push(await startServer('ours', store));
    const series = PAGES.flatMap(({ page }) =>
      stores.flatMap(({ animals, paths }, place) => {
        const [server, path] = [servers[place], paths.get(page)];
        if (server === undefined || path === undefined) return [];
        const job = { workload: { path }, connections: CONNECTIONS, seconds: options.seconds };
        return { label: labelOf(page, animals), server, job };
      }),
    );
    const rounds = await measureInterleaved(load, series, options.rounds, progress);
    const rows = series.map(({ label, server }) => toRow(label, rounds.get(label) ?? [], server));
    for (const server of servers) await server.stop();
    return {
      notes: [
        `Ours only, ${CONNECTIONS} connections. A far page is reached by a cursor and starts at most ${TAIL} ids before the end.`,
        `Startup took ${servers.map(({ startMs }) => startMs.toFixed(0)).join(' ms, then ')} ms.`,
      ],
      columns: COLUMNS,
      rows,
      goals: PAGES.map(({ page }) =>
        ratioGoal(
          `time of the ${page}: of 10,000,000 / of 1,000`,
          [times(rounds, labelOf(page, LARGE)), times(rounds, labelOf(page, SMALL))],
          '<=',
          MAX_TIME_RATIO,
        ),
      ),
      raw: Object.fromEntries(rounds),
    };
  },
};

function labelOf(page: string, animals: number): string {
  return `${page} of ${animals.toLocaleString('en')}`;
}

function times(rounds: ReadonlyMap<string, Round[]>, label: string): number[] {
  return rounds.get(label)?.map(({ perSecond }) => 1 / perSecond) ?? [];
}

/**
 * Creates the animals and the path of each page. Cursors are opaque, so the server issues those of the far pages: while
 * the table has only its last animals, the second page is a page near the end.
 */
async function createPages(file: string, animals: number) {
  const store = createStore(file);
  insertAnimals(file, animals - TAIL + 1, animals);
  const server = await startServer('ours', store);
  const paths = new Map<string, string>();
  for (const { page, far, status } of PAGES) {
    const path = `/v1/pets?${status ? `status=${status}&` : ''}limit=20`;
    paths.set(page, far ? await nextPage(server, path) : path);
  }
  await server.stop();
  insertAnimals(file, 1, animals - TAIL);
  return { store, paths };
}

async function nextPage({ origin, store }: Server, path: string): Promise<string> {
  const headers = { Authorization: `Bearer ${store.key}` };
  const response = await fetch(origin + path, { headers });
  await response.arrayBuffer();
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
  if (next === undefined) throw new Error(`${path} has no next page`);
  return next;
}
