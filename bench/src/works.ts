// Works: what the load generator sends, and what each result must reach. Each connection repeats a list of its own, so that connections
// do not run in lockstep: synchronized writes would share a commit more often than real ones.
import type { Request } from 'autocannon';
import { pagePaths } from './pages.js';
import { pick, randomNumbers, shuffle } from './random.js';
import type { ServerName } from './servers.js';

export interface Work {
  title: string;
  connections?: number;
  /** The floor serves it, too. */
  hasFloor?: boolean;
  /** The least ratio of requests per second to each rival. */
  goals: Readonly<Partial<Record<ServerName, number>>>;
  note: string;
}

export const WORK_NAMES = ['list', 'pages', 'pages-and-writes', 'get', 'create'] as const;
export type WorkName = (typeof WORK_NAMES)[number];

export const CONNECTIONS = 32;
export const WORKS: Readonly<Record<WorkName, Work>> = {
  list: {
    title: 'The same page',
    hasFloor: true,
    goals: { fastify: 2.4, 'fastify-duties': 3.4 },
    note: '`GET /v1/pets?limit=20`, again and again: the busy first page.',
  },
  pages: {
    title: 'Pages at random',
    hasFloor: true,
    goals: { fastify: 1, 'fastify-duties': 1.5 },
    note: '20,000 pages: cursors anywhere among 10,000 animals, half of them with a `status`, limits of 5, 10, 20 and 50.',
  },
  'pages-and-writes': {
    title: 'Pages at random, and 2 % creates',
    goals: { fastify: 1, 'fastify-duties': 1.4 },
    note: 'The same pages. One request in fifty creates an animal.',
  },
  get: {
    title: 'One animal, ids at random',
    hasFloor: true,
    goals: { fastify: 0.9, 'fastify-duties': 1.3 },
    note: '10,000 animals.',
  },
  create: {
    title: 'Create an animal',
    connections: 64,
    goals: { fastify: 4, 'fastify-duties': 1 },
    note: 'Every 201 is on disk (WAL, synchronous=FULL). Fastify as documented commits once per request; ours and Fastify with our duties commit once for many requests.',
  },
};

export const ANIMALS = 10_000;
/** Longer than what a connection sends in a round. */
const REQUESTS_PER_LIST = 1_000;
const WRITE_SHARE = 0.02;
const ANIMAL = JSON.stringify({ name: 'Hambone', categoryId: 1, status: 'available' });

export interface Choice {
  work: WorkName;
  key: string;
  /** Whether the server's cursors have a checksum. */
  hasChecksums: boolean;
  /** Of the random choices. Another one in each round, so that no server sees the same order of pages twice. */
  seed: number;
}

export function requestsOf(
  { work, key, hasChecksums, seed }: Choice,
  connection: number,
): Request[] {
  const authorization = `Bearer ${key}`;
  const random = randomNumbers(seed * 1_000 + connection);
  const read = (path: string): Request => ({ method: 'GET', path, headers: { authorization } });
  const page = () => read(pick(pagePaths(hasChecksums), random));
  const create = (): Request => ({
    method: 'POST',
    path: '/v1/pets',
    headers: { authorization, 'content-type': 'application/json' },
    body: ANIMAL,
  });
  const many = (requestAt: (share: number) => Request) =>
    shuffle(
      Array.from({ length: REQUESTS_PER_LIST }, (_, index) => requestAt(index / REQUESTS_PER_LIST)),
      random,
    );
  switch (work) {
    case 'list':
      return [read('/v1/pets?limit=20')];
    case 'create':
      return [create()];
    case 'get':
      return many(() => read(`/v1/pets/${1 + Math.floor(random() * ANIMALS)}`));
    case 'pages':
      return many(page);
    case 'pages-and-writes':
      return many((share) => (share < WRITE_SHARE ? create() : page()));
  }
}
