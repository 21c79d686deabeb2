// Workloads as lists of requests. Each connection repeats a list of its own, so that connections do not run in lockstep:
// synchronized writes would share a commit more often than real ones.
import type { Request } from 'autocannon';

export type Workload = 'list' | 'create' | 'get' | 'mix' | { path: string };

const ANIMALS = 10_000;
const REQUESTS_PER_LIST = 500;
const ANIMAL = JSON.stringify({ name: 'Hambone', categoryId: 1, status: 'available' });

export function requestsOf(workload: Workload, key: string, connection: number): Request[] {
  const authorization = `Bearer ${key}`;
  const random = randomNumbers(connection + 1);
  const read = (path: string): Request => ({ method: 'GET', path, headers: { authorization } });
  const list = () => read('/v1/pets?limit=20');
  const get = () => read(`/v1/pets/${1 + Math.floor(random() * ANIMALS)}`);
  const create = (): Request => ({
    method: 'POST',
    path: '/v1/pets',
    headers: { authorization, 'content-type': 'application/json' },
    body: ANIMAL,
  });
  if (typeof workload === 'object') return [read(workload.path)];
  switch (workload) {
    case 'list':
      return [list()];
    case 'create':
      return [create()];
    case 'get':
      return Array.from({ length: REQUESTS_PER_LIST }, get);
    case 'mix': {
      const mixed = Array.from({ length: REQUESTS_PER_LIST }, (_, index) => {
        const share = index / REQUESTS_PER_LIST;
        return share < 0.9 ? list() : share < 0.98 ? get() : create();
      });
      return shuffle(mixed, random);
    }
  }
}

function shuffle<T>(items: T[], random: () => number): T[] {
  const keyed = items.map((item) => ({ item, place: random() }));
  return keyed.sort((a, b) => a.place - b.place).map(({ item }) => item);
}

/** Mulberry32: the same sequence in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
