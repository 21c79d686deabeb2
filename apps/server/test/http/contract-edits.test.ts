// Edits of openapi.yaml that the server follows without any other change.
import { limits } from '@animal-store/contract/conformance';
import type { Services } from '@animal-store/engine/internal/handler';
import { expectError } from '../support/expect-error.js';
import { shop } from '../support/plain-shop.js';
import { formatRequest, sendRaw } from '../support/raw-connection.js';
import { type StartOptions, startServer, type TestServer } from '../support/start-server.js';
import { addPets, idsOf, isReplay, post, postOnce } from './operations/helpers.js';

const { maxMessageLength } = shop.contract.errorBounds;
const PET = { name: 'a', categoryId: 1 };

const TAKEN = { code: 'taken', message: 'The name is taken.', status: 409 };
const declareTaken: StartOptions['edit'] = ({ components, paths }) => {
  Object(components.schemas.ErrorCode).enum.push(TAKEN.code);
  const { IdempotencyInProgress: response } = Object(structuredClone(components.responses));
  Object.assign(response.content['application/json'], { example: TAKEN });
  Object.assign(paths['/pets']?.post?.responses ?? {}, { 409: response });
};

/** `POST /pets/{petId}` and `POST /copies`, with an Idempotency-Key. */
const declareCopies: StartOptions['edit'] = ({ paths }) => {
  const { post: create, get } = { ...paths['/pets'], ...paths['/pets/{petId}'] };
  const { 201: created, ...responses } = create?.responses ?? {};
  const headers = Object(created).headers;
  const copyPet = {
    ...create,
    operationId: 'copyPet',
    parameters: [
      ...(create?.parameters ?? []),
      ...(get?.parameters ?? []),
      { name: 'force', in: 'query', schema: { type: 'boolean' } },
      { name: 'X-Store', in: 'header', schema: { type: 'string' } },
    ],
    responses: {
      ...responses,
      204: { description: 'Done.', headers: { ...headers, Location: { schema: {} } } },
    },
  };
  Object.assign(paths['/pets/{petId}'] ?? {}, { post: copyPet });
  const copyPets = { ...copyPet, operationId: 'copyPets', parameters: create?.parameters };
  Object.assign(paths, { '/copies': { post: copyPets } });
};

let server: TestServer;
afterEach(() => server.close());

async function start(edit: StartOptions['edit'], handlers = {}): Promise<void> {
  server = await startServer({ ...(edit && { edit }), handlers });
}

test('when limits, times, dates and operations are edited, then the server follows', async () => {
  await start((contract) => {
    const { components, paths } = contract;
    Object.assign(contract, { 'x-max-body-bytes': 40 });
    Object.assign(contract['x-idempotency'], { retentionSeconds: 600 });
    Object.assign(components.parameters?.Limit?.schema ?? {}, { maximum: 5, default: 2 });
    Object.assign(paths['/pets/{petId}']?.get ?? {}, {
      'x-deprecated-since': '2027-01-01',
      'x-deprecated-sunset': '2031-06-30',
      'x-deprecated-successor': 'listPets',
    });
    delete Object(paths)['/store/orders'];
  });
  await addPets(server, 5);
  expect(idsOf(await server.call('/pets'))).toEqual([1, 2]);
  expect(idsOf(await server.call('/pets?limit=5'))).toEqual([1, 2, 3, 4, 5]);
  const tooMany = await server.call('/pets?limit=6');
  expectError(tooMany, 400, 'invalid_request', ['query /limit']);

  const create = async () => (await postOnce(server, 'a', PET)).json.id;
  expect(await create()).toBe(6);
  await server.advanceTime(540_000);
  expect(await create()).toBe(6);
  await server.advanceTime(60_000);
  expect(await create()).toBe(7);

  expect((await post(server, JSON.stringify(PET).padEnd(40))).status).toBe(201);
  expectError(await post(server, JSON.stringify(PET).padEnd(41)), 413, 'payload_too_large');

  expect(Object.fromEntries((await server.call('/pets/1')).headers)).toMatchObject({
    deprecation: `@${Date.UTC(2027, 0, 1) / 1000}`,
    sunset: 'Mon, 30 Jun 2031 00:00:00 GMT',
    link: '</v1/pets>; rel="successor-version"',
  });
  expectError(await server.call('/store/orders'), 404, 'not_found');
});

test('when an operation is removed, then its method is a 405', async () => {
  await start(({ paths: { '/pets': path } }) => {
    delete path?.post;
  });
  const reply = await post(server, PET);
  expectError(reply, 405, 'method_not_allowed');
  expect(reply.headers.get('allow')).toBe(limits.allowOf('/pets').replace('POST, ', ''));
});

describe('when another operation declares Idempotency-Key', () => {
  const HEADERS = { 'Content-Type': 'application/json', 'Idempotency-Key': 'a' };
  let effects: number;
  const handler = async (request: object) => {
    effects += 1;
    structuredClone(request); // reads all of it
    return { status: 204, headers: { Location: `/v1/pets/${effects}` } };
  };
  beforeEach(() => {
    effects = 0;
    return start(declareCopies, { copyPet: handler, copyPets: handler });
  });
  const copy = (path = '/pets/1', headers: object = {}) =>
    post(server, PET, { headers: { ...HEADERS, ...headers } }, path);

  test('then a reply without a body is replayed with its headers, and has one effect', async () => {
    const [first, again] = [await copy(), await copy()];
    for (const { status, text, headers } of [first, again])
      expect([status, text, headers.get('location')]).toEqual([204, '', '/v1/pets/1']);
    expect([isReplay(first), isReplay(again), effects]).toEqual([false, true, 1]);
  });

  test.each([
    ['operation', '/copies', '/pets', {}],
    ['path', '/pets/1', '/pets/2', {}],
    ['query', '/pets/1', '/pets/1?force=true', {}],
    ['header', '/pets/1', '/pets/1', { 'X-Store': '2' }],
  ])('then another %s with the same key is a 422', async (_, path, other, headers) => {
    await copy(path);
    expectError(await copy(other, headers), 422, 'idempotency_mismatch');
    expect([isReplay(await copy(path)), effects]).toEqual([true, 1]);
  });
});

describe('when an operation declares an error of its own', () => {
  const lines: string[] = [];
  const answer = (code: string) =>
    startServer({
      edit: declareTaken,
      logTo: { write: (line) => lines.push(line) },
      handlers: {
        createPet: async (_request: unknown, { createError }: Services<object, string>) => {
          throw createError(code);
        },
      },
    });

  test('then its status and message are those of the example, and it is not repeated', async () => {
    server = await answer('taken');
    for (const _ of [1, 2]) {
      const reply = await postOnce(server, 'a', PET);
      expect([reply.json, isReplay(reply)]).toEqual([TAKEN, false]);
    }
  });

  test.each(['not_found', 'nope'])('then another, as %s, is logged', async (code) => {
    server = await answer(code);
    expectError(await post(server, PET), 500, 'internal_error');
    expect(lines.join('')).toContain(`createPet threw ${code}, which the contract does not`);
  });
});

test('when an operation does not declare Idempotency-Key, then a repeat is served again', async () => {
  await start(({ paths }) => Object.assign(paths['/pets']?.post ?? {}, { parameters: [] }));
  for (const id of [1, 2]) expect((await postOnce(server, 'a', PET)).json.id).toBe(id);
});

test('when a reply but 204 has no content, then it has no media type and the length 0', async () => {
  await start(
    ({ paths }) => {
      const { get } = paths['/store/orders'] ?? {};
      const { 200: _, ...responses } = get?.responses ?? {};
      Object.assign(get ?? {}, { responses: { ...responses, 202: { description: 'Accepted.' } } });
    },
    { listOrders: async () => ({ status: 202 }) },
  );
  const head = [`Authorization: Bearer ${server.key}`];
  const reply = await sendRaw(server.url, formatRequest('GET /v1/store/orders', head));
  expect([reply.status, reply.text, reply.headers.get('content-length')]).toEqual([202, '', '0']);
  expect(reply.headers.get('content-type')).toBeNull();
});

/** Errors of the property `x` of a body, as `code message`. */
async function errorsOf(schema: object, x: unknown): Promise<string[]> {
  await start(({ components: { schemas } }) =>
    Object.assign(schemas, { NewPet: { type: 'object', properties: { x: schema } } }),
  );
  const details = expectError(await post(server, { x }), 400, 'invalid_request');
  return details.map(({ code, message }) => `${code} ${message}`);
}

test("when an enum has many values, then the message is cut to the contract's length", async () => {
  const [error = ''] = await errorsOf({ enum: Array.from({ length: 500 }, (_, n) => `v${n}`) }, 1);
  expect(error).toMatch(/^enum must be one of v0, v1, .*…$/);
  expect(error).toHaveLength('enum '.length + maxMessageLength);
});

test('when a body may have any names, then many errors below a long name are one error', async () => {
  const map = (values: object) => ({ type: 'object', additionalProperties: values });
  const values = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [index, 1]));
  const value = { ['/'.repeat(8_000)]: { y: values } };
  const [error] = await errorsOf(map(map(map({ type: 'string' }))), value);
  expect(error).toBe('max_length has too many values below long names');
});
