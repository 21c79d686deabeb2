// Workloads as lists of requests. Each connection repeats a list of its own, so that connections do not run in lockstep:
// synchronized writes would share a commit more often than real ones.
import { randomUUID } from 'node:crypto';
import type { Request } from 'autocannon';
import type { LoadJob } from './job.js';
import { type PageSet, pagePaths } from './page-urls.js';
import { pick, randomNumbers, shuffle } from './random.js';

export const WORKLOADS = {
  list: 'The same page again',
  pages: 'Pages at random',
  'pages-and-writes': 'Pages at random, and 2 % creates',
  get: 'One animal, ids at random',
  create: 'Create an animal',
  'create-once': 'Create an animal with an Idempotency-Key',
  mix: 'Mix: 90 % the same page, 8 % one animal, 2 % creates',
} as const;
export type Workload = keyof typeof WORKLOADS;

/** More pages than a server keeps in memory. */
export const MANY_PAGES: PageSet = { animals: 10_000, pages: 20_000 };
/** Longer than what a connection sends in a round. */
const REQUESTS_PER_LIST = 1_000;
const WRITE_SHARE = 0.02;
const ANIMAL = JSON.stringify({ name: 'Hambone', categoryId: 1, status: 'available' });

type Choice = Pick<LoadJob, 'workload' | 'key' | 'pages' | 'cursorSecret' | 'seed'>;

export function requestsOf(choice: Choice, connection: number): Request[] {
  const { workload, key, pages = MANY_PAGES, cursorSecret, seed } = choice;
  const authorization = `Bearer ${key}`;
  const random = randomNumbers(seed * 1_000 + connection);
  const read = (path: string): Request => ({ method: 'GET', path, headers: { authorization } });
  const list = () => read('/v1/pets?limit=20');
  const page = () => read(pick(pagePaths(pages, cursorSecret), random));
  const get = () => read(`/v1/pets/${1 + Math.floor(random() * MANY_PAGES.animals)}`);
  const create = (): Request => ({
    method: 'POST',
    path: '/v1/pets',
    headers: { authorization, 'content-type': 'application/json' },
    body: ANIMAL,
  });
  const mixed = (requestAt: (share: number) => Request) =>
    shuffle(
      Array.from({ length: REQUESTS_PER_LIST }, (_, index) => requestAt(index / REQUESTS_PER_LIST)),
      random,
    );
  switch (workload) {
    case 'list':
      return [list()];
    case 'create':
      return [create()];
    case 'create-once':
      return [{ ...create(), setupRequest: withIdempotencyKey }];
    case 'get':
      return mixed(get);
    case 'pages':
      return mixed(page);
    case 'pages-and-writes':
      return mixed((share) => (share < WRITE_SHARE ? create() : page()));
    case 'mix':
      return mixed((share) => (share < 0.9 ? list() : share < 1 - WRITE_SHARE ? get() : create()));
  }
}

/** autocannon calls it before each request. */
function withIdempotencyKey(request: Request): Request {
  return { ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } };
}
