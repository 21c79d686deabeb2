import { ApiError } from '../../../src/errors.js';
import { operationOf, pathOf } from '../../support/contract-values.js';
import { type StartOptions, startServer, type TestServer } from '../../support/start-server.js';
import { addPets, errorLocations, withServer } from './helpers.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
  await addPets(server, [
    { name: 'Hambone', categoryId: 7, status: 'pending' },
    { name: 'Emily', categoryId: 8 },
  ]);
});
afterEach(() => server.close());

const {
  'x-deprecated-since': since = '',
  'x-deprecated-sunset': sunset = '',
  'x-deprecated-successor': successor = '',
} = operationOf('getPet');
const DEPRECATION = {
  deprecation: `@${Date.parse(since) / 1000}`,
  sunset: new Date(sunset).toUTCString(),
  link: `</v1${pathOf(successor)}>; rel="successor-version"`,
};

function deprecationOf({ headers }: { headers: Headers }) {
  return {
    deprecation: headers.get('deprecation'),
    sunset: headers.get('sunset'),
    link: headers.get('link'),
  };
}

const NOT_DEPRECATED = { deprecation: null, sunset: null, link: null };

describe('getPet', () => {
  test('returns an animal with all properties', async () => {
    const reply = await server.call('/pets/1');
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual({ id: 1, name: 'Hambone', categoryId: 7, status: 'pending' });
  });

  test('returns an animal without a status', async () => {
    expect((await server.call('/pets/2')).json).toEqual({ id: 2, name: 'Emily', categoryId: 8 });
  });

  test('accepts leading zeros and percent-encoded digits', async () => {
    for (const spelling of ['001', '%31']) {
      expect((await server.call(`/pets/${spelling}`)).json.id).toBe(1);
    }
  });

  test('when the method is HEAD, then it is a 200 without a body', async () => {
    const reply = await server.call('/pets/1', { method: 'HEAD' });
    expect(reply.status).toBe(200);
    expect(reply.text).toBe('');
    expect(reply.headers.get('content-length')).toBe(
      String(Buffer.byteLength((await server.call('/pets/1')).text)),
    );
  });

  test('when HEAD finds no animal, then it is a 404 without a body', async () => {
    const reply = await server.call('/pets/3', { method: 'HEAD' });
    expect(reply.status).toBe(404);
    expect(reply.text).toBe('');
  });

  test.each(['0', '3', '-1', '-0', '9223372036854775807', '-9223372036854775808'])(
    'when the id is %s, then it is a 404',
    async (petId) => {
      const reply = await server.call(`/pets/${petId}`);
      expect(reply.status).toBe(404);
      expect(reply.json).toEqual(new ApiError('not_found').body);
    },
  );

  test.each([
    'abc',
    'Infinity',
    '1.0',
    '1e0',
    '0x1',
    '+1',
    '%2B1',
    '%201',
    '1%20',
    '1_0',
    '1,0',
    '--1',
    '-',
    '1n',
    '%D9%A1', // an Arabic one
    '1%2F2',
    '1%00',
    '%zz',
    '9223372036854775808',
    '-9223372036854775809',
    '1'.repeat(200),
  ])('when the id is %s, then it is a 400 that names petId', async (petId) => {
    expect(errorLocations(await server.call(`/pets/${petId}`))).toEqual(['path /petId']);
  });

  test('when there is a query, then it is a 400', async () => {
    expect(errorLocations(await server.call('/pets/1?status=sold'))).toEqual(['query /status']);
  });

  test('when there are several errors, then all are named', async () => {
    expect(errorLocations(await server.call('/pets/one?limit=1')).sort()).toEqual([
      'path /petId',
      'query /limit',
    ]);
  });
});

describe('deprecation headers of getPet', () => {
  test.each([
    ['200', '/pets/1', 'GET', 200],
    ['200 to HEAD', '/pets/1', 'HEAD', 200],
    ['400', '/pets/x', 'GET', 400],
    ['400 for the query', '/pets/1?x=1', 'GET', 400],
    ['404', '/pets/3', 'GET', 404],
  ])('are in a %s', async (_, path, method, status) => {
    const reply = await server.call(path, { method });
    expect(reply.status).toBe(status);
    expect(deprecationOf(reply)).toEqual(DEPRECATION);
  });

  test('are in a 429', async () => {
    const { key } = await server.issueKey('enterprise', { perMinute: 1, perDay: 10 });
    expect((await server.call('/pets/1', { key })).status).toBe(200);
    const refused = await server.call('/pets/1', { key });
    expect(refused.status).toBe(429);
    expect(deprecationOf(refused)).toEqual(DEPRECATION);
  });

  test.each([
    ['no key', null],
    ['a bad key', 'as_live_unknown'],
  ])('are not in a 401 for %s', async (_, key) => {
    const reply = await server.call('/pets/1', { key });
    expect(reply.status).toBe(401);
    expect(reply.json.code).toBe('unauthorized');
    expect(deprecationOf(reply)).toEqual(NOT_DEPRECATED);
  });

  test.each([
    ['GET', '/pets'],
    ['GET', '/store/orders'],
    ['GET', '/pets/1/'],
    ['GET', '/pets/1/owner'],
    ['POST', '/pets'],
    ['POST', '/pets/1'],
    ['DELETE', '/pets/1'],
    ['OPTIONS', '/pets/1'],
  ])('are not in the response to %s %s', async (method, path) => {
    const reply = await server.call(path, {
      method,
      ...(method === 'POST' && { json: { name: 'Zoe', categoryId: 1 } }),
    });
    expect(deprecationOf(reply)).toEqual(NOT_DEPRECATED);
  });

  test('follow the contract', async () => {
    const edit: StartOptions['edit'] = ({ paths }) =>
      Object.assign(paths['/pets/{petId}']?.get ?? {}, {
        'x-deprecated-since': '2027-01-01',
        'x-deprecated-sunset': '2031-06-30',
        'x-deprecated-successor': 'listOrders',
      });
    await withServer({ edit }, async (edited) => {
      expect(deprecationOf(await edited.call('/pets/1'))).toEqual({
        deprecation: `@${Date.UTC(2027, 0, 1) / 1000}`,
        sunset: 'Mon, 30 Jun 2031 00:00:00 GMT',
        link: '</v1/store/orders>; rel="successor-version"',
      });
    });
  });

  test('when the sunset date has passed, then the operation still works', () =>
    withServer({ nowMs: Date.parse(sunset) + 86_400_000 }, async (later) => {
      await addPets(later, [{ name: 'Hambone', categoryId: 1 }]);
      expect((await later.call('/pets/1')).status).toBe(200);
    }));
});
