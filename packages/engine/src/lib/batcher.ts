// Batcher: collects the items of one turn of the event loop and processes them together at its end.
//
// Calls made after the flush go into the next batch. So the work on an item always starts after the item was added.
//
// With `holdMs`, a batch is also held back while the batch before it is processed, and grows meanwhile. So the more items
// there are, the more of them share the work. Work that takes longer than that no longer holds back the next batch.
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
  readonly #holdMs: number;
  #batches = new Map<string, Batch<Item, Result>>();
  /** By key: the batch that holds back the next one. */
  readonly #held = new Map<string, Batch<Item, Result>>();
  #isFlushScheduled = false;

  /**
   * @param work Processes a batch. Returns one result for each item, in the same order; a result may be a promise. If
   * `work` rejects, every item of the batch rejects with the same reason.
   * @param options.holdMs How long a batch holds back the next one with its key at most. By default it does not.
   */
  constructor(work: Work<Item, Result>, { holdMs = 0 }: { holdMs?: number } = {}) {
    this.#work = work;
    this.#holdMs = holdMs;
  }

  /** @param key The batch key: only items with the same key are processed together. */
  add(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#flushSoon();
      const batch = this.#batches.get(key);
      if (batch === undefined) {
        this.#batches.set(key, { items: [item], callbacks: [{ resolve, reject }] });
      } else {
        batch.items.push(item);
        batch.callbacks.push({ resolve, reject });
      }
    });
  }

  #flushSoon(): void {
    if (this.#isFlushScheduled) return;
    this.#isFlushScheduled = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#isFlushScheduled = false;
    const batches = this.#batches;
    this.#batches = new Map();
    for (const [key, batch] of batches) {
      if (this.#held.has(key)) this.#batches.set(key, batch);
      else this.#process(key, batch);
    }
  }

  #process(key: string, batch: Batch<Item, Result>): void {
    const { items, callbacks } = batch;
    const release = this.#hold(key, batch);
    this.#work(items)
      .then(
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
      )
      .finally(release);
  }

  /** @returns a call that ends the hold. */
  #hold(key: string, batch: Batch<Item, Result>): () => void {
    if (this.#holdMs === 0) return () => {};
    const release = () => {
      clearTimeout(timer);
      if (this.#held.get(key) !== batch) return; // a later one holds back
      this.#held.delete(key);
      if (this.#batches.has(key)) this.#flushSoon();
    };
    const timer = setTimeout(release, this.#holdMs);
    this.#held.set(key, batch);
    return release;
  }
}
