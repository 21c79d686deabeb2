// Calls that must not compile, and types of results. They are never made.
import type {
  AnimalStore,
  GrowthAccount,
  GrowthAnimal,
  Int64AsString,
  Params,
} from '@animal-store/sdk';
import type { FormValues } from '@animal-store/sdk/schemas';
import { echoIdsMutation, getCategoryOptions } from '@animal-store/sdk/tanstack-query';

declare const store: AnimalStore;
const ACCOUNT = { name: 'a', password: 'correct horse' };
const CAT: GrowthAnimal = { kind: 'cat', lives: 9, toy: { toyType: 'GrowthBall', radius: 0.5 } };
const DOG: GrowthAnimal = { kind: 'puppy', trainedBy: 1n };

export async function parameters(): Promise<void> {
  // @ts-expect-error not a list
  await store.echoLists({ ids: 1 });
  // @ts-expect-error not a status
  await store.echoLists({ status: ['nope'] });
  // @ts-expect-error not nullable
  await store.echoValues({ flag: null });
  // @ts-expect-error not a number
  await store.echoValues({ price: '0x10' });
  // @ts-expect-error not a size
  await store.echoValues({ size: 4 });
  // @ts-expect-error not a boolean
  await store.echoHeaders({ 'X-Flag': 'true' });
  // @ts-expect-error X-Tenant is required
  await store.echoRequired({ ids: [1], joined: [] });
  // @ts-expect-error the argument is required
  await store.echoRequired();
  // @ts-expect-error it takes parts
  await store.moveItem({ id: 1, name: 'b' });
  // @ts-expect-error the path has an id
  await store.moveItem({ body: { id: 1 } });
}

/** Arguments of calls that sdk-calls.ts makes without types. */
export const ARGUMENTS = [
  { ids: [1, 2n], status: ['sold'], sizes: [3], sort: ['name'] } satisfies Params<'echoLists'>,
  { maybeId: null, maybeStatus: null, only: 'yes-please' } satisfies Params<'echoValues'>,
  { 'X-Tenant': 1n, 'X-Level': 1, 'X-Maybe': null } satisfies Params<'echoHeaders'>,
  { id: 1n, flag: true, size: 2, day: '2024-02-29' } satisfies Params<'echoPath'>,
  { path: { id: 1n }, query: { name: 'q' }, body: { id: 1 } } satisfies Params<'moveItem'>,
  { id: 1n, notify: false, 'X-Tenant': 5, label: 'a' } satisfies Params<'labelItem'>,
  { body: [[1n, null], []] } satisfies Params<'echoMatrix'>,
  { note: null, count: null, parent: 1n, level: 2 } satisfies Params<'echoNullable'>,
  { accountId: 1, nickname: null, managerId: 1n } satisfies Params<'updateAccount'>,
  { animals: [CAT, DOG], byName: { a: DOG }, boss: null } satisfies Params<'echoShelter'>,
  { event: 'gift', price: 1n } satisfies Params<'echoEvent'>,
  { name: 'a', nickname: 'b', size: 2 } satisfies Params<'echoComposed'>,
  { settings: { a: 1, c: 'b' }, version: 2 } satisfies Params<'echoKeywords'>,
  { nested: { isOn: true }, items: [{}] } satisfies Params<'echoSettings'>,
  { body: { a: [1n] } } satisfies Params<'echoMap'>,
];

export async function bodies(): Promise<void> {
  (await store.echoCat({ kind: 'cat', lives: 1 })) satisfies GrowthAnimal; // of another file
  // @ts-expect-error it is required
  await store.echoIds({});
  // @ts-expect-error not nullable
  await store.echoText({ body: null });
  // @ts-expect-error a cat is not trained
  await store.echoAnimal({ kind: 'cat', lives: 9, trainedBy: 1 });
  // @ts-expect-error not the constant
  await store.echoKeywords({ version: 1 });
  // @ts-expect-error required in a request
  await store.createAccount({ name: 'a' });
  // @ts-expect-error not an integer
  await store.deleteAccount({ accountId: '1' });
  // @ts-expect-error the client sends it
  await store.createCategory({ name: 'a', 'Idempotency-Key': 'k' });
  // @ts-expect-error the contract has no such field
  (await store.getAccount()).owner;
  // @ts-expect-error the id is in the path
  await store.updateCategory({ name: 'a' });
}

export async function results(account: GrowthAccount): Promise<void> {
  const text: Int64AsString<GrowthAccount> = { ...account, id: '1' };
  text.id satisfies string;
  // @ts-expect-error read-only, from a variable too
  await store.createAccount({ ...account, password: 'correct horse' });
  const reply = await store.createAccount(ACCOUNT).withResponse();
  if (reply.status === 201) reply.data satisfies GrowthAccount;
  if (reply.status === 202) reply.data.state satisfies string;
  // @ts-expect-error not one of the statuses
  if (reply.status === 204) reply.data;
}

export async function otherEntries(): Promise<void> {
  // @ts-expect-error the id is required
  getCategoryOptions(store);
  // @ts-expect-error the body is required
  await echoIdsMutation(store).mutationFn({});
  const form = { accountId: '', name: '', nickname: '', managerId: '' };
  form satisfies FormValues<Params<'updateAccount'>>;
}
