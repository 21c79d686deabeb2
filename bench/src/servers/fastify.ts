// Fastify as documented: JSON schemas for requests and responses, @fastify/bearer-auth, one @fastify/rate-limit per window.
import bearerAuth from '@fastify/bearer-auth';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyRequest } from 'fastify';
import { openDatabase, type Status, schemasFor, toAnimal } from './database.js';

const integer = { type: 'integer' };
const limit = { ...integer, minimum: 1, maximum: 100, default: 20 };
const { newAnimal, animal } = schemasFor(integer);
/** Headers of the window of a day, which would replace those of the minute. */
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

const animals = openDatabase<number>(false);
const app = Fastify();
app.decorateRequest('keyId', '');
await app.register(bearerAuth, {
  keys: new Set<string>(),
  async auth(key: string, request: FastifyRequest) {
    const found = animals.findKey(key);
    request.keyId = found?.id ?? '';
    return found !== undefined;
  },
});
/** Too large for any measurement to use up. */
const limits = { max: 100_000_000, keyGenerator: ({ keyId }: FastifyRequest) => keyId };
await app.register(rateLimit, { ...limits, timeWindow: 60_000 });
await app.register(rateLimit, { ...limits, timeWindow: 86_400_000, addHeadersOnExceeding: SILENT });

app.get<{ Querystring: { limit: number } }>(
  '/v1/pets',
  {
    schema: {
      querystring: { type: 'object', properties: { limit } },
      response: { 200: { type: 'array', items: animal } },
    },
  },
  async ({ query: { limit } }, reply) => {
    const rows = animals.list(limit);
    const next = rows.length > limit ? rows[limit - 1]?.id : undefined;
    if (next) reply.header('link', `</v1/pets?limit=${limit}&cursor=${next}>; rel="next"`);
    return rows.slice(0, limit).map(toAnimal);
  },
);
app.get<{ Params: { petId: number } }>(
  '/v1/pets/:petId',
  {
    schema: {
      params: { type: 'object', properties: { petId: integer } },
      response: { 200: animal },
    },
  },
  async (request, reply) => {
    const [found] = animals.get(request.params.petId);
    if (found) return toAnimal(found);
    return reply.code(404).send({ code: 'not_found', message: 'No such animal.', status: 404 });
  },
);
app.post<{ Body: { name: string; categoryId: number; status?: Status } }>(
  '/v1/pets',
  { schema: { body: newAnimal, response: { 201: animal } } },
  async ({ body }, reply) => {
    const id = animals.create(body.name, body.categoryId, body.status);
    return reply.code(201).send({ id, ...body });
  },
);
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
