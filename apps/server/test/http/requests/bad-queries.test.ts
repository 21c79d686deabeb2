import fc from 'fast-check';
import { pageSizesOf } from '../../support/contract-values.js';
import { expectError } from '../../support/expect-error.js';
import { formatRequest, sendRaw } from '../../support/raw-connection.js';
import { startServer, type TestServer } from '../../support/start-server.js';

const { minLimit, maxLimit } = pageSizesOf('listPets');

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

/** Sends a raw request, because an HTTP client would normalize the URL. */
function get(target: string) {
  return sendRaw(
    server.url,
    formatRequest(`GET /v1${target}`, [`Authorization: Bearer ${server.key}`]),
  );
}

/** Values that are not decimal integers, some of which lenient parsers accept. */
const NOT_INTEGERS = [
  '0x10',
  '0b1',
  '0o7',
  '1e1',
  '1E1',
  '+5',
  '%2B5',
  '%205',
  '5%20',
  '+',
  '5.0',
  '5.',
  '.5',
  '5,0',
  '5_0',
  '5n',
  '--5',
  '%D9%A3', // ٣, a digit, but no decimal one
  '%EF%BC%95', // ５, a wide 5
  '5%00',
  '5%0A',
  '%2D', // -
  'NaN',
  'Infinity',
  'null',
  'true',
  'one',
  '5;',
  '[5]',
];

const NOT_INT64 = ['9223372036854775808', '-9223372036854775809', '9'.repeat(1000)];

describe('when an integer is not in decimal digits, then it is a 400 that names the parameter:', () => {
  test.each(NOT_INTEGERS)('in a query: %.40s', async (text) => {
    const [detail] = expectError(await get(`/pets?limit=${text}`), 400, 'invalid_request', [
      'query /limit',
    ]);
    expect(detail?.message).toBe('must be an integer in decimal digits');
  });

  test.each([...NOT_INTEGERS, ...NOT_INT64])('in a path: %.40s', async (text) => {
    const [detail] = expectError(await get(`/pets/${text}`), 400, 'invalid_request', [
      'path /petId',
    ]);
    expect(detail?.message).toBe('must be a 64-bit integer in decimal digits');
  });

  test.each(['limit=', 'limit'])('empty: %s', async (query) => {
    expectError(await get(`/pets?${query}`), 400, 'invalid_request', ['query /limit']);
  });

  test('any text that is not an integer', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 }).filter((t) => !/^-?\d+$/.test(t));
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const reply = await get(`/store/orders?limit=${encodeURIComponent(value)}`);
        expectError(reply, 400, 'invalid_request', ['query /limit']);
      }),
      { numRuns: 100 },
    );
  });
});

test.each(['5', '%35', '05', '0005', `${maxLimit}`, `${minLimit}`])(
  'when an integer is in decimal digits, then it is accepted: %s',
  async (text) => {
    expect((await get(`/pets?limit=${text}`)).status).toBe(200);
  },
);

test.each([
  [`${minLimit - 1}`, 'minimum', `must be at least ${minLimit}`],
  ['-0', 'minimum', `must be at least ${minLimit}`],
  ['-1', 'minimum', `must be at least ${minLimit}`],
  [`${maxLimit + 1}`, 'maximum', `must be at most ${maxLimit}`],
  ['9007199254740993', 'maximum', `must be at most ${maxLimit}`],
  ['9223372036854775807', 'maximum', `must be at most ${maxLimit}`],
  ['9'.repeat(1000), 'maximum', `must be at most ${maxLimit}`],
  [`-${'9'.repeat(1000)}`, 'minimum', `must be at least ${minLimit}`],
])(
  'when an integer is out of bounds, then it is a 400 with the bound: %.40s',
  async (text, code, message) => {
    const details = expectError(await get(`/pets?limit=${text}`), 400, 'invalid_request');
    expect(details).toEqual([{ in: 'query', path: '/limit', code, message }]);
  },
);

describe('when the percent-encoding is malformed, then it is a 400 that names the parameter:', () => {
  const MALFORMED = [
    '%',
    '%z',
    '%zz',
    '%2',
    '5%',
    '%E0%A4',
    '%FF',
    '%C0%AF',
    '%ED%A0%80',
    '%u0035',
  ];

  test.each(MALFORMED)('in a query: %s', async (text) => {
    for (const name of ['limit', 'status', 'cursor']) {
      const [detail] = expectError(await get(`/pets?${name}=${text}`), 400, 'invalid_request', [
        `query /${name}`,
      ]);
      expect(detail?.message).toBe('is not valid percent-encoding');
    }
  });

  test.each(MALFORMED)('in a path: %s', async (text) => {
    const [detail] = expectError(await get(`/pets/${text}`), 400, 'invalid_request', [
      'path /petId',
    ]);
    expect(detail?.message).toBe('is not valid percent-encoding');
  });

  test('in the name of a parameter', async () => {
    expectError(await get('/pets?%zz=1'), 400, 'invalid_request', ['query /%zz']);
  });
});

describe('when a parameter is given more than once, then it is a 400 that names it:', () => {
  test.each([
    ['limit', 'limit=1&limit=2'],
    ['limit', 'limit=1&limit=1'],
    ['limit', 'limit=1&limit=1&limit=1'],
    ['limit', 'limit=1&%6Cimit=1'],
    ['limit', 'limit=&limit=1'],
    ['limit', 'limit&limit=1'],
    ['status', 'status=sold&status=sold'],
    ['status', 'status=sold&limit=1&status=available'],
    ['cursor', 'cursor=a&cursor=b'],
  ])('%s: %s', async (name, query) => {
    const details = expectError(await get(`/pets?${query}`), 400, 'invalid_request');
    expect(new Set(details.map((detail) => detail.message))).toEqual(
      new Set(['is given more than once']),
    );
    expect(details.map((detail) => detail.path)).toEqual([`/${name}`]);
  });
});

describe('when the operation does not have a query parameter, then it is a 400 that names it:', () => {
  test.each([
    ['/pets', 'offset=1', ['/offset']],
    ['/pets', 'a=1&b=2&c', ['/a', '/b', '/c']],
    ['/pets', 'Limit=5', ['/Limit']],
    ['/pets', 'limit%20=5', ['/limit ']],
    ['/pets', '+limit=5', ['/ limit']],
    ['/pets', 'petId=1', ['/petId']],
    ['/pets', '=1', ['/']],
    ['/pets', '__proto__=1', ['/__proto__']],
    ['/pets', 'constructor=1', ['/constructor']],
    ['/pets', 'a/b~=1', ['/a~1b~0']],
    ['/pets', '?limit=1', ['/?limit']],
    ['/pets', 'limit=1;status=sold&x', ['/x', '/limit']],
    ['/pets/1', 'petId=1', ['/petId']],
    ['/store/orders', 'status=sold', ['/status']],
  ])('%s?%s', async (path, query, names) => {
    const details = expectError(await get(`${path}?${query}`), 400, 'invalid_request');
    expect(details.map((detail) => detail.path)).toEqual(names);
    expect(details.every((detail) => detail.in === 'query')).toBe(true);
  });

  test.each(['limit[]', 'limit[a]', 'limit[0]', 'limit%5B%5D', 'status[$ne]', 'filter[status]'])(
    'brackets are part of the name: %s',
    async (name) => {
      const details = expectError(await get(`/pets?${name}=1`), 400, 'invalid_request');
      expect(details).toContainEqual({
        in: 'query',
        path: `/${decodeURIComponent(name)}`,
        code: 'unknown',
        message: 'is not a parameter of this operation',
      });
    },
  );

  test('all other errors are listed too', async () => {
    const reply = await get('/pets?limit=0&status=lost&cursor=&page=2');
    const details = expectError(reply, 400, 'invalid_request');
    expect(details.map((detail) => detail.path).sort()).toEqual([
      '/cursor',
      '/limit',
      '/page',
      '/status',
    ]);
  });
});

test.each(['?', '?&', '?&&limit=5&'])(
  'when the query or a part of it is empty, then it is ignored: %s',
  async (query) => {
    expect((await get(`/pets${query}`)).status).toBe(200);
  },
);
