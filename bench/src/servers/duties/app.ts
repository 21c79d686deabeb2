// Fastify with the duties of the animal store as hooks, JSON schemas in and out, and the errors of the contract.
import Fastify, { type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify';
import { bearerKey } from '../fastify/animals.js';
import {
  ApiError,
  type ErrorCode,
  type ErrorDetail,
  invalidRequest,
  unauthorized,
} from './api-error.js';
import { isInt64, parseInt64, parseJson } from './int64.js';
import { type Limiter, quotaHeaders, refusalOf } from './quota.js';
import { log, logRequest, requestIdOf } from './request-log.js';
import { animal, listQuery, newAnimal } from './schemas.js';
import {
  DEPRECATION_HEADERS,
  type DutiesStore,
  type ExactAnimal,
  hashKey,
  type KeyRow,
  type ListQuery,
  MAX_BODY_BYTES,
  type NewExactAnimal,
  readPage,
  SECURITY_HEADERS,
  subjectOf,
  toClaim,
} from './store.js';

declare module 'fastify' {
  interface FastifyRequest {
    startMs: number;
    caller: KeyRow | undefined;
    errorCode: string | undefined;
  }
}

export async function serve(port: number, store: DutiesStore, limiter: Limiter): Promise<void> {
  const app = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    requestIdHeader: false,
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false },
      plugins: [
        (ajv) =>
          ajv.addKeyword({
            keyword: 'int64',
            validate: (_schema: unknown, data: unknown) => isInt64(data),
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
  app.decorateRequest('startMs', 0);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('errorCode', undefined);

  app.addHook('onRequest', async (request, reply) => {
    request.startMs = performance.now();
    reply.header('X-Request-Id', request.id);
    reply.headers(SECURITY_HEADERS);
    const { authorization } = request.headers;
    const key = bearerKey(authorization);
    const caller = key === undefined ? undefined : await store.findKey(hashKey(key));
    request.caller = caller;
    const subject = subjectOf(caller, request.ip);
    const decision = await limiter.admit(subject);
    reply.headers(quotaHeaders(decision, subject.quota));
    const refusal = refusalOf(decision, subject.quota);
    if (refusal) throw refusal;
    if (caller === undefined) throw unauthorized(authorization !== undefined);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { startMs, method, url, ip, caller, errorCode, id } = request;
    logRequest({
      requestId: id,
      method,
      url,
      status: reply.statusCode,
      code: errorCode,
      startMs,
      client: ip,
      keyId: caller?.id,
      plan: caller?.plan,
    });
    done();
  });
  app.setErrorHandler((thrown: FastifyError | ApiError, request, reply) => {
    const error = toApiError(thrown);
    request.errorCode = error.code;
    if (error.status === 500) log.error({ requestId: request.id, err: thrown }, 'request failed');
    return sendJson(reply.code(error.status).headers(error.headers), JSON.stringify(error.body));
  });
  app.setNotFoundHandler(() => {
    throw new ApiError('not_found');
  });

  app.get<{ Querystring: ListQuery }>(
    '/v1/pets',
    { schema: { querystring: listQuery, response: { 200: { type: 'array', items: animal } } } },
    async (request, reply) => {
      const { animals, link } = await readPage(store, request.query);
      reply.header('Link', link);
      reply.type('application/json');
      return animals.map(toResponse);
    },
  );
  app.get<{ Params: { petId: string } }>(
    '/v1/pets/:petId',
    { schema: { response: { 200: animal } } },
    async (request, reply) => {
      reply.headers(DEPRECATION_HEADERS);
      const id = parseInt64(request.params.petId);
      if (id === undefined) throw invalidRequest('path', '/petId', 'must be a 64-bit integer');
      const found = await store.get(id);
      if (found === undefined) throw new ApiError('not_found');
      reply.type('application/json');
      return toResponse(found);
    },
  );
  app.post<{ Body: NewExactAnimal }>(
    '/v1/pets',
    { schema: { body: newAnimal } },
    async (request, reply) => {
      const body = await createAnimal(request, reply, store);
      return sendJson(reply.code(201), body);
    },
  );

  await app.listen({ port, host: '127.0.0.1' });
}

async function createAnimal(
  { body, headers, caller }: FastifyRequest<{ Body: NewExactAnimal }>,
  reply: FastifyReply,
  store: DutiesStore,
): Promise<string> {
  const header = headers['idempotency-key'];
  const claim = toClaim(header?.toString(), caller?.id ?? '', body);
  if (claim === undefined) return store.create(body);
  const result = await store.createOnce(body, claim);
  if (result.outcome === 'mismatch') throw new ApiError('idempotency_mismatch');
  if (result.outcome === 'replayed') reply.header('Idempotency-Replayed', 'true');
  return result.body;
}

/** A null status is absent from the response. */
function toResponse({ id, name, categoryId, status }: ExactAnimal) {
  return status === null ? { id, name, categoryId } : { id, name, categoryId, status };
}

/** The JSON is final: Fastify neither validates nor serializes it again. */
function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.header('Content-Type', 'application/json').send(json);
}

const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

function toApiError(thrown: FastifyError | ApiError): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const code = CODES[thrown.statusCode ?? 500] ?? 'internal_error';
  const { validation, validationContext = '' } = thrown;
  const details = validation?.map(
    ({ instancePath, keyword, message = '' }): ErrorDetail => ({
      in: validationContext === 'querystring' ? 'query' : validationContext,
      path: instancePath,
      code: keyword,
      message,
    }),
  );
  const headers = code === 'unsupported_media_type' ? { Accept: 'application/json' } : {};
  return new ApiError(code, { headers, ...(details && { details }) });
}
