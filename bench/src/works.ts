// Works: what the load generator sends, and what each result must reach. Each connection repeats a list of its own, so that connections
// do not run in lockstep: synchronized writes would share a commit more often than real ones.
import type { Request } from 'autocannon';
import { createCursor } from './servers/duties/cursors.js';

export interface Work {
  title: string;
  /** Divided among the processes of a server; 32 by default. */
  connections?: number;
  /** The least ratio of our requests per second to each rival's. */
  goals: { fastify: number; 'fastify-duties': number };
  /** Of the requests of one connection. */
  requests(choice: Choice, random: () => number): Request[];
}

export interface Choice {
  key: string;
  /** Whether the server's cursors have a checksum. Those of the others are plain ids. */
  hasChecksums: boolean;
}

export interface Page {
  after: number;
  limit: number;
  /** Empty: of any status. */
  status: string;
}

export const ANIMALS = 10_000;
/** More pages than a server keeps in memory, after any of these ids: animals that a run creates do not change them. */
const PAGES = 20_000;
const LAST_ID = 9_000;
/** Half of the pages have a filter. The limits are about 20 on average. */
const STATUSES = ['', '', '', 'available', 'pending', 'sold'] as const;
const LIMITS = [5, 10, 20, 50] as const;
/** Longer than what a connection sends in a round. */
const REQUESTS_PER_LIST = 1_000;
const WRITE_SHARE = 0.02;

export const WORK_NAMES = ['list', 'pages', 'pages-and-writes', 'get', 'create'] as const;
export type WorkName = (typeof WORK_NAMES)[number];

export const WORKS: Readonly<Record<WorkName, Work>> = {
  list: {
    title: 'The same page',
    goals: { fastify: 2.4, 'fastify-duties': 3.4 },
    requests: ({ key }) => [read(key, '/v1/pets?limit=20')],
  },
  pages: {
    title: 'Pages at random',
    goals: { fastify: 1, 'fastify-duties': 1.5 },
    requests: (choice, random) => many(() => page(choice, random)),
  },
  'pages-and-writes': {
    title: 'Pages at random, and 2 % creates',
    goals: { fastify: 1, 'fastify-duties': 1.4 },
    requests: (choice, random) =>
      many(() => (random() < WRITE_SHARE ? create(choice.key) : page(choice, random))),
  },
  get: {
    title: 'One animal, ids at random',
    goals: { fastify: 0.9, 'fastify-duties': 1.3 },
    requests: ({ key }, random) =>
      many(() => read(key, `/v1/pets/${1 + Math.floor(random() * ANIMALS)}`)),
  },
  create: {
    title: 'Create an animal',
    connections: 64,
    goals: { fastify: 4, 'fastify-duties': 1 },
    requests: ({ key }) => [create(key)],
  },
};

/** @param seed Another one in each round, so that no server sees the same order of pages twice. */
export function requestsOf(name: WorkName, choice: Choice, seed: number): Request[] {
  return WORKS[name].requests(choice, randomNumbers(seed));
}

/** The path of a page. @param hasChecksum Otherwise the cursor is the plain id. */
export function pagePath({ after, limit, status }: Page, hasChecksum: boolean): string {
  const filter = status && `status=${status}`;
  const cursor = hasChecksum ? createCursor(BigInt(after), filter) : String(after);
  return `/v1/pets?${filter && `${filter}&`}limit=${limit}&cursor=${cursor}`;
}

/** The same pages in the same order for every server. */
export const pages: readonly Page[] = choosePages();

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

function read(key: string, path: string): Request {
  return { method: 'GET', path, headers: { authorization: `Bearer ${key}` } };
}

function page({ key, hasChecksums }: Choice, random: () => number): Request {
  return read(key, pagePath(pick(pages, random), hasChecksums));
}

function create(key: string): Request {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Hambone', categoryId: 1, status: 'available' });
  return { method: 'POST', path: '/v1/pets', headers, body };
}

function many(next: () => Request): Request[] {
  return Array.from({ length: REQUESTS_PER_LIST }, next);
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item; // random() is less than 1, and no list is empty
}

/** Mulberry32: numbers from 0 to 1, without 1, that are the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
