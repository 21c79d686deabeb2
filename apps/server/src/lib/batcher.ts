// Batcher: collects the items of one turn of the event loop and processes them together at its end.
//
// Calls made after the flush go into the next batch. So the work on an item always starts after the item was added.
//
// This is not dataloader: there a batch belongs to a loader, and one loader for each batch key would have to be created
// and dropped. p-queue limits concurrency and does not batch.

/** At least one item. */
type Items<Item> = readonly [Item, ...Item[]];
type Work<Item, Result> = (items: Items<Item>) => Promise<readonly (Result | Promise<Result>)[]>;

interface Batch<Item, Result> {
  items: [Item, ...Item[]];
  callbacks: { resolve(result: Result | Promise<Result>): void; reject(reason: unknown): void }[];
}

export class Batcher<Item, Result> {
  readonly #work: Work<Item, Result>;
  #batches = new Map<string, Batch<Item, Result>>();

  /**
   * @param work Processes a batch. Returns one result for each item, in the same order; a result may be a promise. If
   * `work` rejects, every item of the batch rejects with the same reason.
   */
  constructor(work: Work<Item, Result>) {
    this.#work = work;
  }

  /** @param key The batch key: only items with the same key are processed together. */
  add(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#batches.size === 0) setImmediate(() => this.#flush());
      const batch = this.#batches.get(key);
      if (batch === undefined) {
        this.#batches.set(key, { items: [item], callbacks: [{ resolve, reject }] });
      } else {
        batch.items.push(item);
        batch.callbacks.push({ resolve, reject });
      }
    });
  }

  #flush(): void {
    const batches = this.#batches;
    this.#batches = new Map();
    for (const { items, callbacks } of batches.values()) {
      this.#work(items).then(
        (results) => {
          for (const [index, { resolve, reject }] of callbacks.entries()) {
            const result = results[index];
            if (result === undefined)
              reject(new Error('the batch returned no result for this item'));
            else resolve(result);
          }
        },
        (reason: unknown) => {
          for (const { reject } of callbacks) reject(reason);
        },
      );
    }
  }
}
