// Batcher: collects the items of one turn of the event loop and processes them together at its end.
//
// Calls made after the flush go into the next batch. So the work on an item always starts after the item was added.

/** At least one item. */
type Items<Item> = readonly [Item, ...Item[]];
type Work<Item, Result> = (items: Items<Item>) => Promise<readonly (Result | Promise<Result>)[]>;

interface Batch<Item, Result> {
  items: [Item, ...Item[]];
  settles: { resolve(result: Result | Promise<Result>): void; reject(reason: unknown): void }[];
}

export class Batcher<Item, Result> {
  readonly #work: Work<Item, Result>;
  #asked = new Map<string, Batch<Item, Result>>();

  /**
   * @param work Processes a batch. Returns one result for each item, in the same order; a result may be a promise. If
   * `work` rejects, every item of the batch rejects with the same reason.
   */
  constructor(work: Work<Item, Result>) {
    this.#work = work;
  }

  /** @param name The batch key: only items with the same name are processed together. */
  ask(name: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#asked.size === 0) setImmediate(() => this.#end());
      const asked = this.#asked.get(name);
      if (asked === undefined) {
        this.#asked.set(name, { items: [item], settles: [{ resolve, reject }] });
      } else {
        asked.items.push(item);
        asked.settles.push({ resolve, reject });
      }
    });
  }

  #end(): void {
    const all = this.#asked;
    this.#asked = new Map();
    for (const { items, settles } of all.values()) {
      this.#work(items).then(
        (results) => {
          for (const [place, { resolve, reject }] of settles.entries()) {
            const result = results[place];
            if (result === undefined) reject(new Error('asked for and not answered'));
            else resolve(result);
          }
        },
        (reason: unknown) => {
          for (const { reject } of settles) reject(reason);
        },
      );
    }
  }
}
