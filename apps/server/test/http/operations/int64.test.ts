import fc from 'fast-check';
import { startServer, type TestServer } from '../../support/start-server.js';
import { errorLocations, fetchAllPages, post } from './helpers.js';

const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;
const EDGES = [0n, 2n ** 31n, 2n ** 32n, 2n ** 53n, MAX].flatMap((edge) =>
  [-1n, 0n, 1n].flatMap((step) => [edge + step, -edge + step]),
);

const inRange = (value: bigint) => value >= MIN && value <= MAX;
const digitsOf = (text: string, field: string) =>
  new RegExp(`"${field}":(-?\\d+)[,}]`).exec(text)?.[1];
const pet = (categoryId: bigint | string) => `{"name":"a","categoryId":${categoryId}}`;

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

async function expectExact(value: bigint): Promise<void> {
  const created = await post(server, pet(value));
  expect(created.status).toBe(201);
  expect(digitsOf(created.text, 'categoryId')).toBe(String(value));
  const got = await server.call(`/pets/${created.json.id}`);
  expect(digitsOf(got.text, 'categoryId')).toBe(String(value));
}

describe('a 64-bit integer in a body', () => {
  test.each([...new Set(EDGES)].filter(inRange))(
    'when it is %s, then it is returned exactly',
    expectExact,
  );

  test.each([...new Set(EDGES)].filter((value) => !inRange(value)))(
    'when it is %s, which is out of range, then it is a 400 that names it',
    async (value) => {
      expect(errorLocations(await post(server, pet(value)))).toEqual(['body /categoryId']);
    },
  );

  test('when it is any value in range, then createPet, getPet and listPets return it exactly', async () => {
    const values: bigint[] = [];
    await fc.assert(
      fc.asyncProperty(fc.bigInt(MIN, MAX), async (value) => {
        await expectExact(value);
        values.push(value);
      }),
      { numRuns: 150 },
    );
    const pages = await fetchAllPages(server, '/pets');
    const digits = pages.flatMap(({ text }) =>
      Array.from(text.matchAll(/"categoryId":(-?\d+)/g), ([, each]) => each),
    );
    expect(digits).toEqual(values.map(String));
  });

  test('when it is any value out of range, then it is a 400 that names it', async () => {
    const outOfRange = fc.oneof(fc.bigInt({ min: MAX + 1n }), fc.bigInt({ max: MIN - 1n }));
    await fc.assert(
      fc.asyncProperty(outOfRange, async (value) => {
        expect(errorLocations(await post(server, pet(value)))).toEqual(['body /categoryId']);
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
  ])('when it is written as %s, then it is %s', async (written, digits) => {
    const created = await post(server, pet(written));
    expect(created.status).toBe(201);
    expect(digitsOf(created.text, 'categoryId')).toBe(digits);
  });

  // a parser that uses doubles would round each of these to an integer
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
  ])('when it is written as %s, then it is a 400 instead of being rounded', async (written) => {
    expect(errorLocations(await post(server, pet(written)))).toEqual(['body /categoryId']);
    expect((await server.call('/pets')).json).toEqual([]);
  });
});

describe('a 64-bit integer in a path', () => {
  test('when no animal has it, then it is a 404, and out of range a 400', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt(MIN * 2n, MAX * 2n), async (id) => {
        const reply = await server.call(`/pets/${id}`);
        if (inRange(id)) expect(reply.status).toBe(404);
        else expect(errorLocations(reply)).toEqual(['path /petId']);
      }),
      { numRuns: 100, examples: [[MIN], [MAX], [MIN - 1n], [MAX + 1n]] },
    );
  });
});

describe('a 64-bit integer in a list', () => {
  test('when it is the id of an order, then it is listed exactly', async () => {
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
      const text = (await fetchAllPages(server, `/store/orders?limit=${limit}`)).map(
        (page) => page.text,
      );
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
  ])('when it is as large as %s, then it is a 400 that names it', async (limit) => {
    expect(errorLocations(await server.call(`/pets?limit=${limit}`))).toEqual(['query /limit']);
  });
});
