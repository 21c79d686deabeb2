// List of animals: a filter, and more pages on demand.
import { PET_STATUSES, type PetStatus } from '@animal-store/sdk';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DRAFT_ID, petListOptions } from './pets.js';
import { errorText, type Pet, type Store } from './store.js';

export const PetList = ({ store }: { store: Store }) => {
  const [status, setStatus] = useState<PetStatus>();
  const { data, error, isFetching, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({ ...petListOptions(store, status), placeholderData: keepPreviousData });
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  // An animal that was just added stands first, and once more on the last page.
  const pets = [...new Map(items.map((pet) => [pet.id, pet])).values()];
  const unit = pets.length === 1 ? 'animal' : 'animals';
  const count = data && `${pets.length} ${unit}${hasNextPage ? ', and more' : ''}`;
  const load = error && !isFetchNextPageError ? refetch : fetchNextPage;
  return (
    <section aria-labelledby="animals">
      <header>
        <h2 id="animals">Animals</h2>
        <label>
          Show{' '}
          <select
            value={status ?? ''}
            onChange={({ target }) => setStatus(PET_STATUSES.find((name) => name === target.value))}
          >
            <option value="">all</option>
            {PET_STATUSES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </header>
      <small role="status">{isFetching ? 'Loading …' : count}</small>
      <ul aria-busy={isFetching}>
        {pets.map((pet) => (
          <PetCard key={pet.id} pet={pet} />
        ))}
      </ul>
      <p role="alert" className="error">
        {error && errorText(error)}
      </p>
      {(error || hasNextPage) && (
        <button type="button" aria-disabled={isFetching} onClick={() => !isFetching && load()}>
          {error ? 'Try again' : 'More'}
        </button>
      )}
    </section>
  );
};

const PetCard = ({ pet: { id, name, categoryId, status } }: { pet: Pet }) => {
  const isDraft = id === DRAFT_ID;
  return (
    <li aria-busy={isDraft}>
      <h3>{name}</h3>
      <small>Category {categoryId}</small>
      <p>{isDraft ? 'Adding …' : (status ?? 'unknown')}</p>
    </li>
  );
};
