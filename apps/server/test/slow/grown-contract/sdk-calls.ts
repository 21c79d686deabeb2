// Calls of the SDK that is built from the grown contract, each construct in a request and a reply; prints what differs. What a
// server or a client refuses: support/grown-contract and the SDK's own tests. Compiled and run in a copy of the workspace.
import { deepStrictEqual } from 'node:assert';
import {
  AnimalStore,
  type Category,
  type GrowthAnimal,
  type GrowthNumber,
  type PageData,
  type Params,
  type Pet,
} from '@animal-store/sdk';
import { coerceStrings, GrowthAnimalSchema } from '@animal-store/sdk/schemas';
import { echoNoteMutation, listNumbersInfiniteOptions } from '@animal-store/sdk/tanstack-query';
import { createMockFetch } from '@animal-store/sdk/testing';

const [, , baseUrl = '', apiKey = ''] = process.argv;
const store = new AnimalStore({ baseUrl, apiKey });

type Case = readonly [name: string, call: () => Promise<unknown>, wanted: unknown];

/** Above 2^53. */
const BIG = 9007199254740993n;
const MAX = 9223372036854775807n;
const CAT: GrowthAnimal = { kind: 'cat', lives: 9, mood: 'calm' };
const DOG: GrowthAnimal = { kind: 'puppy', trainedBy: BIG };
const TOY: GrowthAnimal = { ...CAT, toy: { toyType: 'GrowthBall', radius: 0.5 } };
const ACCOUNT = { name: 'a', password: 'correct horse' };
const SAVED = { id: BIG, name: 'a', createdAt: '2026-11-20T10:00:00Z' };
const BIRDS: Category = { id: 8, name: 'Birds' };

/** A call that resolves to the value that it is given. */
const same = <Value>(
  name: string,
  call: (value: Value) => Promise<unknown>,
  value: Value,
): Case => [name, () => call(value), value];
const inQuery = async (params: Params<'echoLists'>) => (await store.echoLists(params)).query;
const inValues = async (params: Params<'echoValues'>) => (await store.echoValues(params)).query;
const inHeaders = async (params: Params<'echoHeaders'>) =>
  (await store.echoHeaders(params)).headers;
const inPath = async (params: Params<'echoPath'>) => (await store.echoPath(params)).path;
const inTimePath = async (params: Params<'echoTimePath'>) =>
  (await store.echoTimePath(params)).path;

/** What the edits of the contract's values and the recipes have changed. */
const EDITS: readonly Case[] = [
  [
    'a page size',
    async () => {
      await store.listPets({ limit: 99 });
      return store.listPets({ limit: 100 }).catch(({ details: [detail] }) => detail.message);
    },
    'must be at most 99',
  ],
  ['a quota', async () => (await fetch(`${baseUrl}/pets`)).headers.get('X-RateLimit-Limit'), '5'],
  [
    'a status and a property',
    async () => {
      const birthDate = '2020-02-29';
      const rex: Pet = await store.createPet({
        name: 'Rex',
        categoryId: 1,
        status: 'missing',
        birthDate,
      });
      await store.createPet({ name: 'Tom', categoryId: 1, status: 'sold' });
      const { items } = await store.listPets({ status: 'missing' });
      deepStrictEqual(items, [rex]);
      return [rex.status, rex.birthDate];
    },
    ['missing', '2020-02-29'],
  ],
  ['an operation', async () => (await store.getAccount()).plan satisfies string, 'business'],
];

/** Parameters and bodies of every type, in each place. */
const ECHOES: readonly Case[] = [
  same('lists in a query', inQuery, {
    ids: [1, MAX, -MAX],
    joinedIds: [BIG, 1],
    status: ['sold', 'pending'],
    sizes: [3, 1],
    tags: ['a,b', '', 'ü&='],
    joinedTags: ['a,b', 'c d+'],
    prices: [1e-7, -1],
    flags: [true],
    days: ['2024-02-29'],
    sort: ['name'],
  }),
  [
    'lists without items',
    () => inQuery({ tags: [], joinedTags: [] }),
    { joinedTags: [], sort: ['name', 'id'] },
  ],
  same('values in a query', inValues, {
    ...{ flag: false, price: -1.5e-7, whole: -5, id: MAX, maybeRatio: 0, page: 2, verbose: true },
    ...{ day: '2024-02-29', since: '2026-11-20T10:00:00+01:00' },
    ...{ size: 3, untypedSize: 20, only: 'yes-please', maybeSize: 2 },
    ...{ maybeId: BIG, maybeText: 'null', maybeFlag: false },
  }),
  same('null in a query', inValues, {
    ...{ maybeText: null, maybeId: null, maybeStatus: null, maybeRatio: null },
    ...{ maybeSize: null, maybeFlag: null, page: 2, verbose: true },
  }),
  same('a path', inPath, { id: MAX, flag: true, size: 2, day: '2024-02-29' }),
  same('a time in a path', inTimePath, { price: 1e-7, time: '2026-11-20T10:00:00+01:00' }),
  same('headers', inHeaders, {
    ...{ 'X-Tenant': MAX, 'X-Flag': false, 'X-Ratio': 0.25, 'X-Status': 'sold', 'X-Level': 1 },
    ...{ 'X-Ids': [1, BIG], 'X-Tags': ['a b', 'é'], 'X-Maybe': null, 'X-Sort': ['name'] },
  }),
  [
    'one name in several places',
    () => store.moveItem({ path: { id: 1 }, query: { name: 'q' }, body: { id: BIG, name: 'b' } }),
    { query: { name: 'q' }, path: { id: 1 }, headers: {}, body: { id: BIG, name: 'b' } },
  ],
  [
    'unique names in several places',
    () => store.labelItem({ id: MAX, notify: false, 'X-Tenant': 5, label: 'a' }),
    {
      query: { notify: false },
      path: { id: MAX },
      headers: { 'X-Tenant': 5 },
      body: { label: 'a' },
    },
  ],
  ['null', () => store.echoNothing({ body: null }), null],
  ['an int64', () => store.echoId({ body: MAX }), MAX],
  ['nested lists', () => store.echoMatrix({ body: [[BIG, null], []] }), [[BIG, null], []]],
  ['text', () => store.echoText({ body: '' }), ''],
  ['false', () => store.echoFlag({ body: false }), false],
  same('null in properties', store.echoNullable, { note: null, count: null, parent: BIG }),
  ['no body', () => store.echoNote(), { isSent: false }],
  [
    'a merge patch',
    () => store.updateAccount({ accountId: 1, nickname: null, managerId: BIG }),
    { nickname: null, managerId: BIG },
  ],
  same('branches of a union', store.echoShelter, {
    animals: [TOY, DOG],
    byName: { a: DOG },
    boss: null,
  }),
  same('constants', store.echoEvent, { event: 'gift', price: MAX }),
  ['several types', () => store.echoContact({ body: 'a@b.example' }), 'a@b.example'],
  ['alternatives', () => store.echoStep({ body: 3 }), 3],
  same('allOf', store.echoComposed, { name: 'a', nickname: 'b', size: 2 }),
  ['a map', () => store.echoMap({ body: { a: [BIG] } }), { a: [BIG] }],
  same('keywords', store.echoKeywords, { pair: ['a', MAX], version: 2 }),
  [
    'defaults',
    () => store.echoSettings({ nested: { isOn: true }, items: [{}] }),
    {
      ...{ color: 'red', size: 'small', limit: 5, tags: ['a', 'b'] },
      nested: { isOn: true, until: null },
      items: [{ weight: 0.5 }],
    },
  ],
];

let isLost = true;
/** Loses the first response. */
const unreliable = new AnimalStore({
  baseUrl,
  apiKey,
  async fetch(input, init) {
    const response = await fetch(input, init);
    if (!isLost) return response;
    isLost = false;
    throw new TypeError('the connection was lost');
  },
});
let birds = BIRDS;
const names = async () => {
  const found: string[] = [];
  for await (const { name } of store.listCategories.all({ limit: 1 })) found.push(name);
  return found;
};

/** Calls that create, update and delete, in this order, and their replies. */
const STORED: readonly Case[] = [
  [
    'one of several replies, with its headers',
    async () => {
      const { status, data, response } = await store.createAccount(ACCOUNT).withResponse();
      return [status === 201 && data, response.headers.get('X-Account-Version')];
    },
    [SAVED, '1'],
  ],
  [
    'another one',
    async () => {
      const later = store.createAccount({ ...ACCOUNT, name: 'later' });
      const { status, data } = await later.withResponse();
      return status === 202 && data.state;
    },
    'queued',
  ],
  ['no content', () => store.deleteAccount({ accountId: MAX }), undefined],
  [
    'a retry after a lost response',
    async () => {
      birds = await unreliable.createCategory({ name: 'Birds' });
      return [birds.name, isLost, await names()];
    },
    ['Birds', false, ['Fish', 'Birds']],
  ],
  [
    'update',
    async () => {
      const changes = { categoryId: birds.id, name: 'Bats', description: 'b' };
      const changed = await store.updateCategory(changes);
      deepStrictEqual(await store.getCategory({ categoryId: birds.id }), changed);
      return [changed.name, changed.description, await names()];
    },
    ['Bats', 'b', ['Fish', 'Bats']],
  ],
  ['delete', () => store.deleteCategory({ categoryId: birds.id }), undefined],
  [
    'get what is deleted',
    () => store.getCategory({ categoryId: birds.id }).catch(({ name }) => name),
    'NotFoundError',
  ],
];

const strings = new AnimalStore({ baseUrl, apiKey, int64: 'string' });
const mock = createMockFetch({ categories: [{ id: 7, name: 'Fish' }] });
const mocked = new AnimalStore({ baseUrl, apiKey, fetch: mock, clock: mock.clock });
const { signal } = new AbortController();
/** The other entries of the package, and integers as strings. */
const ENTRIES: readonly Case[] = [
  [
    'strings in a union',
    () => strings.echoShelter({ animals: [{ kind: 'puppy', trainedBy: `${BIG}` }], byName: {} }),
    { animals: [{ kind: 'puppy', trainedBy: `${BIG}` }], byName: {} },
  ],
  [
    'strings in one of several replies',
    async () => {
      const reply = await strings.createAccount(ACCOUNT).withResponse();
      return reply.status === 201 && (reply.data.id satisfies string);
    },
    `${BIG}`,
  ],
  [
    'an infinite query',
    async () => {
      const options = listNumbersInfiniteOptions(store, { limit: 2, ids: [1, 2n, 3] });
      const first: PageData<GrowthNumber> = await options.queryFn({ signal, pageParam: null });
      const pageParam = options.getNextPageParam(first) ?? null;
      const second = await options.queryFn({ signal, pageParam });
      return [...first.items, ...second.items];
    },
    [{ id: 1 }, { id: 2 }, { id: 3 }],
  ],
  ['a mutation', () => echoNoteMutation(store).mutationFn(), { isSent: false }],
  [
    'a form of a union',
    async () => coerceStrings(GrowthAnimalSchema)['~standard'].validate({ ...CAT, lives: '9' }),
    { value: CAT },
  ],
  [
    'the mock of a resource',
    async () => {
      const added = await mocked.createCategory({ name: 'Birds' });
      return [
        await mocked.getCategory({ categoryId: 8 }),
        (await mocked.listCategories()).items,
        added,
      ];
    },
    [BIRDS, [{ id: 7, name: 'Fish' }, BIRDS], BIRDS],
  ],
  ['the mock has a sample', () => mocked.deleteAccount({ accountId: 1 }), undefined],
];

const ALL = [...EDITS, ...ECHOES, ...STORED, ...ENTRIES];
for (const [name, call, wanted] of ALL)
  await call()
    .then((got) => deepStrictEqual(got, wanted))
    .catch((error: unknown) => console.log(`${name}: ${error}`));
console.log(`${ALL.length} calls`);
