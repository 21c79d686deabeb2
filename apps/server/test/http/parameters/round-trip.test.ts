// Every value that a parameter can have reaches the handler unchanged.
import fc from 'fast-check';
import { echo } from '../../support/growth/echo.js';
import { growContract } from '../../support/growth/grow-contract.js';
import { parameterHandlers } from '../../support/growth/parameter-handlers.js';
import { startServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    edit: (contract) => growContract(contract, 'parameters.yaml'),
    handlers: parameterHandlers,
  });
});
afterAll(() => server.close());

const int64 = fc
  .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  .map((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value));
/** Without large integers: `echo` reads those as bigints. */
const number = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value) => value + 0)
  .filter((value) => Number.isSafeInteger(value) || !/^-?\d+$/.test(String(value)));
const text = fc.string({ unit: 'grapheme', maxLength: 20 });
/** A date as OpenAPI has it: `2026-11-20`. */
const day = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const listOf = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 8 });

type Values = Readonly<Record<string, unknown>>;
const JOINED = new Set(['joinedIds', 'joinedTags', 'flags', 'days', 'sort']);

/** The query of a client that encodes each value as the contract says. */
function toQuery(values: Values): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => {
      const texts = [value].flat().map((item) => encodeURIComponent(String(item ?? '')));
      return (JOINED.has(name) ? [texts.join(',')] : texts).map((part) => `${name}=${part}`);
    })
    .join('&');
}

async function expectSame(path: string, records: fc.Arbitrary<Values>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(records, async (values) => {
      const { query } = await echo(server, `${path}?${toQuery(values)}`);
      expect(query).toMatchObject(values);
    }),
    { numRuns: 150 },
  );
}

test('lists in a query', () =>
  expectSame(
    '/growth/lists',
    fc.record(
      {
        ids: listOf(int64),
        joinedIds: fc.array(int64, { maxLength: 8 }),
        tags: listOf(text),
        joinedTags: listOf(text.filter((item) => item !== '')),
        flags: fc.array(fc.boolean(), { maxLength: 5 }),
        prices: listOf(number),
        days: listOf(day),
        sort: fc.uniqueArray(fc.constantFrom('id', 'name', 'status'), { minLength: 1 }),
      },
      { requiredKeys: [] },
    ),
  ));

test('single values in a query', () =>
  expectSame(
    '/growth/values',
    fc.record(
      {
        text,
        flag: fc.boolean(),
        price: number.filter((value) => value >= -1_000_000),
        whole: fc.maxSafeInteger(),
        id: int64,
        day,
        maybeText: fc.option(text.filter((value) => value !== '')),
        maybeId: fc.option(int64),
        maybeSize: fc.constantFrom(1, 2, null),
        maybeFlag: fc.option(fc.boolean()),
        maybeRatio: fc.option(number),
      },
      { requiredKeys: [] },
    ),
  ));

test('values in a path', async () => {
  const flag = fc.boolean();
  const record = fc.record({ id: int64, flag, size: fc.constantFrom(1, 2), day });
  await fc.assert(
    fc.asyncProperty(record, async (values) => {
      const path = Object.values(values).join('/');
      expect((await echo(server, `/growth/paths/${path}`)).path).toEqual(values);
    }),
    { numRuns: 100 },
  );
});

test('values in headers', async () => {
  const token = fc.stringMatching(/^[\x21-\x2b\x2d-\x7e]{1,10}$/); // no comma, no white space
  const record = fc.record({
    'X-Tenant': int64,
    'X-Flag': fc.boolean(),
    'X-Ids': fc.array(int64, { maxLength: 8 }),
    'X-Tags': fc.array(token, { maxLength: 3 }),
    'X-Maybe': fc.option(fc.maxSafeInteger()),
  });
  await fc.assert(
    fc.asyncProperty(record, async (values) => {
      const lines = Object.entries(values).map(([name, value]) => `${name}: ${value ?? ''}`);
      expect((await echo(server, '/growth/headers', lines)).headers).toMatchObject(values);
    }),
    { numRuns: 100 },
  );
});
