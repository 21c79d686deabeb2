// Page for a test, built without a client.
import type { Page } from '../client/types.js';
import { createApiPromise } from '../response/api-promise.js';
import { FetchedPage } from '../response/pagination.js';

/**
 * A page as a list method resolves with it. Without a cursor it is the last one.
 * @param nextCursor For a component that asks whether more follows. `next` rejects: there is no service to fetch from.
 */
export function pageOf<Item>(items: readonly Item[], nextCursor?: string): Page<Item> {
  const next = () =>
    createApiPromise<Page<Item>>(
      Promise.reject(new Error(`pageOf builds no page after "${nextCursor}"`)),
    );
  return new FetchedPage([...items], nextCursor, next, new Headers());
}
