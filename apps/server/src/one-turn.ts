// Owns what many requests ask for in one turn of the event loop: gathered until its end, and then done for all of them at
// once. Whoever asks later is too late, so that everybody's answer was made after they had asked.

interface Asked<Item, Result> {
  items: Item[];
  settles: { resolve(result: Result | Promise<Result>): void; reject(reason: unknown): void }[];
}

export class OneTurn<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>;
  #asked = new Map<string, Asked<Item, Result>>();

  /** @param work Answers each item at its place, at once or later. What it throws itself, everybody hears. */
  constructor(work: (items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>) {
    this.#work = work;
  }

  /** @param name Of what can be done at once: what has another name is done apart. */
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
