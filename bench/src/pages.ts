// URLs of random pages of the listing, with the cursors that a server issues: with a checksum, or plain ids.
import { pick, randomNumbers } from './random.js';
import { createCursor } from './servers/duties/cursors.js';

/** Half of the pages have a filter. Several limits, about 20 on average. */
const STATUSES = ['', '', '', 'available', 'pending', 'sold'] as const;
const LIMITS = [5, 10, 20, 50] as const;
/** More pages than a server keeps in memory, after any of these ids: animals that a run creates do not change them. */
const PAGES = 20_000;
const LAST_ID = 9_000;

export interface Page {
  after: number;
  limit: number;
  /** Empty: of any status. */
  status: string;
}

/** The path of a page. @param hasChecksum Otherwise the cursor is the plain id. */
export function pagePath({ after, limit, status }: Page, hasChecksum: boolean): string {
  const filter = status && `status=${status}`;
  const cursor = hasChecksum ? createCursor(BigInt(after), filter) : String(after);
  return `/v1/pets?${filter && `${filter}&`}limit=${limit}&cursor=${cursor}`;
}

const known = new Map<boolean, readonly string[]>();

/** The same pages in the same order for every server. */
export function pagePaths(hasChecksum: boolean): readonly string[] {
  const paths = known.get(hasChecksum) ?? choosePages().map((page) => pagePath(page, hasChecksum));
  known.set(hasChecksum, paths);
  return paths;
}

function choosePages(): Page[] {
  const random = randomNumbers(PAGES);
  const chosen = new Map<string, Page>();
  while (chosen.size < PAGES) {
    const after = 1 + Math.floor(random() * LAST_ID);
    const page = { after, limit: pick(LIMITS, random), status: pick(STATUSES, random) };
    chosen.set(JSON.stringify(page), page);
  }
  return [...chosen.values()];
}
