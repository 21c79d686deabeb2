// Write load: clients that add animals as fast as possible, and a record of what was acknowledged.
import type { RawResponse } from '../support/raw-connection.js';

/** Adds an animal. Rejects if there is no response. */
type AddAnimal = (name: string) => Promise<{ status: number; id?: number | bigint }>;

export class WriteLoad {
  /** Names by id. */
  readonly acknowledged = new Map<number, string>();
  /** Count of each status. */
  readonly statuses = new Map<number, number>();
  /** Why writers have ended. */
  readonly errors: unknown[] = [];
  /** Resolves when all writers have ended. */
  readonly ended: Promise<void>;
  #isStopped = false;
  #hasEnded = false;
  #wake = () => {};

  /** Each writer runs until it is stopped or gets no response. A refusal does not stop it. */
  constructor(writers: number, add: AddAnimal, prefix = 'pet') {
    const all = Array.from({ length: writers }, (_, writer) => this.#write(add, prefix, writer));
    this.ended = Promise.all(all).then(() => {
      this.#hasEnded = true;
      this.#wake();
    });
  }

  async #write(add: AddAnimal, prefix: string, writer: number): Promise<void> {
    for (let turn = 0; !this.#isStopped; turn += 1) {
      const name = `${prefix}-${writer}-${turn}`;
      try {
        const { status, id } = await add(name);
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
        if (this.acknowledged.has(Number(id))) throw new Error(`two animals got the id ${id}`);
        if (id !== undefined) this.acknowledged.set(Number(id), name);
      } catch (error) {
        this.errors.push(error);
        return;
      } finally {
        this.#wake();
      }
    }
  }

  /** Resolves after that many more animals were acknowledged. */
  waitForWrites(count: number): Promise<void> {
    const goal = this.acknowledged.size + count;
    return this.#until(() => this.acknowledged.size >= goal);
  }

  waitForStatus(status: number): Promise<void> {
    return this.#until(() => this.statuses.has(status));
  }

  async #until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (this.#hasEnded) throw new AggregateError(this.errors, 'the writers have ended');
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Resolves when all writers have completed their last request. */
  stop(): Promise<void> {
    this.#isStopped = true;
    return this.ended;
  }

  /** Acknowledged animals that are missing in `stored` or have another name there. */
  missingFrom(stored: ReadonlyMap<number, string>): string[] {
    return [...this.acknowledged.entries()]
      .filter(([id, name]) => stored.get(id) !== name)
      .map(([id, name]) => `${id} ${name}`);
  }
}

/** @param url Includes the base path. */
export function startWriteLoad(url: string, key: string, writers: number): WriteLoad {
  return new WriteLoad(writers, async (name) => {
    const { status, text } = await postPet(url, key, name);
    return status === 201 ? { status, id: JSON.parse(text).id } : { status };
  });
}

/** Posts an animal. Rejects if the connection breaks before the response is complete. */
export async function postPet(url: string, key: string, name: string): Promise<RawResponse> {
  const response = await fetch(`${url}/pets`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, categoryId: 1 }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
