// Deprecation headers of requests that send a deprecated parameter, or a body with a deprecated property.
import { startServer, type TestServer } from '../support/start-server.js';

const PARAMETER = { 'x-deprecated-since': '2026-01-01', 'x-deprecated-sunset': '2030-12-05' };
const PROPERTY = { 'x-deprecated-since': '2025-06-01', 'x-deprecated-sunset': '2028-01-01' };
const OF_PARAMETER = ['@1767225600', 'Thu, 05 Dec 2030 00:00:00 GMT'];
const OF_PROPERTY = ['@1748736000', 'Sat, 01 Jan 2028 00:00:00 GMT'];
const NONE = [null, null];

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    edit: ({ paths, components }) => {
      const header = { $ref: '#/components/headers/ErrorDeprecation' };
      const sunset = { $ref: '#/components/headers/ErrorSunset' };
      const { get: list, post: create } = paths['/pets'] ?? {};
      for (const [operation, status] of [
        [list, 200],
        [create, 201],
      ] as const)
        Object.assign(operation?.responses[status] ?? {}, {
          headers: {
            ...Object(operation?.responses[status]?.headers),
            Deprecation: header,
            Sunset: sunset,
          },
        });
      Object.assign(list ?? {}, {
        parameters: (list?.parameters ?? []).map((parameter) =>
          parameter.name === 'status'
            ? { ...parameter, deprecated: true, ...PARAMETER }
            : parameter,
        ),
      });
      const shelf = { name: 'X-Shelf', in: 'header', schema: { type: 'string', maxLength: 5 } };
      Object.assign(create ?? {}, {
        parameters: [...(create?.parameters ?? []), { ...shelf, deprecated: true, ...PARAMETER }],
      });
      const { properties } = Object(components.schemas.NewPet);
      Object.assign(Object(components.schemas.Order).properties.complete, {
        deprecated: true,
        ...PROPERTY,
      });
      properties.status = { ...properties.status, deprecated: true, ...PROPERTY };
    },
  });
});
afterAll(() => server.close());

function datesOf({ headers }: { headers: Headers }) {
  return [headers.get('deprecation'), headers.get('sunset')];
}

const REX = { name: 'Rex', categoryId: 1 };

test.each([
  ['the deprecated parameter', '/pets?status=sold', 200, OF_PARAMETER],
  ['an invalid value of it', '/pets?status=lost', 400, OF_PARAMETER],
  ['nothing', '/pets', 200, NONE],
])(
  'when a query sends %s, then the reply has the headers of it',
  async (_name, path, status, dates) => {
    for (let time = 0; time < 2; time += 1) {
      const reply = await server.call(path); // the second time from the validation cache
      expect(reply.status).toBe(status);
      expect(datesOf(reply)).toEqual(dates);
      expect(reply.headers.get('link') ?? '').not.toContain('successor');
    }
  },
);

test.each<[string, object | string, Record<string, string>, number, (string | null)[]]>([
  ['the deprecated property', { ...REX, status: 'sold' }, {}, 201, OF_PROPERTY],
  ['an invalid value of it', { ...REX, status: 5 }, {}, 400, OF_PROPERTY],
  ['no deprecated property', REX, {}, 201, NONE],
  ['the deprecated header', REX, { 'x-shelf': 'A1' }, 201, OF_PARAMETER],
  ['a body that is too large', `"${'a'.repeat(20_000)}"`, { 'X-Shelf': 'A1' }, 413, OF_PARAMETER],
])(
  'when a POST sends %s, then the reply has the headers of it',
  async (_name, body, headers, status, dates) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const reply = await server.call('/pets', {
      method: 'POST',
      body: text,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    expect(reply.status).toBe(status);
    expect(datesOf(reply)).toEqual(dates);
  },
);

test('when a reply is replayed, then it has the headers of the request', async () => {
  const replay = () =>
    server.call('/pets', {
      method: 'POST',
      json: { ...REX, status: 'sold' },
      headers: { 'Idempotency-Key': 'a' },
    });
  await replay();
  const reply = await replay();
  expect(reply.headers.get('idempotency-replayed')).toBe('true');
  expect(datesOf(reply)).toEqual(OF_PROPERTY);
});

test('when the quota is used up, then the headers are those of the query', async () => {
  const { key } = await server.issueKey('enterprise', { perMinute: 1, perDay: 10 });
  await server.call('/pets', { key });
  const reply = await server.call('/pets?status=sold', { key });
  expect(reply.status).toBe(429);
  expect(datesOf(reply)).toEqual(OF_PARAMETER);
});

test('when there is no key, then the reply says nothing about parameters', async () => {
  expect(datesOf(await server.call('/pets?status=sold', { key: null }))).toEqual(NONE);
});

test('when only responses have a deprecated property, then there are no headers', async () => {
  expect(datesOf(await server.call('/store/orders'))).toEqual(NONE);
});
