// Works: what the load generator sends, and to which servers.
import type { Request } from 'autocannon';
import { ANIMALS, type Store } from './store.js';

export type Rival = 'floor' | 'fastify' | 'fastify-duties';
/** With their titles. */
export const RIVALS = new Map<Rival, string>([
  ['floor', 'floor'],
  ['fastify', 'Fastify as documented'],
  ['fastify-duties', 'Fastify with our duties'],
]);

interface Work {
  title: string;
  /** Default: 32. */
  connections?: number;
  /** Those that take part besides ours. */
  rivals: readonly Rival[];
  /** On PostgreSQL, with the quotas in Redis. */
  isShared?: boolean;
  /** What a connection repeats. */
  requests(store: Store): Request[];
}

export const WORK_NAMES = ['page', 'animal', 'create', 'refusal', 'postgres'] as const;
export type WorkName = (typeof WORK_NAMES)[number];

export const PAGE = '/v1/pets?limit=20';
export const NEW_ANIMAL = '{"name":"Hambone","categoryId":1,"status":"available"}';
/** More than a connection asks for in a round. */
const IDS = 2_000;

export const WORKS: Readonly<Record<WorkName, Work>> = {
  page: {
    title: 'The same page',
    rivals: ['floor', 'fastify', 'fastify-duties'],
    requests: ({ key }) => [get(key, PAGE)],
  },
  animal: {
    title: 'One animal, ids at random',
    rivals: ['floor', 'fastify', 'fastify-duties'],
    requests({ key }) {
      const id = () => 1 + Math.floor(Math.random() * ANIMALS);
      return Array.from({ length: IDS }, () => get(key, `/v1/pets/${id()}`));
    },
  },
  create: {
    title: 'Create an animal',
    connections: 64,
    rivals: ['fastify', 'fastify-duties'],
    requests({ key }) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      return [{ method: 'POST', path: '/v1/pets', headers, body: NEW_ANIMAL }];
    },
  },
  // The warm-up uses up the quota of the free plan, and its tenth refusal bans the key.
  refusal: {
    title: 'The same page, refused',
    rivals: ['fastify-duties'],
    requests: ({ freeKey }) => [get(freeKey, PAGE)],
  },
  postgres: {
    title: 'The same page, PostgreSQL and Redis',
    rivals: [],
    isShared: true,
    requests: ({ key }) => [get(key, PAGE)],
  },
};

function get(key: string, path: string): Request {
  return { method: 'GET', path, headers: { authorization: `Bearer ${key}` } };
}
