// Calls of the SDK that is built from the grown contract, each construct in a request and a reply; prints what differs. What a
// server or a client refuses: support/grown-contract and the SDK's own tests. Compiled and run in a copy of the workspace.
import { deepStrictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import {
  AnimalStore,
  type Category,
  type GrowthAnimal,
  type GrowthNumber,
  type OperationId,
  type PageData,
  type Pet,
} from '@animal-store/sdk';
import { coerceStrings, GrowthAnimalSchema } from '@animal-store/sdk/schemas';
import { echoNoteMutation, listNumbersInfiniteOptions } from '@animal-store/sdk/tanstack-query';
import { createMockFetch } from '@animal-store/sdk/testing';
import { parse } from 'lossless-json';

const [, , baseUrl = '', apiKey = ''] = process.argv;
const store = new AnimalStore({ baseUrl, apiKey });

type Case = readonly [name: string, call: () => Promise<unknown>, wanted: unknown];

/** Above 2^53. */
const BIG = 9007199254740993n;
const CAT: GrowthAnimal = { kind: 'cat', lives: 9, mood: 'calm' };
const ACCOUNT = { name: 'a', password: 'correct horse' };
const SAVED = { id: BIG, name: 'a', createdAt: '2026-11-20T10:00:00Z' };
const BIRDS: Category = { id: 8, name: 'Birds' };

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
      const missing = { status: 'missing', birthDate: '2020-02-29' } as const;
      const rex: Pet = await store.createPet({ name: 'Rex', categoryId: 1, ...missing });
      await store.createPet({ name: 'Tom', categoryId: 1, status: 'sold' });
      const { items } = await store.listPets({ status: 'missing' });
      deepStrictEqual(items, [rex]);
      return [rex.status, rex.birthDate];
    },
    ['missing', '2020-02-29'],
  ],
  ['an operation', async () => (await store.getAccount()).plan satisfies string, 'business'],
];

interface Request {
  name: string;
  id: OperationId;
  argument?: object;
  result?: unknown;
}
/** Of sdk-requests.ts. */
const REQUESTS = parse(readFileSync('requests.json', 'utf8'), undefined, {
  parseNumber: (text) =>
    Number.isSafeInteger(Number(text)) || !/^-?\d+$/.test(text) ? Number(text) : BigInt(text),
}) as readonly Request[];
const ECHOES = REQUESTS.map(({ name, id, argument, result }): Case => {
  const call = store[id] as (argument?: object) => Promise<unknown>;
  return [name, () => call(argument), result];
});

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
const names = async () => {
  const found: string[] = [];
  for await (const { name } of store.listCategories.all({ limit: 1 })) found.push(name);
  return found;
};

/** Calls that create. */
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
    'a retry after a lost response',
    async () => {
      await unreliable.createCategory({ name: 'Birds' });
      return [isLost, await names()];
    },
    [false, ['Fish', 'Birds']],
  ],
];

const strings = new AnimalStore({ baseUrl, apiKey, int64: 'string' });
const FISH = { id: 7, name: 'Fish' };
const mock = createMockFetch({
  categories: [FISH],
  handlers: { deleteAccount: () => ({ status: 204 }) },
});
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
      const read = await mocked.getCategory({ categoryId: 8 });
      const { items } = await mocked.listCategories();
      const replaced = await mocked.updateCategory({ categoryId: 8, name: 'Cats' });
      await mocked.deleteCategory({ categoryId: 8 });
      const lost = await mocked.getCategory({ categoryId: 8 }).catch(({ status }) => status);
      return [added, read, items, replaced, lost, await mocked.createCategory({ name: 'Dogs' })];
    },
    [BIRDS, BIRDS, [FISH, BIRDS], { id: 8, name: 'Cats' }, 404, { id: 9, name: 'Dogs' }],
  ],
  ['a handler of the mock', () => mocked.deleteAccount({ accountId: 1 }), undefined],
];

const ALL = [...EDITS, ...ECHOES, ...STORED, ...ENTRIES];
for (const [name, call, wanted] of ALL)
  await call()
    .then((got) => deepStrictEqual(got, wanted))
    .catch((error: unknown) => console.log(`${name}: ${error}`));
console.log(`${ALL.length} calls`);
