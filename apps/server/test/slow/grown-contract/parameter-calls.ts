// Calls with parameters of every type, in each place.
import type { Params } from '@animal-store/sdk';
import { BIG, type Cases, MAX, notSent, refused, same, store } from './sdk-case.js';

/** What the handler received, without the default of `sort`. */
async function lists(params: Params<'echoLists'>) {
  const { sort, ...query } = (await store.echoLists(params)).query;
  return query;
}

/** What the handler received. Parameters that have defaults are given. */
async function values(params: Params<'echoValues'>) {
  const defaults = { page: 2, verbose: true, maybeRatio: 1 };
  const { page, verbose, ...query } = (await store.echoValues({ ...defaults, ...params })).query;
  return query;
}

async function headers(params: Params<'echoHeaders'>) {
  const {
    'X-Level': level,
    'X-Sort': sort,
    ...received
  } = (await store.echoHeaders(params)).headers;
  return received;
}

export const PARAMETER_CALLS: Cases = {
  'lists in a query': [
    same('int64', lists, { ids: [1, MAX, -MAX], joinedIds: [BIG, 1] }),
    same('enums', lists, { status: ['sold', 'pending'], sizes: [3, 1] }),
    same('strings', lists, { tags: ['a,b', '', 'ü&='], joinedTags: ['a,b', 'c d+'] }),
    same('numbers, booleans, dates', lists, {
      prices: [1e-7, -1],
      flags: [true],
      days: ['2024-02-29'],
    }),
    ['no items', () => lists({ tags: [], joinedTags: [] }), { joinedTags: [] }],
    ['a default', async () => (await store.echoLists()).query, { sort: ['name', 'id'] }],
    ['a rounded item', () => lists({ ids: [2 ** 53] }), notSent('ids[0] must be')],
    ['65 bits', () => lists({ joinedIds: [MAX + 1n] }), notSent('joinedIds[0] must be')],
    // @ts-expect-error not a list
    ['no list', () => lists({ ids: 1 }), notSent('ids must be an array')],
    // @ts-expect-error not a status
    ['an unknown item', () => lists({ status: ['lost'] }), refused('/status/0 enum')],
    ['too few items', () => lists({ sort: [] }), refused('/sort min_items')],
  ],
  'booleans, numbers, dates, enums, null in a query': [
    same('booleans, numbers', values, {
      flag: false,
      price: -1.5e-7,
      whole: -5,
      id: MAX,
      maybeRatio: 0,
    }),
    same('dates', values, { day: '2024-02-29', since: '2026-11-20T10:00:00+01:00', maybeRatio: 1 }),
    same('enums', values, {
      size: 3,
      untypedSize: 20,
      only: 'yes-please',
      maybeSize: 2,
      maybeRatio: 1,
    }),
    same('null', values, { maybeText: null, maybeId: null, maybeStatus: null, maybeRatio: null }),
    same('null of other types', values, { maybeSize: null, maybeFlag: null, maybeRatio: null }),
    same('no null', values, { maybeId: BIG, maybeText: 'null', maybeFlag: false, maybeRatio: 1 }),
    same('a path', async (params: Params<'echoPath'>) => (await store.echoPath(params)).path, {
      id: MAX,
      flag: true,
      size: 2,
      day: '2024-02-29',
    }),
    same(
      'a time in a path',
      async (params: Params<'echoTimePath'>) => (await store.echoTimePath(params)).path,
      {
        price: 1e-7,
        time: '2026-11-20T10:00:00+01:00',
      },
    ),
    ['an infinity', () => values({ price: 1 / 0 }), notSent('price must be a finite number')],
    // @ts-expect-error not nullable
    ['null for a boolean', () => values({ flag: null }), notSent('flag must not be null')],
    // @ts-expect-error not a number
    ['a hexadecimal number', () => values({ price: '0x10' }), notSent('price must be a')],
    // @ts-expect-error not a size
    ['no member of an enum', () => values({ size: 4 }), refused('/size enum')],
    ['no date', () => values({ day: '2026-02-30' }), refused('/day format')],
  ],
  headers: [
    same('values', headers, {
      'X-Tenant': MAX,
      'X-Flag': false,
      'X-Ratio': 0.25,
      'X-Status': 'sold',
    }),
    same('lists', headers, { 'X-Ids': [1, BIG], 'X-Tags': ['a b', 'é'] }),
    same('null', headers, { 'X-Maybe': null }),
    same('no items', headers, { 'X-Ids': [] }),
    ['an item with a comma', () => headers({ 'X-Tags': ['a,b'] }), notSent('X-Tags must not have')],
    // @ts-expect-error not a boolean
    ['a word', () => headers({ 'X-Flag': 'true' }), notSent('X-Flag must be a boolean')],
    ['above the maximum', () => headers({ 'X-Ratio': 1 }), refused('/X-Ratio exclusive_maximum')],
    // @ts-expect-error X-Tenant is required
    ['none', () => store.echoRequired({ ids: [1], joined: [] }), notSent('X-Tenant is required')],
  ],
  'one name in several places': [
    [
      'in parts',
      () => store.moveItem({ path: { id: 1 }, query: { name: 'q' }, body: { id: BIG, name: 'b' } }),
      { query: { name: 'q' }, path: { id: 1 }, headers: {}, body: { id: BIG, name: 'b' } },
    ],
    [
      'flat where names are unique',
      () => store.labelItem({ id: MAX, notify: false, 'X-Tenant': 5, label: 'a' }),
      {
        query: { notify: false },
        path: { id: MAX },
        headers: { 'X-Tenant': 5 },
        body: { label: 'a' },
      },
    ],
    // @ts-expect-error it takes parts
    ['flat', () => store.moveItem({ id: 1, name: 'b' }), notSent('id must be in path')],
    // @ts-expect-error the path has an id
    ['a missing part', () => store.moveItem({ body: { id: 1 } }), notSent('path.id is required')],
    [
      'empty',
      () => store.labelItem({ id: 1, 'X-Tenant': 5, label: '' }),
      refused('/label min_length'),
    ],
  ],
};
