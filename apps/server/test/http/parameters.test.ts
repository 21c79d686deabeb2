// Parameters of every type, of which slow/grown-contract/constructs.test.ts has the cases: any values, many items, and listings that they filter.
import fc from 'fast-check';
import { parse } from 'lossless-json';
import { expectError } from '../support/expect-error.js';
import { growContract } from '../support/grown-contract/grow-contract.js';
import { grownHandlers } from '../support/grown-contract/handlers.js';
import { parseNumber, sendCase } from '../support/grown-contract/http-cases.js';
import type { StartOptions } from '../support/start-server.js';
import { useSharedServer } from '../support/use-server.js';
import { fetchAllPages, idsOf, nextOf, withServer } from './operations/helpers.js';

const BIG = '9007199254740993';
const GROWN: StartOptions = {
  edit: (contract) => growContract(contract),
  handlers: grownHandlers,
};

const server = useSharedServer(GROWN);
const getRaw = (target: string, headers: readonly string[] = [], from = server) =>
  sendCase(from, { request: `GET ${target}`, headers });

interface Echo {
  query: Record<string, unknown>;
  path: Record<string, unknown>;
  headers: Record<string, unknown>;
}
/** What the handler received. @throws unless the reply is a 200. */
async function echo(target: string, headers: readonly string[] = []): Promise<Echo> {
  const { status, text } = await getRaw(target, headers);
  if (status !== 200) throw new Error(`${target.slice(0, 200)}: ${status} ${text}`);
  return parse(text, undefined, { parseNumber }) as Echo;
}

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

const flag = fc.boolean();
const query = (path: string) => async (values: Values) =>
  (await echo(`${path}?${toQuery(values)}`)).query;
const token = fc.stringMatching(/^[\x21-\x2b\x2d-\x7e]{1,10}$/); // no comma, no white space

test.each<[string, (values: Values) => Promise<Values>, fc.Arbitrary<Values>]>([
  [
    'lists in a query',
    query('/growth/lists'),
    fc.record(
      {
        ids: listOf(int64),
        joinedIds: fc.array(int64, { maxLength: 8 }),
        tags: listOf(text),
        joinedTags: listOf(text.filter((item) => item !== '')),
        flags: fc.array(flag, { maxLength: 5 }),
        prices: listOf(number),
        days: listOf(day),
        sort: fc.uniqueArray(fc.constantFrom('id', 'name', 'status'), { minLength: 1 }),
      },
      { requiredKeys: [] },
    ),
  ],
  [
    'single values in a query',
    query('/growth/values'),
    fc.record(
      {
        text,
        flag,
        price: number.filter((value) => value >= -1_000_000),
        whole: fc.maxSafeInteger(),
        id: int64,
        day,
        maybeText: fc.option(text.filter((value) => value !== '')),
        maybeId: fc.option(int64),
        maybeSize: fc.constantFrom(1, 2, null),
        maybeFlag: fc.option(flag),
        maybeRatio: fc.option(number),
      },
      { requiredKeys: [] },
    ),
  ],
  [
    'values in a path',
    async (values) => (await echo(`/growth/paths/${Object.values(values).join('/')}`)).path,
    fc.record({ id: int64, flag, size: fc.constantFrom(1, 2), day }),
  ],
  [
    'values in headers',
    async (values) => {
      const lines = Object.entries(values).map(([name, value]) => `${name}: ${value ?? ''}`);
      return (await echo('/growth/headers', lines)).headers;
    },
    fc.record({
      'X-Tenant': int64,
      'X-Flag': flag,
      'X-Ids': fc.array(int64, { maxLength: 8 }),
      'X-Tags': fc.array(token, { maxLength: 3 }),
      'X-Maybe': fc.option(fc.maxSafeInteger()),
    }),
  ],
])('when a request has any %s, then the handler gets them', async (_, received, records) => {
  await fc.assert(
    fc.asyncProperty(records, async (values) => {
      expect(await received(values)).toMatchObject(values);
    }),
    { numRuns: 125 },
  );
});

test('when a header has other characters than ASCII, then the handler gets them as Latin-1', async () => {
  const { text } = await server.call('/growth/headers', { headers: { 'X-Tags': 'é,ÿ' } });
  expect(JSON.parse(text).headers['X-Tags']).toEqual(['é', 'ÿ']);
});

test('when a list has many items, then the handler gets all; beyond the size of headers it is a 431', async () => {
  const ids = Array.from({ length: 2_500 }, (_, index) => index);
  const some = ids.slice(0, 1_500);
  const repeated = await echo(`/growth/lists?${some.map((id) => `ids=${id}`).join('&')}`);
  expect(repeated.query.ids).toEqual(some);
  const joined = await echo(`/growth/lists?joinedIds=${ids.join(',')}`);
  expect(joined.query.joinedIds).toEqual(ids);
  const { status } = await getRaw(`/growth/lists?joinedIds=${'1,'.repeat(10_000)}1`);
  expect(status).toBe(431);
});

test('when a handler changes a list, then it is an error, because requests share it', () =>
  withServer(
    {
      ...GROWN,
      handlers: {
        ...grownHandlers,
        echoLists: async ({ query }: { query: { sort: string[] } }) => {
          query.sort.push('id');
          return { status: 200, body: { query, path: {}, headers: {} } };
        },
      },
    },
    async (changing) => {
      for (const target of ['/growth/lists', '/growth/lists?sort=name'])
        expect((await getRaw(target, [], changing)).status).toBe(500);
    },
  ));

test.each<[string, number[]]>([
  ['', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['ids=2&ids=4&ids=9', [2, 4, 9]],
  [`ids=2&ids=${BIG}&ids=4&ids=9`, [2, 4, 9]],
  ['isOdd=true', [1, 3, 5, 7, 9]],
  ['isOdd=', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['above=6', [7, 8, 9]],
  ['tags=a%2Cb,c%20d&isOdd=false&above=-9223372036854775808', [2, 4, 6, 8]],
  ['tags=', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
])('when the filter is %s, then the next links lead through all its pages', async (filter, ids) => {
  const pages = await fetchAllPages(server, `/growth/pages?limit=2&${filter}`);
  expect(idsOf(...pages)).toEqual(ids);
  for (const page of pages.slice(0, -1)) {
    const link = new URLSearchParams(nextOf(page)?.split('?')[1]);
    const sent = [...new URLSearchParams(filter)].sort();
    const repeated = [...link].filter(([name]) => name !== 'limit' && name !== 'cursor').sort();
    expect(repeated).toEqual(sent);
  }
});

test('when items have commas, then the link keeps them apart from those between items', async () => {
  const page = await server.call('/growth/pages?limit=2&tags=a%2Cb,c');
  expect(nextOf(page)).toMatch(/^\/growth\/pages\?tags=a%2Cb,c&limit=2&cursor=/);
});

test.each([
  ['ids=1&ids=2&ids=3', 'ids=1&ids=2'],
  ['ids=1&ids=2&ids=3', 'ids=3&ids=2&ids=1'],
  ['tags=a,b', 'tags=a%2Cb'],
  ['tags=a,b', 'tags='],
  ['isOdd=', ''],
  [`above=-${BIG}`, 'above=-9007199254740992'],
])('when the cursor of %s is used with %s, then it is a 400', async (filter, other) => {
  const next = nextOf(await server.call(`/growth/pages?limit=1&${filter}`)) ?? '';
  const cursor = new URLSearchParams(next.split('?')[1]).get('cursor');
  const reply = await server.call(`/growth/pages?limit=1&${other}&cursor=${cursor}`);
  expectError(reply, 400, 'invalid_request', ['query /cursor']);
});
