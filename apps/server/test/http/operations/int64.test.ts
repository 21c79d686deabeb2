import fc from 'fast-check';
import { startServer, type TestServer } from '../../support/start-server.js';
import { faultsOf, post, walk } from './helpers.js';

const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;
const EDGES = [0n, 2n ** 31n, 2n ** 32n, 2n ** 53n, MAX].flatMap((edge) =>
  [-1n, 0n, 1n].flatMap((step) => [edge + step, -edge + step]),
);

const inside = (value: bigint) => value >= MIN && value <= MAX;
const outOf = (text: string, field: string) =>
  new RegExp(`"${field}":(-?\\d+)[,}]`).exec(text)?.[1];
const pet = (categoryId: bigint | string) => `{"name":"a","categoryId":${categoryId}}`;

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

async function expectKept(value: bigint): Promise<void> {
  const created = await post(server, pet(value));
  expect(created.status).toBe(201);
  expect(outOf(created.text, 'categoryId')).toBe(String(value));
  const got = await server.call(`/pets/${created.json.id}`);
  expect(outOf(got.text, 'categoryId')).toBe(String(value));
}

describe('a 64-bit integer in a body', () => {
  test.each([...new Set(EDGES)].filter(inside))('%s comes back in all its digits', expectKept);

  test.each([...new Set(EDGES)].filter((value) => !inside(value)))(
    '%s is outside: a 400 that names it',
    async (value) => {
      expect(faultsOf(await post(server, pet(value)))).toEqual(['body /categoryId']);
    },
  );

  test('of any value comes back in all its digits from createPet, getPet and listPets', async () => {
    const values: bigint[] = [];
    await fc.assert(
      fc.asyncProperty(fc.bigInt(MIN, MAX), async (value) => {
        await expectKept(value);
        values.push(value);
      }),
      { numRuns: 150 },
    );
    const pages = await walk(server, '/pets');
    const digits = pages.flatMap(({ text }) =>
      Array.from(text.matchAll(/"categoryId":(-?\d+)/g), ([, each]) => each),
    );
    expect(digits).toEqual(values.map(String));
  });

  test('of any value outside is a 400 that names it, and nothing is added', async () => {
    const outside = fc.oneof(fc.bigInt({ min: MAX + 1n }), fc.bigInt({ max: MIN - 1n }));
    await fc.assert(
      fc.asyncProperty(outside, async (value) => {
        expect(faultsOf(await post(server, pet(value)))).toEqual(['body /categoryId']);
      }),
      { numRuns: 100 },
    );
    expect((await server.call('/pets')).json).toEqual([]);
  });

  test.each([
    ['5.0', '5'],
    ['1e2', '100'],
    ['1E+2', '100'],
    ['50e-1', '5'],
    ['-0', '0'],
    ['0e9', '0'],
    ['0.000', '0'],
    ['9007199254740991.0', '9007199254740991'],
  ])('written as %s is %s', async (written, digits) => {
    const created = await post(server, pet(written));
    expect(created.status).toBe(201);
    expect(outOf(created.text, 'categoryId')).toBe(digits);
  });

  // Each of these would be rounded to an integer by a parser that knows doubles only.
  test.each([
    '1e20',
    '-1e20',
    '1e400',
    '-1e400',
    '9007199254740993.0',
    '9007199254740993e0',
    '9223372036854775807.0',
    '9223372036854775807.5',
    '9007199254740991.2',
    '4503599627370497.000000001',
    '1.00000000000000000001',
    '0.99999999999999999999',
    '-1.00000000000000000001',
    '10000000000000000000001e-22',
    '1e-400',
    '0.5',
    '9'.repeat(1000),
    `0.${'0'.repeat(1000)}1`,
  ])('written as %s is never rounded: a 400 that names it', async (written) => {
    expect(faultsOf(await post(server, pet(written)))).toEqual(['body /categoryId']);
    expect((await server.call('/pets')).json).toEqual([]);
  });
});

describe('a 64-bit integer in a path', () => {
  test('of any value without an animal is a 404; outside it is a 400', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt(MIN * 2n, MAX * 2n), async (id) => {
        const reply = await server.call(`/pets/${id}`);
        if (inside(id)) expect(reply.status).toBe(404);
        else expect(faultsOf(reply)).toEqual(['path /petId']);
      }),
      { numRuns: 100, examples: [[MIN], [MAX], [MIN - 1n], [MAX + 1n]] },
    );
  });
});

describe('a 64-bit integer in a listing', () => {
  test('that identifies an order may be any, the smallest too', async () => {
    const ids = [MIN, MIN + 1n, -1n, 0n, 9007199254740993n, MAX];
    await server.store.orders.put(
      ids.map((id) => ({
        id,
        petId: id,
        quantity: 1,
        shipDate: '2026-11-20T09:30:00Z',
        complete: false,
      })),
    );
    for (const limit of [1, 2, 6]) {
      const text = (await walk(server, `/store/orders?limit=${limit}`)).map((page) => page.text);
      for (const field of ['id', 'petId']) {
        const digits = Array.from(
          text.join().matchAll(new RegExp(`"${field}":(-?\\d+)`, 'g')),
          ([, each]) => each,
        );
        expect(digits).toEqual(ids.map(String));
      }
    }
  });
});

describe('an integer in a query', () => {
  test.each([
    `${MAX}`,
    `${MAX + 1n}`,
    `${MIN}`,
    `${MIN - 1n}`,
    '9007199254740993',
    '9'.repeat(400),
  ])('as large as %s is judged by its value: a 400 that names it', async (limit) => {
    expect(faultsOf(await server.call(`/pets?limit=${limit}`))).toEqual(['query /limit']);
  });
});
