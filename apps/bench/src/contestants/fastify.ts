// Fastify as its documentation shows it: JSON schemas for what comes in and what goes out, @fastify/bearer-auth,
// @fastify/rate-limit once for each window, better-sqlite3.
import bearerAuth from '@fastify/bearer-auth';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyRequest } from 'fastify';
import {
  type ListOptions,
  type NewAnimal,
  openAnimals,
  readSettings,
  STATUSES,
} from './shared/animals.js';
import { DAY_MS, MINUTE_MS, PER_DAY, PER_MINUTE } from './shared/limits.js';

declare module 'fastify' {
  interface FastifyRequest {
    keyId: string;
  }
}

const { file, port } = readSettings();
const animals = openAnimals(file);
const app = Fastify();

const status = { type: 'string', enum: STATUSES };
const newAnimal = {
  type: 'object',
  required: ['name', 'categoryId'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 255 },
    categoryId: { type: 'integer' },
    status,
  },
};
const animal = {
  ...newAnimal,
  required: ['id', 'name', 'categoryId'],
  properties: { id: { type: 'integer' }, ...newAnimal.properties },
};
const listQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    status,
    cursor: { type: 'integer' },
  },
};
const byId = {
  type: 'object',
  required: ['petId'],
  properties: { petId: { type: 'integer' } },
};

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
const silent = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};
await app.register(rateLimit, {
  max: PER_DAY,
  timeWindow: DAY_MS,
  keyGenerator,
  addHeadersOnExceeding: silent,
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
