// Write load: clients that post animals as fast as possible, and a record of what was acknowledged.
import { Agent, request } from 'node:http';

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Acknowledged animals, across restarts of the server. */
export class AcknowledgedWrites {
  /** Names by id. */
  readonly acknowledged = new Map<number, string>();
  /** Ids that were acknowledged for two animals. */
  readonly duplicateIds: number[] = [];
  /** Count of each status. */
  readonly statusCounts = new Map<number, number>();

  readonly #first = new Map<number, () => void>();

  /** Resolves at the first response with this status. */
  waitForStatus(status: number): Promise<void> {
    if (this.statusCounts.has(status)) return Promise.resolve();
    return new Promise((resolve) => this.#first.set(status, resolve));
  }

  record(name: string, { status, text }: Reply): void {
    this.statusCounts.set(status, (this.statusCounts.get(status) ?? 0) + 1);
    this.#first.get(status)?.();
    if (status !== 201) return;
    const pet: { id: number; name: string } = JSON.parse(text);
    if (pet.name !== name) throw new Error(`${name} was answered with ${text}`);
    if (this.acknowledged.has(pet.id)) this.duplicateIds.push(pet.id);
    this.acknowledged.set(pet.id, name);
  }

  /** Acknowledged animals that are missing in `stored` or have another name there. */
  missingFrom(stored: ReadonlyMap<number, string>): string[] {
    return [...this.acknowledged]
      .filter(([id, name]) => stored.get(id) !== name)
      .map(([id, name]) => `${id} ${name}`);
  }
}

export interface WriteLoad {
  /** Resolves after that many more animals were acknowledged. Rejects if the writers end before. */
  waitForWrites(count: number): Promise<void>;
  /** Resolves when all writers have completed their last request. */
  stop(): Promise<void>;
  /** Resolves when all writers have ended for any reason. */
  ended: Promise<void>;
}

export interface WriteLoadOptions {
  /** Includes the base path. */
  url: string;
  key: string;
  count: number;
  writes: AcknowledgedWrites;
  /** Prefix of the animals' names. */
  prefix?: string;
}

/** Each writer runs until it is stopped or its connection breaks. Responses other than 201 do not stop it. */
export function startWriteLoad({
  url,
  key,
  count,
  writes,
  prefix = 'pet',
}: WriteLoadOptions): WriteLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  let isStopped = false;
  let acknowledged = 0;
  let wake = () => {};

  async function write(writer: number): Promise<void> {
    for (let turn = 0; !isStopped; turn += 1) {
      const name = `${prefix}-${writer}-${turn}.`; // the dot ensures that no name is a prefix of another
      const reply = await postPet(url, key, name, { agent }).catch(() => undefined);
      if (reply === undefined) return;
      writes.record(name, reply);
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
    async waitForWrites(wanted) {
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

/** Posts an animal. Rejects if the connection breaks before the response is complete. */
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
