// Fastify as documented: JSON schemas for requests and responses, @fastify/bearer-auth, one @fastify/rate-limit per window,
// which counts in Redis if it has one. On better-sqlite3 or pg.
import bearerAuth from '@fastify/bearer-auth';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import { openPostgres } from './postgres.js';
import { nextLink, openDatabase, type Status, toAnimal } from './queries.js';
import * as schemas from './schemas.js';

const { DATABASE_FILE = '', DATABASE_URL = '', RATE_LIMIT_URL, PORT } = process.env;
/** Too large for any measurement to use up. */
const MAX_REQUESTS = 100_000_000;
const SILENT = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};
const { animal } = schemas;
const integer = { type: 'integer' };
const newAnimal = schemas.newAnimal(integer);
const limit = { ...integer, minimum: 1, maximum: 100, default: 20 };
const listQuery = schemas.listQuery(limit, integer);
const byId = { type: 'object', required: ['petId'], properties: { petId: integer } };

declare module 'fastify' {
  interface FastifyRequest {
    keyId: string;
  }
}

const animals = DATABASE_URL.startsWith('postgres')
  ? openPostgres(DATABASE_URL)
  : openDatabase<number>(DATABASE_FILE, false);
const app = Fastify();
app.decorateRequest('keyId', '');
await app.register(bearerAuth, {
  keys: new Set<string>(),
  async auth(key: string, request: FastifyRequest) {
    const found = await animals.findKey(key);
    request.keyId = found?.id ?? '';
    return found !== undefined;
  },
});
const limits = {
  max: MAX_REQUESTS,
  keyGenerator: (request: FastifyRequest) => request.keyId,
  ...(RATE_LIMIT_URL !== undefined && { redis: new Redis(RATE_LIMIT_URL) }),
};
await app.register(rateLimit, { ...limits, nameSpace: 'bench-minute-', timeWindow: 60_000 });
await app.register(rateLimit, {
  ...limits,
  nameSpace: 'bench-day-',
  timeWindow: 86_400_000,
  addHeadersOnExceeding: SILENT,
});

app.get<{ Querystring: { limit: number; status?: Status; cursor?: number } }>(
  '/v1/pets',
  { schema: { querystring: listQuery, response: { 200: { type: 'array', items: animal } } } },
  async ({ query: { limit, status, cursor = 0 } }, reply) => {
    const rows = await animals.list(cursor, limit, status);
    const link = nextLink(rows, limit, status);
    if (link) reply.header('link', link);
    return rows.slice(0, limit).map(toAnimal);
  },
);
app.get<{ Params: { petId: number } }>(
  '/v1/pets/:petId',
  { schema: { params: byId, response: { 200: animal } } },
  async (request, reply) => {
    const found = await animals.get(request.params.petId);
    if (found) return toAnimal(found);
    return reply.code(404).send({ code: 'not_found', message: 'No such animal.', status: 404 });
  },
);
app.post<{ Body: { name: string; categoryId: number; status?: Status } }>(
  '/v1/pets',
  { schema: { body: newAnimal, response: { 201: animal } } },
  async ({ body }, reply) => {
    const id = await animals.create(body.name, body.categoryId, body.status ?? null);
    reply.code(201);
    return { id, ...body };
  },
);
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
