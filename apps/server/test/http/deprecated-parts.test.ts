// Deprecation headers of requests that send a deprecated parameter, or a body with a deprecated property, at every outcome.
// Which part of a request sends what: packages/spec/test/outputs/deprecation.test.ts.
import type { CallOptions } from '../support/start-server.js';
import { useSharedServer } from '../support/use-server.js';

const PARAMETER = { 'x-deprecated-since': '2026-01-01', 'x-deprecated-sunset': '2030-12-05' };
const PROPERTY = { 'x-deprecated-since': '2025-06-01', 'x-deprecated-sunset': '2028-01-01' };
const OF_PARAMETER = ['@1767225600', 'Thu, 05 Dec 2030 00:00:00 GMT'];
const OF_PROPERTY = ['@1748736000', 'Sat, 01 Jan 2028 00:00:00 GMT'];
const NONE = [null, null];
const REX = { name: 'Rex', categoryId: 1 };
const SHELF = { name: 'X-Shelf', in: 'header', schema: { type: 'string', maxLength: 5 } };

const server = useSharedServer({
  edit: ({ paths, components: { schemas } }) => {
    const { get: list, post: create } = Object(paths['/pets']);
    for (const response of [list.responses[200], create.responses[201]])
      response.headers = {
        ...response.headers,
        Deprecation: { $ref: '#/components/headers/ErrorDeprecation' },
        Sunset: { $ref: '#/components/headers/ErrorSunset' },
      };
    const isStatus = ({ name }: { name?: string }) => name === 'status';
    Object.assign(list.parameters.find(isStatus), { deprecated: true, ...PARAMETER });
    create.parameters.push({ ...SHELF, deprecated: true, ...PARAMETER });
    const { properties } = Object(schemas.NewPet);
    properties.status = { ...properties.status, deprecated: true, ...PROPERTY };
    Object.assign(Object(schemas.Order).properties.complete, { deprecated: true, ...PROPERTY });
  },
  handlers: {
    async createPet({ headers, body }: { headers: object; body: typeof REX }) {
      structuredClone(headers); // reads X-Shelf
      return { status: 201, body: { id: 1, ...body } };
    },
  },
});

function datesOf({ headers }: { headers: Headers }) {
  return [headers.get('deprecation'), headers.get('sunset')];
}
const post = (json: object, headers: Record<string, string> = {}): CallOptions => ({
  method: 'POST',
  json,
  headers,
});

test.each<[string, string, number, CallOptions, (string | null)[]]>([
  ['the parameter', '/pets?status=sold', 200, {}, OF_PARAMETER],
  ['an invalid value of it', '/pets?status=lost', 400, {}, OF_PARAMETER],
  ['it without a key', '/pets?status=sold', 401, { key: null }, NONE],
  ['nothing', '/pets', 200, {}, NONE],
  ['nothing for a response that has a deprecated property', '/store/orders', 200, {}, NONE],
  ['the property', '/pets', 201, post({ ...REX, status: 'sold' }), OF_PROPERTY],
  ['an invalid value of it', '/pets', 400, post({ ...REX, status: 5 }), OF_PROPERTY],
  ['a body without it', '/pets', 201, post(REX), NONE],
  ['the header', '/pets', 201, post(REX, { 'x-shelf': 'A1' }), OF_PARAMETER],
  [
    'it with a body that is too large',
    '/pets',
    413,
    post({ name: 'a'.repeat(20_000) }, { 'X-Shelf': 'A1' }),
    OF_PARAMETER,
  ],
])('when a request sends %s, then the reply has its headers: %s', async (...row) => {
  const [, path, status, options, dates] = row;
  for (let time = 0; time < 2; time += 1) {
    const reply = await server.call(path, options); // the second time from the validation cache
    expect([reply.status, ...datesOf(reply)]).toEqual([status, ...dates]);
    expect(reply.headers.get('link') ?? '').not.toContain('successor');
  }
});

test('when a reply is replayed, then it has the headers of the request', async () => {
  const options = post({ ...REX, status: 'sold' }, { 'Idempotency-Key': 'a' });
  await server.call('/pets', options);
  const reply = await server.call('/pets', options);
  expect(reply.headers.get('idempotency-replayed')).toBe('true');
  expect(datesOf(reply)).toEqual(OF_PROPERTY);
});

test('when the quota is used up, then the headers are those of the query', async () => {
  const { key } = await server.issueKey('enterprise', { perMinute: 1, perDay: 10 });
  await server.call('/pets', { key });
  const reply = await server.call('/pets?status=sold', { key });
  expect([reply.status, ...datesOf(reply)]).toEqual([429, ...OF_PARAMETER]);
});
