// Calls through the other entries of the package, and of a client whose integers are strings.
import {
  AnimalStore,
  type Category,
  type GrowthAccount,
  type GrowthNumber,
  type Int64AsString,
  type PageData,
  type Params,
} from '@animal-store/sdk';
import {
  coerceStrings,
  type FormValues,
  GrowthAccountPatchSchema,
  GrowthAnimalSchema,
} from '@animal-store/sdk/schemas';
import {
  createAccountMutation,
  deleteAccountMutation,
  echoIdsMutation,
  echoNoteMutation,
  getCategoryOptions,
  listNumbersInfiniteOptions,
  listNumbersQueryKey,
} from '@animal-store/sdk/tanstack-query';
import { createMockFetch } from '@animal-store/sdk/testing';
import { apiKey, BIG, baseUrl, type Cases, MAX, notSent, refused, store } from './sdk-case.js';

const strings = new AnimalStore({ baseUrl, apiKey, int64: 'string' });
const mock = createMockFetch({ categories: [{ id: 7, name: 'Fish' }] });
const mocked = new AnimalStore({ baseUrl, apiKey, fetch: mock, clock: mock.clock });
const { signal } = new AbortController();
const ACCOUNT = { name: 'a', password: 'correct horse' };
const BIRDS: Category = { id: 8, name: 'Birds' };

export const ENTRY_CALLS: Cases = {
  'other entries, integers as strings': [
    [
      'strings in a list',
      async (): Promise<string[]> => strings.echoIds({ body: ['1', BIG, 3] }),
      ['1', `${BIG}`, '3'],
    ],
    [
      'strings in parts',
      async () => {
        const { path, body } = await strings.moveItem({
          path: { id: '1' },
          body: { id: `${MAX}` },
        });
        return [path, body];
      },
      [{ id: 1 }, { id: MAX }],
    ],
    [
      'strings in a nullable and a union',
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
    // @ts-expect-error a page size has no 64 bits
    ['a smaller integer', () => strings.listNumbers({ limit: '2' }), notSent('limit must be')],
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
    ['a key', async () => listNumbersQueryKey(store).slice(1), ['listNumbers', {}]],
    ['a mutation', () => deleteAccountMutation(store).mutationFn({ accountId: 1n }), undefined],
    ['no variables', () => echoNoteMutation(store).mutationFn(), { isSent: false }],
    // @ts-expect-error the body is required
    ['no body', () => echoIdsMutation(store).mutationFn({}), notSent('body is required')],
    [
      'a form of nullable fields',
      async () => validate(GrowthAccountPatchSchema, { nickname: '5', managerId: `${BIG}` }),
      { value: { nickname: '5', managerId: BIG } },
    ],
    [
      'a form of a union',
      async () => validate(GrowthAnimalSchema, { kind: 'cat', lives: '9', mood: 'calm' }),
      { value: { kind: 'cat', lives: 9, mood: 'calm' } },
    ],
    ['the mock creates', () => mocked.createCategory({ name: 'Birds' }), BIRDS],
    ['the mock finds it', () => mocked.getCategory({ categoryId: 8 }), BIRDS],
    [
      'the mock lists it',
      async () => (await mocked.listCategories()).items,
      [{ id: 7, name: 'Fish' }, BIRDS],
    ],
    ['the mock has a sample', () => mocked.deleteAccount({ accountId: 1 }), undefined],
    ['the mock refuses', () => mocked.echoMap({ body: { a: [MAX + 1n] } }), refused('/a/0 format')],
  ],
};

function validate(schema: Parameters<typeof coerceStrings>[0], form: unknown): unknown {
  return coerceStrings(schema)['~standard'].validate(form);
}

/** Never called. */
export async function types(account: GrowthAccount): Promise<void> {
  const text: Int64AsString<GrowthAccount> = { ...account, id: '1' };
  text.id satisfies string;
  // @ts-expect-error write-only
  account.password;
  // @ts-expect-error read-only, from a variable too
  await store.createAccount({ ...account, password: 'correct horse' });
  // @ts-expect-error the argument is required
  await store.echoRequired();
  const reply = await store.createAccount(ACCOUNT).withResponse();
  // @ts-expect-error not one of the statuses
  if (reply.status === 204) reply.data;
  // @ts-expect-error the id is required
  getCategoryOptions(store);
  // @ts-expect-error the password is required
  await createAccountMutation(store).mutationFn({ name: 'a' });
  const form = { accountId: '', name: '', nickname: '', managerId: '' };
  form satisfies FormValues<Params<'updateAccount'>>;
}
