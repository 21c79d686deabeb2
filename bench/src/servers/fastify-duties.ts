// Fastify with the duties that every measured request of the animal store meets, as hooks: request log and id, quotas of minute and day
// with bans, strict input, exact integers of 64 bits, cursors with a checksum, group commit, and the errors of the contract.
import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { contract } from '@animal-store/contract/server';
import { type Int64, parseInt64 } from '@animal-store/core';
import { bearerKey } from '@animal-store/core/http';
import { type Counts, decide, NO_COUNTS, rateLimitHeaders } from '@animal-store/core/rate-limit';
import Fastify, { type FastifyReply } from 'fastify';
import { parse } from 'lossless-json';
import { pino } from 'pino';
import { type KeyRow, openDatabase, type Status, schemasFor, toAnimal } from './database.js';

const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Origin',
};
/** Of `GET /v1/pets/{petId}`. */
const DEPRECATION_HEADERS = {
  Deprecation: '@1795132800',
  Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
  Link: '</v1/pets>; rel="successor-version"',
};
const API_KEY = /as_(?:live|pub)_[0-9A-Za-z]*/g;
const { newAnimal, animal } = schemasFor({}); // the handler checks that ids are integers of 64 bits
/** A pattern is stricter than a conversion to a number. */
const limit = { type: 'string', pattern: '^(?:[1-9]\\d?|100)$' };
const listQuery = { type: 'object', additionalProperties: false, properties: { limit } };

declare module 'fastify' {
  interface FastifyRequest {
    caller: KeyRow | undefined;
  }
}

const store = openDatabase<bigint>(true);
const counts = new Map<string, Counts>();
/** Writes of this turn of the event loop. */
let queued: { write(): unknown; resolve(value: unknown): void; reject(reason: unknown): void }[] =
  [];
/** One line on stdout for each request, buffered as in the animal store. */
const destination = pino.destination({ sync: true, minLength: 8_192, periodicFlush: 100 });
process.once('exit', () => destination.flushSync());
const log = pino(destination);

const app = Fastify({
  bodyLimit: contract.maxBodyBytes,
  requestIdHeader: false,
  genReqId: () => randomUUID(),
  ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
});
app.removeAllContentTypeParsers();
app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
  try {
    done(null, parseJson(String(text)));
  } catch {
    done(new Error('invalid JSON'));
  }
});
app.decorateRequest('caller', undefined);

app.addHook('onRequest', async (request, reply) => {
  reply.header('X-Request-Id', request.id);
  reply.headers(SECURITY_HEADERS);
  const { authorization } = request.headers;
  const key = bearerKey(authorization ?? '');
  request.caller = key === undefined ? undefined : store.findKey(key);
  const { outcome, headers, retryAfterSeconds } = count(request.caller, request.ip);
  reply.headers(headers);
  if (outcome !== 'admitted')
    return sendError(reply.header('Retry-After', retryAfterSeconds), 429, outcome);
  if (request.caller) return;
  reply.header('WWW-Authenticate', 'Bearer realm="animal-store"');
  return sendError(reply, 401, 'unauthorized');
});
app.addHook('onResponse', ({ method, ip, caller, id, url }, reply, done) => {
  const line = {
    requestId: id,
    method,
    status: reply.statusCode,
    client: ip,
    keyId: caller?.id,
    plan: caller?.plan,
    url: url.replace(API_KEY, '[redacted]'),
    durationMs: Math.round(reply.elapsedTime * 100) / 100,
  };
  log.info(line, 'request');
  done();
});
app.setErrorHandler((_error, _request, reply) => sendError(reply, 400, 'invalid_request'));

app.get<{ Querystring: { limit?: string } }>(
  '/v1/pets',
  { schema: { querystring: listQuery, response: { 200: { type: 'array', items: animal } } } },
  async ({ query }, reply) => {
    const limit = Number(query.limit ?? 20);
    const animals = store.list(limit);
    const last = animals.length > limit ? animals[limit - 1]?.id : undefined;
    reply.header('Link', pageLinks(last, limit));
    return animals.slice(0, limit).map(toAnimal);
  },
);
app.get<{ Params: { petId: string } }>(
  '/v1/pets/:petId',
  { schema: { response: { 200: animal } } },
  async ({ params }, reply) => {
    reply.headers(DEPRECATION_HEADERS);
    const id = parseInt64(params.petId);
    if (id === undefined) return sendError(reply, 400, 'invalid_request');
    const [found] = store.get(BigInt(id));
    return found ? toAnimal(found) : sendError(reply, 404, 'not_found');
  },
);
app.post<{ Body: { name: string; categoryId: unknown; status?: Status } }>(
  '/v1/pets',
  { schema: { body: newAnimal, response: { 201: animal } } },
  async ({ body: { name, categoryId: sent, status } }, reply) => {
    const categoryId = typeof sent === 'string' ? undefined : parseInt64(String(sent));
    if (categoryId === undefined) return sendError(reply, 400, 'invalid_request');
    const id = await queueWrite(() => store.create(name, BigInt(categoryId), status));
    return reply.code(201).send({ id, name, categoryId, status });
  },
);
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });

/** Counts in memory, decided by the contract's own arithmetic. Ours are saved too. A client without a key is never banned. */
function count(key: KeyRow | undefined, address: string) {
  const { plans, ban } = contract;
  const plan = plans[key?.plan ?? 'free'] ?? 'custom';
  const quota =
    plan === 'custom' ? { perMinute: Number(key?.perMinute), perDay: Number(key?.perDay) } : plan;
  const name = key ? `key:${key.id}` : `address:${address}`;
  const decision = decide(counts.get(name) ?? NO_COUNTS, Date.now(), quota, key && { ban });
  counts.set(name, decision.counts);
  return { ...decision, headers: rateLimitHeaders(decision) };
}

/** Group commit: the writes of one turn of the event loop share a transaction. */
function queueWrite(write: () => unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (queued.length === 0) setImmediate(commit);
    queued.push({ write, resolve, reject });
  });
}

function commit(): void {
  const writes = queued;
  queued = [];
  try {
    const results = store.database
      .transaction(() => writes.map(({ write }) => write()))
      .immediate();
    for (const [index, { resolve }] of writes.entries()) resolve(results[index]);
  } catch (error) {
    for (const { reject } of writes) reject(error);
  }
}

/** Integers that JSON.parse would round are bigints. The lossless parser is slower, and rarely needed. */
function parseJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return parse(text, undefined, (digits): Int64 => parseInt64(digits) ?? Number(digits));
}

/** @param after The last id of the page, if there is another. Its cursor has a checksum that binds it to the listing. */
function pageLinks(after: bigint | undefined, limit: number): string {
  const first = `</v1/pets?limit=${limit}>; rel="first"`;
  if (after === undefined) return first;
  const id = Buffer.from(String(after)).toString('base64url');
  const cursor = `${id}.${crc32(`/v1/pets?#${id}`).toString(36)}`;
  return `${first}, </v1/pets?limit=${limit}&cursor=${cursor}>; rel="next"`;
}

function sendError(reply: FastifyReply, status: number, code: string): FastifyReply {
  return reply.code(status).send({ code, message: 'The request is refused.', status });
}
