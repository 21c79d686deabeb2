// Type tests: what TanStack Query's functions infer from the SDK's options. Checked by `tsc`, never run.
import type { AnimalStore, Int64, Pet } from '@animal-store/sdk';
import {
  createPetMutation,
  getPetOptions,
  listPetsInfiniteOptions,
  listPetsOptions,
  listPetsQueryKey,
} from '@animal-store/sdk/tanstack-query';
import {
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';

declare const numbers: AnimalStore;
declare const strings: AnimalStore<'string'>;
declare const queryClient: QueryClient;

export function useTypes(): void {
  useQuery(getPetOptions(numbers, { petId: 1n })).data?.id satisfies Int64 | undefined;
  useQuery(getPetOptions(strings, { petId: '1' })).data?.id satisfies string | undefined;
  useSuspenseQuery(getPetOptions(numbers, { petId: 1 })).data satisfies Pet;
  useSuspenseQuery(listPetsOptions(numbers)).data.items[0] satisfies Pet | undefined;
  useQuery({ ...listPetsOptions(strings), select: ({ items }) => items.length }).data satisfies
    | number
    | undefined;
  const { data, fetchNextPage } = useInfiniteQuery(listPetsInfiniteOptions(numbers, { limit: 5 }));
  data?.pages[0]?.items[0] satisfies Pet | undefined;
  void fetchNextPage();
  const { pages } = useSuspenseInfiniteQuery(listPetsInfiniteOptions(strings)).data;
  pages[0]?.items[0]?.id satisfies string | undefined;
  // @ts-expect-error an id is no number
  pages[0]?.items[0]?.id satisfies number | undefined;

  const { mutate } = useMutation({
    ...createPetMutation(numbers),
    onSuccess: (pet, variables) => {
      pet satisfies Pet;
      variables.name satisfies string;
    },
  });
  mutate({ name: 'Rex', categoryId: 1 });
  // @ts-expect-error name is missing
  mutate({ categoryId: 1 });
  useMutation(createPetMutation(strings)).data?.id satisfies string | undefined;
  // @ts-expect-error petId is missing
  getPetOptions(numbers);
  // @ts-expect-error digits are for clients whose integers are strings
  getPetOptions(numbers, { petId: '1' });
}

export async function clientTypes(): Promise<void> {
  (await queryClient.fetchQuery(getPetOptions(numbers, { petId: 1 }))) satisfies Pet;
  const { pages } = await queryClient.fetchInfiniteQuery(listPetsInfiniteOptions(numbers));
  pages[0]?.items satisfies Pet[] | undefined;
  await queryClient.invalidateQueries({ queryKey: listPetsQueryKey(numbers) });
  const options = queryOptions(getPetOptions(numbers, { petId: 1 }));
  queryClient.getQueryData(options.queryKey) satisfies Pet | undefined;
}
