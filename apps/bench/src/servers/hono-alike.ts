// Hono on better-sqlite3 with the duties of the animal store as middleware, and zod.
import { type HttpBindings, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import {
  DEPRECATION_HEADERS,
  hashKey,
  type KeyRow,
  LIMIT_PATTERN,
  MAX_BODY_BYTES,
  NAME_PATTERN,
  readPage,
  SECURITY_HEADERS,
  subjectOf,
  toClaim,
  toJson,
} from './shared/alike.js';
import { openAlikeSqlite } from './shared/alike-sqlite.js';
import { bearerKey, readSettings, STATUSES } from './shared/animals.js';
import { ApiError, type ErrorDetail, invalidRequest, unauthorized } from './shared/api-error.js';
import { isInt64, parseInt64, parseJson } from './shared/int64.js';
import { MemoryLimiter, quotaHeaders, refusalOf } from './shared/quota.js';
import { log, logRequest, requestIdOf } from './shared/request-log.js';

interface Env {
  Bindings: HttpBindings;
  Variables: { requestId: string; caller: KeyRow | undefined; code: string | undefined };
}

const { file, port } = readSettings();
const store = openAlikeSqlite(file);
const limiter = new MemoryLimiter();
const app = new Hono<Env>();

const ListQuery = z.strictObject({
  limit: z.string().regex(new RegExp(LIMIT_PATTERN)).optional(),
  status: z.enum(STATUSES).optional(),
  cursor: z.string().optional(),
});
const NewAnimal = z.strictObject({
  name: z.string().min(1).max(255).regex(new RegExp(NAME_PATTERN)),
  categoryId: z.custom<number | bigint>(isInt64),
  status: z.enum(STATUSES).optional(),
});

type SetHeader = (name: string, value: string) => void;
/** Before the response exists: Hono would have to create another one to change its headers. */
const setHeaders = (set: SetHeader, headers: Readonly<Record<string, string>>) => {
  for (const name in headers) set(name, headers[name] ?? '');
};

app.use(async (c, next) => {
  const startMs = performance.now();
  const requestId = requestIdOf(c.req.header('x-request-id'));
  c.set('requestId', requestId);
  c.header('X-Request-Id', requestId);
  setHeaders(c.header, SECURITY_HEADERS);
  await next(); // does not throw: onError has made responses of errors
  const { caller, code } = c.var;
  const { incoming } = c.env;
  logRequest({
    requestId,
    method: c.req.method,
    url: incoming.url ?? '',
    status: c.res.status,
    code,
    startMs,
    client: incoming.socket.remoteAddress,
    keyId: caller?.id,
    plan: caller?.plan,
  });
});
app.use(async (c, next) => {
  const authorization = c.req.header('authorization');
  const key = bearerKey(authorization);
  const caller = key === undefined ? undefined : await store.findKey(hashKey(key));
  c.set('caller', caller);
  const subject = subjectOf(caller, c.env.incoming.socket.remoteAddress ?? '');
  const decision = limiter.admit(subject);
  setHeaders(c.header, quotaHeaders(decision, subject.quota));
  const refusal = refusalOf(decision, subject.quota);
  if (refusal) throw refusal;
  if (caller === undefined) throw unauthorized(authorization !== undefined);
  await next();
});

const json = { 'Content-Type': 'application/json' };

app.get('/v1/pets', async (c) => {
  const query = Object.entries(c.req.queries()).map(([name, values]) => [
    name,
    values.length === 1 ? values[0] : values,
  ]);
  const valid = ListQuery.safeParse(Object.fromEntries(query));
  if (!valid.success) throw toInvalid('query', valid.error);
  const { animals, link } = await readPage(store, valid.data);
  if (link !== undefined) c.header('Link', link);
  return c.body(`[${animals.map(toJson).join(',')}]`, 200, json);
});
app.get('/v1/pets/:petId', async (c) => {
  setHeaders(c.header, DEPRECATION_HEADERS);
  const id = parseInt64(c.req.param('petId'));
  if (id === undefined) throw invalidRequest('path', '/petId', 'must be a 64-bit integer');
  const found = await store.get(id);
  if (found === undefined) throw new ApiError('not_found');
  return c.body(toJson(found), 200, json);
});
const limitBody = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new ApiError('payload_too_large');
  },
});
app.post('/v1/pets', limitBody, async (c) => {
  if (!/^application\/json *(?:;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new ApiError('unsupported_media_type', { headers: { Accept: 'application/json' } });
  const valid = NewAnimal.safeParse(readJson(await c.req.text()));
  if (!valid.success) throw toInvalid('body', valid.error);
  const claim = toClaim(c.req.header('idempotency-key'), c.var.caller?.id ?? '', valid.data);
  if (claim === undefined) return c.body(await store.create(valid.data), 201, json);
  const result = await store.createOnce(valid.data, claim);
  if (result.outcome === 'mismatch') throw new ApiError('idempotency_mismatch');
  if (result.outcome === 'replayed') c.header('Idempotency-Replayed', 'true');
  return c.body(result.body, 201, json);
});
app.notFound(() => {
  throw new ApiError('not_found');
});
app.onError((thrown, c) => {
  const error = thrown instanceof ApiError ? thrown : new ApiError('internal_error');
  c.set('code', error.code);
  if (error.status === 500)
    log.error({ requestId: c.var.requestId, err: thrown }, 'request failed');
  setHeaders(c.header, error.headers);
  return c.body(JSON.stringify(error.body), error.status, json);
});

serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw invalidRequest('body', '', 'is not valid JSON');
  }
}

function toInvalid(place: string, { issues }: z.ZodError): ApiError {
  const details = issues.map(
    ({ path, code, message }): ErrorDetail => ({
      in: place,
      path: `/${path.join('/')}`,
      code,
      message,
    }),
  );
  return new ApiError('invalid_request', { details });
}
