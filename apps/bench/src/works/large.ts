// Whether a page costs the same among ten million animals as among a thousand, at both ends of the listing.
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { toInt64 } from '@animal-store/contract';
import type { Services } from '@animal-store/server/src/operations/handler.js';
import { readPage } from '@animal-store/server/src/operations/paging.js';
import Database from 'better-sqlite3';
import { alternate, type Round } from '../measure.js';
import { seed } from '../seed.js';
import { type Server, startServer } from '../server-process.js';
import { COLUMNS, CONNECTIONS, type Outcome, ratioGoal, rowOf, type Work } from './work.js';

const SMALL = 1_000;
const LARGE = 10_000_000;
const ROOM_BYTES = 4e9;
/** Ids before the end: a whole page of any status fits, and one more animal, so that there is a next page as elsewhere. */
const BEFORE_THE_END = 200;
const MOST_TIME = 1.1;

const PAGES = [
  { page: 'first page', far: false, status: undefined },
  { page: 'far page', far: true, status: undefined },
  { page: 'first page, status=sold', far: false, status: 'sold' },
  { page: 'far page, status=sold', far: true, status: 'sold' },
] as const;

export const largeWork: Work = {
  id: 'large',
  title: 'List 20 of ten million animals',
  onFleet: false,
  async run({ options, folder, loader, progress }): Promise<Outcome | string> {
    if (options.quick) return '--quick leaves it out';
    if (!options.contestants.includes('ours')) return 'it needs ours';
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < ROOM_BYTES) return 'the disk has too little room';
    progress('making the animals');
    const sizes = [
      { animals: SMALL, seeded: seed(join(folder, 'small.db'), SMALL) },
      { animals: LARGE, seeded: seed(join(folder, 'large.db'), LARGE) },
    ];
    progress('starting');
    const servers: Server[] = [];
    for (const { seeded } of sizes) servers.push(await startServer('ours', seeded));
    const turns = [];
    for (const { page, far, status } of PAGES) {
      for (const [place, { animals, seeded }] of sizes.entries()) {
        const server = servers[place];
        if (server === undefined) continue;
        const after = far ? animals - BEFORE_THE_END : undefined;
        const path = await pathOf(seeded.file, status, after);
        const job = { workload: { path }, connections: CONNECTIONS, seconds: options.seconds };
        turns.push({ label: labelOf(page, animals), server, job });
      }
    }
    const rounds = await alternate(loader, turns, options.rounds, progress);
    const rows = turns.map(({ label, server }) => rowOf(label, rounds.get(label) ?? [], server));
    for (const server of servers) await server.stop();
    return {
      id: largeWork.id,
      title: largeWork.title,
      notes: [
        `Ours alone, ${CONNECTIONS} connections. A far page starts ${BEFORE_THE_END} ids before the end, through a cursor.`,
        `The start to the first 200 took ${servers.map(({ startMs }) => startMs.toFixed(0)).join(' ms, then ')} ms.`,
      ],
      columns: COLUMNS,
      rows,
      goals: PAGES.map(({ page }) =>
        ratioGoal(
          `time of the ${page}: of 10,000,000 / of 1,000`,
          [times(rounds, labelOf(page, LARGE)), times(rounds, labelOf(page, SMALL))],
          '<=',
          MOST_TIME,
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

/** The path of a page, with the cursor that the product itself would issue. */
async function pathOf(
  file: string,
  status: string | undefined,
  after: number | undefined,
): Promise<string> {
  const path = '/v1/pets';
  if (after === undefined) return `${path}?${status ? `status=${status}&` : ''}limit=20`;
  const database = new Database(file, { readonly: true });
  const secret = database
    .prepare<[], { value: Services['store']['cursorSecret'] }>(
      "SELECT value FROM secrets WHERE name = 'cursor'",
    )
    .get();
  database.close();
  if (secret === undefined) throw new Error('the database has no cursor secret');
  const listing = { path, filter: { status }, secret: secret.value };
  const items = [{ id: toInt64(BigInt(after)) }];
  const { headers } = await readPage(listing, { limit: 20 }, async () => ({ items, more: true }));
  const next = /<([^>]+)>/.exec(headers.Link ?? '')?.[1];
  if (next === undefined) throw new Error('the product issued no cursor');
  return next;
}
