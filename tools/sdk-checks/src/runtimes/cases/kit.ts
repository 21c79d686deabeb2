// The other entries of the package: validators, the mock, options of TanStack Query.
import { type Case, connect, rejection, takes } from './case.ts';

export const KIT: Readonly<Record<string, Case>> = {
  'schemas: the same faults as the server': {
    async run(context) {
      const { NewPetSchema, toIssues } = context.schemas;
      const pet = { name: '', categoryId: 1 };
      const { issues } = NewPetSchema['~standard'].validate(pet);
      const error = await rejection(connect(context).createPet(pet));
      if (!(error instanceof context.sdk.ApiError)) throw error;
      const isSame = JSON.stringify(issues) === JSON.stringify(toIssues(error.details));
      return [issues?.map(({ path, code }) => [path, code]), isSame];
    },
    expected: [[[['name'], 'min_length']], true],
  },
  'mock: creation, pages and faults': {
    async run(context) {
      const mock = context.testing.createMockFetch({ pets: [{ name: 'Rex', categoryId: 1 }] });
      const store = connect(context, { fetch: mock, clock: mock.clock });
      await store.createPet({ name: 'Big', categoryId: 9007199254740993n });
      const seen: string[] = [];
      for await (const { name, categoryId } of store.listPets.all({ limit: 1 }))
        seen.push(`${name} ${categoryId}`);
      const error = await rejection(store.createPet({ name: '', categoryId: 1 }));
      return [...seen, error.name];
    },
    expected: ['Rex 1', 'Big 9007199254740993', 'InvalidRequestError'],
  },
  'mock: waits that take no time': {
    async run(context) {
      const mock = context.testing.createMockFetch({ quota: { perMinute: 1, perDay: 10 } });
      const store = connect(context, { fetch: mock, clock: mock.clock });
      mock.failNext({ operation: 'listPets', status: 503, times: 2 });
      return takes(0, 20_000, async () => {
        await store.listPets();
        await store.listPets();
      });
    },
    expected: 'in time',
  },
  'tanstack-query: key and page': {
    async run(context) {
      const store = connect(context);
      const { queryKey } = context.tanstackQuery.getPetOptions(store, { petId: 5n });
      const { queryFn } = context.tanstackQuery.listPetsOptions(store, { limit: 1 });
      const page = await queryFn({ signal: new AbortController().signal });
      return [queryKey.slice(1), Object.keys(structuredClone(page))];
    },
    expected: [
      ['getPet', { petId: '5' }],
      ['items', 'nextCursor'],
    ],
  },
};
