// Fastify as documented: JSON schemas for requests and responses, @fastify/bearer-auth, one @fastify/rate-limit per
// window.
import bearerAuth from '@fastify/bearer-auth';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyRequest } from 'fastify';
import type { Animals, ListOptions, NewAnimal } from './animals.js';
import { animal, byId, listQuery, newAnimal } from './schemas.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Too large for any measurement to use up. */
const PER_MINUTE = 100_000_000;
const PER_DAY = 1_000_000_000;
const SILENT = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};

declare module 'fastify' {
  interface FastifyRequest {
    keyId: string;
  }
}

export async function serve(port: number, animals: Animals): Promise<void> {
  const app = Fastify();
  app.decorateRequest('keyId', '');
  await app.register(bearerAuth, {
    keys: new Set<string>(),
    auth(key: string, request: FastifyRequest) {
      const keyId = animals.findKey(key);
      if (keyId === undefined) return false;
      request.keyId = keyId;
      return true;
    },
  });
  const keyGenerator = (request: FastifyRequest) => request.keyId;
  await app.register(rateLimit, { max: PER_MINUTE, timeWindow: MINUTE_MS, keyGenerator });
  await app.register(rateLimit, {
    max: PER_DAY,
    timeWindow: DAY_MS,
    keyGenerator,
    addHeadersOnExceeding: SILENT,
  });

  app.get<{ Querystring: ListOptions }>(
    '/v1/pets',
    { schema: { querystring: listQuery, response: { 200: { type: 'array', items: animal } } } },
    async (request, reply) => {
      const page = animals.list(request.query);
      if (page.link) reply.header('link', page.link);
      return page.items;
    },
  );
  app.get<{ Params: { petId: number } }>(
    '/v1/pets/:petId',
    { schema: { params: byId, response: { 200: animal } } },
    async (request, reply) => {
      const found = animals.get(request.params.petId);
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
