// Batches that share a statement or a transaction. If one fails, each item runs alone, so that only bad ones fail.
import { Batcher } from '../../lib/batcher.js';
import { StorageUnavailableError } from '../../model.js';
import { isRowLockTimeout } from './pool/postgres-errors.js';

export function createFallbackBatcher<Item, Result>(
  alone: (item: Item) => Promise<Result>,
  together: (items: readonly Item[]) => Promise<Result[]>,
  options?: { holdMs: number },
): Batcher<Item, Result> {
  return new Batcher(async (items) => {
    if (items.length === 1) return [await alone(items[0])];
    try {
      return await together(items);
    } catch (error) {
      if (error instanceof StorageUnavailableError && !isRowLockTimeout(error)) throw error;
      return items.map(alone);
    }
  }, options);
}
