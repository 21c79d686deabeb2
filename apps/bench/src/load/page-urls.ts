// URLs of random pages of the listing, with the cursors that a server issues: signed ones, or plain ids.
import { signCursor } from '../servers/shared/cursors.js';
import { pick, randomNumbers } from './random.js';

/** Half of the pages have a filter. Several limits, about 20 on average. */
const STATUSES = ['', '', '', 'available', 'pending', 'sold'] as const;
const LIMITS = [5, 10, 20, 50] as const;

export interface PageSet {
  /** A cursor may follow any of the ids from 1 to this. */
  animals: number;
  /** The number of distinct pages. */
  pages: number;
  /** By default, several. */
  limit?: number;
}

interface Page {
  after: number;
  limit: number;
  /** Empty: of any status. */
  status: string;
}

/** The path of a page. @param secret Signs the cursor; without it, the cursor is the plain id. */
export function pagePath({ after, limit, status }: Page, secret?: string): string {
  const filter = status && `status=${status}`;
  const cursor =
    secret === undefined
      ? String(after)
      : signCursor(BigInt(after), filter, Buffer.from(secret, 'base64url'));
  return `/v1/pets?${filter && `${filter}&`}limit=${limit}&cursor=${cursor}`;
}

const known = new Map<string, readonly string[]>();

/** The same pages in the same order for every server. */
export function pagePaths(set: PageSet, secret?: string): readonly string[] {
  const name = JSON.stringify([set, secret]);
  const paths = known.get(name) ?? choosePages(set).map((page) => pagePath(page, secret));
  known.set(name, paths);
  return paths;
}

function choosePages({ animals, pages, limit }: PageSet): Page[] {
  const random = randomNumbers(pages);
  const chosen = new Map<string, Page>();
  while (chosen.size < pages) {
    const after = 1 + Math.floor(random() * animals);
    const page = { after, limit: limit ?? pick(LIMITS, random), status: pick(STATUSES, random) };
    chosen.set(JSON.stringify(page), page);
  }
  return [...chosen.values()];
}
