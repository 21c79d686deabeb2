// Type tests of the SDK for the fixture contract: checked by `tsc` in the fixture's tree, never run.
import type {
  AnimalStore,
  Int64,
  Int64AsString,
  Page,
  PageData,
  Params,
  Thing,
} from '@animal-store/sdk';
import {
  type FormValues,
  PutAnimalBodySchema,
  SetTagsBodySchema,
  ThingSchema,
} from '@animal-store/sdk/schemas';
import {
  deleteThingMutation,
  getReadyOptions,
  listThingsInfiniteOptions,
  listThingsOptions,
  listThingsQueryKey,
  pingMutation,
  searchThingsInfiniteOptions,
  setTagsMutation,
} from '@animal-store/sdk/tanstack-query';

declare const store: AnimalStore;
declare const int64: Int64;

export async function parameters(): Promise<void> {
  const page: Page<Thing> = await store.listThings({
    ids: [1, 2n, int64],
    tags: ['a'],
    isNew: true,
    ratio: 0.5,
    since: '2026-11-20',
    level: 2,
    owner: null,
    'X-Tenant': 'north',
  });
  await page.next?.();
  for await (const { id } of store.listThings.all({ 'X-Tenant': 'north' })) id satisfies Int64;
  // @ts-expect-error X-Tenant is required
  await store.listThings({ isNew: true });
  // @ts-expect-error the argument is required too
  await store.listThings();
  // @ts-expect-error not a boolean
  await store.listThings({ 'X-Tenant': 'north', isNew: 'true' });
  // @ts-expect-error not a level
  await store.listThings({ 'X-Tenant': 'north', level: 3 });
  // @ts-expect-error not a list
  await store.listThings({ 'X-Tenant': 'north', ids: 1 });
  // @ts-expect-error not nullable
  await store.listThings({ 'X-Tenant': 'north', ratio: null });
}

export async function directions(): Promise<void> {
  const thing: Thing = await store.createThing({ name: 'a', password: 'b', note: null, ids: [5n] });
  thing.id satisfies Int64;
  thing.owner satisfies Int64 | null | undefined;
  // @ts-expect-error id is read-only
  await store.createThing({ id: 1, name: 'a', password: 'b' });
  // @ts-expect-error id is read-only, from a variable too
  await store.createThing({ ...thing, password: 'b' });
  // @ts-expect-error password is required in a request
  await store.createThing({ name: 'a' });
  // @ts-expect-error password is write-only
  thing.password;
  // @ts-expect-error the client sends Idempotency-Key itself
  await store.createThing({ name: 'a', password: 'b', 'Idempotency-Key': 'x' });
}

export async function parts(): Promise<void> {
  await store.renameThing({ path: { id: 1 }, body: { id: 2n } });
  await store.renameThing({ path: { id: 1 }, query: { notify: true }, body: { id: 2n } });
  // @ts-expect-error id in the path is missing
  await store.renameThing({ body: { id: 2n } });
  // @ts-expect-error the body is missing
  await store.renameThing({ path: { id: 1 } });
  // @ts-expect-error not flat
  await store.renameThing({ id: 1 });
  // @ts-expect-error it has no headers
  await store.renameThing({ path: { id: 1 }, headers: {}, body: { id: 2n } });
  await store.setTags({ path: { id: 1 }, body: ['a'] });
  await store.setNote({ body: null });
  await store.setNote({ body: 'text' });
  await store.setPrices({ body: { anything: 5n } });
  // @ts-expect-error not a string
  await store.setTags({ path: { id: 1 }, body: [1] });
  // @ts-expect-error the body is required, although it may be null
  await store.setNote({});
}

export async function bodies(): Promise<void> {
  await store.patchThing({ id: 1, note: null, owner: 5n });
  await store.patchThing({ id: 1 });
  await store.ping();
  await store.ping({ text: 'a' });
  (await store.deleteThing({ id: 1n })) satisfies undefined;
  await store.replaceThing({ id: 1n, name: 'a', password: 'b' });
  await store.putAnimal({ id: 1, kind: 'cat', lives: 9 });
  await store.putAnimal({ id: 1, kind: 'dog', tricks: [] });
  // @ts-expect-error a cat has no tricks
  await store.putAnimal({ id: 1, kind: 'cat', lives: 9, tricks: [] });
  // @ts-expect-error a dog has tricks
  await store.putAnimal({ id: 1, kind: 'dog' });
  // @ts-expect-error text is not nullable
  await store.ping({ text: null });
}

export async function statuses(): Promise<void> {
  const renamed = await store.renameThing({ path: { id: 1 }, body: { id: 2 } });
  renamed satisfies Thing | { job: string } | undefined;
  // @ts-expect-error it may be undefined
  renamed.name;
  const reply = await store.renameThing({ path: { id: 1 }, body: { id: 2 } }).withResponse();
  if (reply.status === 202) reply.data.job satisfies string;
  else if (reply.status === 200) reply.data.name satisfies string;
  else reply.data satisfies undefined;
  // @ts-expect-error not one of the statuses
  if (reply.status === 201) reply.data;
  const { data, status } = await store.getThing({ id: 1 }).withResponse();
  data satisfies Thing;
  status satisfies number;
}

const flat: Params<'patchThing'> = { id: 1, note: 'x' };
const structured: Params<'setTags'> = { path: { id: 1 }, body: [] };
export const params = [flat, structured];

export async function tanstackQuery(signal: AbortSignal, pageParam: string): Promise<void> {
  const page = await listThingsOptions(store, { 'X-Tenant': 'north' }).queryFn({ signal });
  page satisfies PageData<Thing>;
  listThingsQueryKey(store);
  // @ts-expect-error X-Tenant is required
  listThingsInfiniteOptions(store);
  const query = { status: 'a' };
  const structured = searchThingsInfiniteOptions(store, { path: { status: 'x' }, query });
  (await structured.queryFn({ signal, pageParam })) satisfies PageData<Thing>;
  (await getReadyOptions(store).queryFn({ signal })) satisfies null;
  await pingMutation(store).mutationFn();
  await pingMutation(store).mutationFn({ text: 'a' });
  (await deleteThingMutation(store).mutationFn({ id: 1n })) satisfies undefined;
  await setTagsMutation(store).mutationFn({ path: { id: 1 }, body: ['a'] });
  // @ts-expect-error the body is required
  await setTagsMutation(store).mutationFn({ path: { id: 1 } });
}

declare const strings: AnimalStore<'string'>;

export async function stringIds(): Promise<void> {
  const thing: Int64AsString<Thing> = await strings.getThing({ id: '1' });
  thing.id satisfies string;
  thing.owner satisfies string | null | undefined;
  thing.ids satisfies string[] | undefined;
  await strings.listThings({ ids: ['1', 2n], owner: '5', 'X-Tenant': 'north' });
  await strings.setPrices({ body: { a: '5' } });
  await strings.renameThing({ path: { id: '1' }, body: { id: thing.id } });
  // @ts-expect-error a level is no 64-bit integer
  await strings.listThings({ 'X-Tenant': 'north', level: '2' });
  const reply = await strings.renameThing({ path: { id: '1' }, body: { id: 2 } }).withResponse();
  if (reply.status === 200) reply.data.id satisfies string;
}

export function schemas(): void {
  const thing = ThingSchema['~standard'].validate({});
  if (!thing.issues) void store.createThing(thing.value);
  const tags = SetTagsBodySchema['~standard'].validate([]);
  if (!tags.issues) void store.setTags({ path: { id: 1 }, body: tags.value });
  const animal = PutAnimalBodySchema['~standard'].validate({});
  if (!animal.issues) animal.value.kind satisfies 'cat' | 'dog';
  const form = { name: '', password: '', note: '', owner: '', nick: '', ids: [''] };
  form satisfies FormValues<Parameters<typeof store.createThing>[0]>;
}
