// Fastify with the duties that every measured request of the animal store meets, as hooks: request log and id, the key's quotas and bans,
// strict input, exact integers of 64 bits, bound cursors, group commit, and the errors of the contract. On better-sqlite3.
import { randomUUID } from 'node:crypto';
import { document, type Int64, parseInt64 } from '@animal-store/contract';
import { bearerKey } from '@animal-store/contract/http';
import Fastify, { type FastifyError, type FastifyReply } from 'fastify';
import { parse } from 'lossless-json';
import { pino } from 'pino';
import { pageLinks, readCursor } from './duties/cursors.js';
import { groupCommit } from './duties/group-commit.js';
import { count } from './duties/quota.js';
import { type KeyRow, openDatabase, type Status, toAnimal } from './queries.js';
import * as schemas from './schemas.js';

const { DATABASE_FILE = '', PORT } = process.env;
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
const SAFE_REQUEST_ID = /^[\w.:-]{1,128}$/;
const API_KEY = /as_(?:live|pub)_[0-9A-Za-z]*/g;

const { animal } = schemas;
const newAnimal = schemas.newAnimal({ int64: true }, { pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]*$' });
/** Query parameters are text: a pattern is stricter than a conversion to a number. */
const listQuery = schemas.listQuery(
  { type: 'string', pattern: '^(?:[1-9]\\d?|100)$' },
  { type: 'string' },
);

declare module 'fastify' {
  interface FastifyRequest {
    caller: KeyRow | undefined;
    errorCode: string | undefined;
  }
}

const ERRORS = {
  invalid_request: [400, 'The request is invalid.'],
  unauthorized: [401, 'The API key is missing or invalid.'],
  not_found: [404, 'The requested resource could not be found.'],
  payload_too_large: [413, 'The request body is too large.'],
  unsupported_media_type: [
    415,
    'The request body must be application/json in UTF-8, without compression.',
  ],
  rate_limited: [429, 'The quota is used up.'],
  key_banned: [429, 'The key is banned because too many requests were refused.'],
  internal_error: [500, 'An internal error occurred.'],
} as const;

class ApiError extends Error {
  constructor(
    readonly code: keyof typeof ERRORS,
    readonly headers: Readonly<Record<string, string>> = {},
    /** What is added to the message of the code. */
    readonly advice = '',
    readonly details?: readonly object[],
  ) {
    super(code);
  }
}

const store = openDatabase<bigint>(DATABASE_FILE, true);
const queueWrite = groupCommit(store.database);
/** One line on stdout for each request, buffered as in the animal store. */
const destination = pino.destination({ sync: true, minLength: 8_192, periodicFlush: 100 });
process.once('exit', () => destination.flushSync());
const log = pino(destination);

const app = Fastify({
  bodyLimit: document['x-max-body-bytes'],
  requestIdHeader: false,
  genReqId({ headers: { 'x-request-id': sent } }) {
    const isSafe = typeof sent === 'string' && SAFE_REQUEST_ID.test(sent) && redact(sent) === sent;
    return isSafe ? sent : randomUUID();
  },
  ajv: {
    customOptions: { coerceTypes: false, removeAdditional: false },
    plugins: [
      (ajv) =>
        ajv.addKeyword({
          keyword: 'int64',
          validate: (_schema: unknown, data: unknown) =>
            typeof data === 'bigint' || Number.isSafeInteger(data),
        }),
    ],
  },
});
app.removeAllContentTypeParsers();
app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
  try {
    done(null, parseJson(String(text)));
  } catch {
    done(invalidRequest('body', '', 'is not valid JSON'));
  }
});
app.decorateRequest('caller', undefined);
app.decorateRequest('errorCode', undefined);

app.addHook('onRequest', async (request, reply) => {
  reply.header('X-Request-Id', request.id);
  reply.headers(SECURITY_HEADERS);
  const { authorization } = request.headers;
  const key = bearerKey(authorization ?? '');
  request.caller = key === undefined ? undefined : store.findKey(key);
  const { outcome, headers, retryAfterSeconds: seconds } = count(request.caller, request.ip);
  reply.headers(headers);
  if (outcome !== 'admitted')
    throw new ApiError(outcome, { 'Retry-After': `${seconds}` }, ` Try again after ${seconds} s.`);
  if (request.caller) return;
  const error = authorization === undefined ? '' : ', error="invalid_token"';
  throw new ApiError('unauthorized', {
    'WWW-Authenticate': `Bearer realm="animal-store"${error}`,
  });
});
app.addHook('onResponse', (request, reply, done) => {
  const { method, ip, caller, errorCode, id } = request;
  const line = {
    requestId: id,
    method,
    status: reply.statusCode,
    code: errorCode,
    client: ip,
    keyId: caller?.id,
    plan: caller?.plan,
    url: redact(request.url),
    durationMs: Math.round(reply.elapsedTime * 100) / 100,
  };
  log.info(line, 'request');
  done();
});
app.setErrorHandler((thrown: FastifyError | ApiError, request, reply) => {
  const error = toApiError(thrown);
  request.errorCode = error.code;
  const { code, headers, advice, details } = error;
  const [status, message] = ERRORS[code];
  if (status === 500) log.error({ requestId: request.id, err: thrown }, 'request failed');
  const body = JSON.stringify({ code, message: message + advice, status, details });
  return sendJson(reply.code(status).headers(headers), body);
});
app.setNotFoundHandler(() => {
  throw new ApiError('not_found');
});

app.get<{ Querystring: { limit?: string; status?: Status; cursor?: string } }>(
  '/v1/pets',
  { schema: { querystring: listQuery, response: { 200: { type: 'array', items: animal } } } },
  async ({ query }, reply) => {
    const limit = Number(query.limit ?? 20);
    const filter = query.status === undefined ? '' : `status=${query.status}`;
    const after = query.cursor === undefined ? 0n : readCursor(query.cursor, filter);
    if (after === undefined)
      throw invalidRequest('query', '/cursor', 'was not issued for this listing');
    const animals = store.list(after, limit, query.status);
    const last = animals.length > limit ? animals[limit - 1]?.id : undefined;
    reply.header('Link', pageLinks(last, limit, filter));
    reply.type('application/json');
    return animals.slice(0, limit).map(toAnimal);
  },
);
app.get<{ Params: { petId: string } }>(
  '/v1/pets/:petId',
  { schema: { response: { 200: animal } } },
  async ({ params }, reply) => {
    reply.headers(DEPRECATION_HEADERS);
    const id = parseInt64(params.petId);
    if (id === undefined) throw invalidRequest('path', '/petId', 'must be a 64-bit integer');
    const found = store.get(BigInt(id));
    if (found === undefined) throw new ApiError('not_found');
    reply.type('application/json');
    return toAnimal(found);
  },
);
app.post<{ Body: { name: string; categoryId: Int64; status?: Status } }>(
  '/v1/pets',
  { schema: { body: newAnimal } },
  async ({ body }, reply) => {
    const { name, categoryId, status } = body;
    const id = await queueWrite(() => store.create(name, BigInt(categoryId), status ?? null));
    const rest = status === undefined ? '' : `,"status":"${status}"`;
    const json = `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${rest}}`;
    return sendJson(reply.code(201), json);
  },
);
await app.listen({ port: Number(PORT), host: '127.0.0.1' });

/** Integers that JSON.parse would round are bigints. The lossless parser is slower, and rarely needed. */
function parseJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return parse(text, undefined, (digits): Int64 => parseInt64(digits) ?? Number(digits));
}

/** The JSON is final: Fastify neither validates nor serializes it again. */
function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.header('Content-Type', 'application/json').send(json);
}

function redact(text: string): string {
  return text.replace(API_KEY, '[redacted]');
}

function invalidRequest(place: string, path: string, message: string): ApiError {
  return new ApiError('invalid_request', {}, '', [{ in: place, path, code: 'invalid', message }]);
}

function toApiError(thrown: FastifyError | ApiError): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const { statusCode, validation, validationContext = '' } = thrown;
  if (statusCode === 413) return new ApiError('payload_too_large');
  if (statusCode === 415)
    return new ApiError('unsupported_media_type', { Accept: 'application/json' });
  if (validation === undefined) return new ApiError('internal_error');
  const place = validationContext === 'querystring' ? 'query' : validationContext;
  const details = validation.map(({ instancePath: path, keyword: code, message }) => {
    return { in: place, path, code, message };
  });
  return new ApiError('invalid_request', {}, '', details);
}
