// Lists of animals, and the mutation that adds one to them.
import type { NewPet, PetStatus } from '@animal-store/sdk';
import {
  createPetMutation,
  listPetsInfiniteOptions,
  listPetsQueryKey,
} from '@animal-store/sdk/tanstack-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Pet, Store } from './store.js';

/** Id of an animal that is being added. */
export const DRAFT_ID = 'draft';

/** @param status Of all animals in the list. */
export function petListOptions(store: Store, status: PetStatus | undefined) {
  return listPetsInfiniteOptions(store, { limit: 12, status });
}

/** The lists have the animal at once, and lose it again if the call fails. */
export function useAddPet(store: Store, idempotencyKey: string) {
  const queryClient = useQueryClient();
  const queryKey = listPetsQueryKey(store);

  /** Puts an animal in front of the lists that it is in, in place of its draft, or nothing. */
  function replaceDraft(status: PetStatus | undefined, ...pets: Pet[]): void {
    for (const list of new Set([status, undefined]))
      queryClient.setQueryData(petListOptions(store, list).queryKey, (data) => {
        const [first, ...others] = data?.pages ?? [];
        if (!data || !first) return data;
        const items = [...pets, ...first.items.filter(({ id }) => id !== DRAFT_ID)];
        return { ...data, pages: [{ ...first, items }, ...others] };
      });
  }

  return useMutation({
    ...createPetMutation(store, { idempotencyKey }),
    async onMutate(pet: NewPet) {
      // A fetch that has begun would overwrite the draft. The first fetch of a list goes on: there is no draft in it yet.
      await queryClient.cancelQueries({
        queryKey,
        predicate: ({ state }) => state.data !== undefined,
      });
      replaceDraft(pet.status, { ...pet, categoryId: String(pet.categoryId), id: DRAFT_ID });
    },
    onSuccess: (pet) => replaceDraft(pet.status, pet),
    onError: (_error, pet) => replaceDraft(pet.status),
    // Lists are fetched again when they are next opened. The one on the page has the animal: no request is needed.
    onSettled: () => queryClient.invalidateQueries({ queryKey, refetchType: 'none' }),
  });
}
