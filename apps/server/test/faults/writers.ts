// Clients that post animals as fast as they are answered, each on a connection of its own, and what they were promised.
import { Agent, request } from 'node:http';

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** What a server has acknowledged, over all its lives. */
export class Ledger {
  /** Names by identifier. */
  readonly acknowledged = new Map<number, string>();
  /** Identifiers that were acknowledged for two animals. */
  readonly givenTwice: number[] = [];
  /** How often each status was answered. */
  readonly statuses = new Map<number, number>();

  readonly #first = new Map<number, () => void>();

  /** Resolves when this status is answered for the first time. */
  answered(status: number): Promise<void> {
    if (this.statuses.has(status)) return Promise.resolve();
    return new Promise((resolve) => this.#first.set(status, resolve));
  }

  enter(name: string, { status, text }: Reply): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.#first.get(status)?.();
    if (status !== 201) return;
    const pet: { id: number; name: string } = JSON.parse(text);
    if (pet.name !== name) throw new Error(`${name} was answered with ${text}`);
    if (this.acknowledged.has(pet.id)) this.givenTwice.push(pet.id);
    this.acknowledged.set(pet.id, name);
  }

  /** The acknowledged animals that are not among `stored`, or not under their name. */
  missingFrom(stored: ReadonlyMap<number, string>): string[] {
    return [...this.acknowledged]
      .filter(([id, name]) => stored.get(id) !== name)
      .map(([id, name]) => `${id} ${name}`);
  }
}

export interface Writers {
  /** Resolves once so many more animals were acknowledged. Rejects if the writers end before. */
  acknowledge(count: number): Promise<void>;
  /** Lets each writer end its request; resolves when all have. */
  stop(): Promise<void>;
  /** Resolves when all have ended, for whichever reason. */
  ended: Promise<void>;
}

export interface WriterOptions {
  /** With the base path. */
  url: string;
  key: string;
  count: number;
  ledger: Ledger;
  /** What the names of their animals begin with. */
  prefix?: string;
}

/** Each writer goes on until it is stopped or its connection breaks; other replies than 201 do not end it. */
export function startWriters({ url, key, count, ledger, prefix = 'pet' }: WriterOptions): Writers {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  let isStopped = false;
  let acknowledged = 0;
  let wake = () => {};

  async function write(writer: number): Promise<void> {
    for (let turn = 0; !isStopped; turn += 1) {
      const name = `${prefix}-${writer}-${turn}.`; // the end is marked: no name is in another
      const reply = await postPet(url, key, name, { agent }).catch(() => undefined);
      if (reply === undefined) return;
      ledger.enter(name, reply);
      if (reply.status === 201) acknowledged += 1;
      wake();
    }
  }

  let hasEnded = false;
  const ended = writeAll();

  async function writeAll(): Promise<void> {
    try {
      await Promise.all(Array.from({ length: count }, (_, writer) => write(writer)));
    } finally {
      hasEnded = true;
      agent.destroy();
      wake();
    }
  }

  return {
    ended,
    async acknowledge(wanted) {
      const goal = acknowledged + wanted;
      while (acknowledged < goal) {
        if (hasEnded) throw new Error(`the writers ended after ${acknowledged} of ${goal}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    stop() {
      isStopped = true;
      return ended;
    },
  };
}

/** Posts one animal. Rejects if the connection breaks before the whole reply has come. */
export function postPet(
  url: string,
  key: string,
  name: string,
  { agent, headers = {} }: { agent?: Agent; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const body = JSON.stringify({ name, categoryId: 1 });
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/pets`, {
      method: 'POST',
      agent,
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        ...headers,
      },
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.end(body);
  });
}
