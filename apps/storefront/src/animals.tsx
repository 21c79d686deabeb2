// Animals of the store: an endless list with a filter.
import type { Params, PetStatus } from '@animal-store/sdk';
import { listPetsInfiniteOptions } from '@animal-store/sdk/tanstack-query';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from './failure.js';
import { MoreButton } from './more-button.js';
import { useSession } from './session.js';

/** An enum value that the contract gets does not compile without its label. */
export const STATUS_LABELS: Readonly<Record<PetStatus, string>> = {
  available: 'Available',
  pending: 'Pending',
  sold: 'Sold',
};
const FILTERS = [['', 'All'], ...Object.entries(STATUS_LABELS)] as const;

export function Animals() {
  const { store } = useSession();
  const [status, setStatus] = useState('');
  const params: Params<'listPets'> = { limit: 24, ...(isStatus(status) && { status }) };
  const query = useInfiniteQuery({
    ...listPetsInfiniteOptions(store, params),
    placeholderData: keepPreviousData,
  });
  const isLoading = query.isPending || query.isPlaceholderData;
  const animals = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-labelledby="animals-heading" className="animals">
      <div className="heading">
        <h1 id="animals-heading">Animals</h1>
        <fieldset className="filter">
          <legend className="hidden">Show</legend>
          {FILTERS.map(([value, label]) => (
            <label key={value}>
              <input
                type="radio"
                name="status"
                checked={value === status}
                onChange={() => setStatus(value)}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <p role="status" className="note">
        {isLoading && 'Loading the animals …'}
        {query.isSuccess && !isLoading && countText(animals.length, query.hasNextPage)}
      </p>
      <ul className="cards" aria-busy={isLoading}>
        {animals.map(({ id, name, categoryId, status: animalStatus }) => (
          <li key={id} className="card">
            <h2>{name}</h2>
            <p className="note">Category {categoryId}</p>
            <p className={`status ${animalStatus ?? 'unknown'}`}>
              {animalStatus ? STATUS_LABELS[animalStatus] : 'No status'}
            </p>
          </li>
        ))}
      </ul>
      <Failure error={query.error} onRetry={() => void query.refetch()} />
      {!isLoading && <MoreButton query={query}>More animals</MoreButton>}
    </section>
  );
}

function isStatus(value: string): value is PetStatus {
  return value in STATUS_LABELS;
}

function countText(count: number, hasMore: boolean): string {
  if (count === 0) return 'There are none.';
  return `${count} ${count === 1 ? 'animal' : 'animals'}${hasMore ? ', and more below' : ''}`;
}
