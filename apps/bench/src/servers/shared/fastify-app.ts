// Fastify as documented: JSON schemas for requests and responses, @fastify/bearer-auth, one @fastify/rate-limit per
// window.
import bearerAuth from '@fastify/bearer-auth';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type { Animal, ListOptions, NewAnimal, Page } from './animals.js';
import { DAY_MS, MINUTE_MS, PER_DAY, PER_MINUTE } from './limits.js';
import { animal, byId, listQuery, newAnimal } from './schemas.js';

declare module 'fastify' {
  interface FastifyRequest {
    keyId: string;
  }
}

type MaybePromise<Value> = Value | Promise<Value>;

interface FastifyOptions {
  port: number;
  animals: {
    list(options: ListOptions): MaybePromise<Page>;
    get(id: number): MaybePromise<Animal | undefined>;
    create(animal: NewAnimal): MaybePromise<Animal>;
    findKey(key: string): MaybePromise<string | undefined>;
  };
  /** Counts requests; without it they are counted in memory. */
  redis?: Redis;
}

export async function serveFastify({ port, animals, redis }: FastifyOptions): Promise<void> {
  const app = Fastify();

  app.decorateRequest('keyId', '');
  await app.register(bearerAuth, {
    keys: new Set<string>(),
    async auth(key: string, request: FastifyRequest) {
      const keyId = await animals.findKey(key);
      if (keyId === undefined) return false;
      request.keyId = keyId;
      return true;
    },
  });
  const keyGenerator = (request: FastifyRequest) => request.keyId;
  await app.register(rateLimit, {
    max: PER_MINUTE,
    timeWindow: MINUTE_MS,
    keyGenerator,
    ...(redis && { redis, nameSpace: 'minute-' }),
  });
  const silent = {
    'x-ratelimit-limit': false,
    'x-ratelimit-remaining': false,
    'x-ratelimit-reset': false,
  };
  await app.register(rateLimit, {
    max: PER_DAY,
    timeWindow: DAY_MS,
    keyGenerator,
    ...(redis && { redis, nameSpace: 'day-' }),
    addHeadersOnExceeding: silent,
  });

  app.get<{ Querystring: ListOptions }>(
    '/v1/pets',
    { schema: { querystring: listQuery, response: { 200: { type: 'array', items: animal } } } },
    async (request, reply) => {
      const page = await animals.list(request.query);
      if (page.link) reply.header('link', page.link);
      return page.items;
    },
  );
  app.get<{ Params: { petId: number } }>(
    '/v1/pets/:petId',
    { schema: { params: byId, response: { 200: animal } } },
    async (request, reply) => {
      const found = await animals.get(request.params.petId);
      if (found) return found;
      return reply.code(404).send({ code: 'not_found', message: 'No such animal.', status: 404 });
    },
  );
  app.post<{ Body: NewAnimal }>(
    '/v1/pets',
    { schema: { body: newAnimal, response: { 201: animal } } },
    async (request, reply) => {
      reply.code(201);
      return animals.create(request.body);
    },
  );

  await app.listen({ port, host: '127.0.0.1' });
}
