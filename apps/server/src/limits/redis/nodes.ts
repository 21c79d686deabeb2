// Owns the number of nodes that share Redis: each says every two seconds that it is there.
import { randomUUID } from 'node:crypto';
import type { Client } from './connect.js';

export const NODES_KEY = 'animal-store:nodes';
const BEAT_MS = 2_000;
/** Who missed three is gone. */
const FORGET_MS = 3 * BEAT_MS;
/** A minute of beats. A Redis that has lost everything hears of each node only with its next one. */
const BEATS = 30;

/** KEYS: the nodes, by when they were last there. ARGV: this one, and when to forget others. Returns how many there are, and whether this one is new. */
const JOIN_SCRIPT = `
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
local forgetMs = tonumber(ARGV[2])
local isNew = redis.call('ZADD', KEYS[1], string.format('%.0f', nowMs), ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('(%.0f', nowMs - forgetMs))
redis.call('ZREMRANGEBYSCORE', KEYS[1], string.format('(%.0f', nowMs + forgetMs), '+inf')
redis.call('PEXPIRE', KEYS[1], 2 * forgetMs)
return { redis.call('ZCARD', KEYS[1]), isNew }
`;

export class Nodes {
  readonly id = randomUUID();
  readonly #client: Client;
  /** What the last beats found, the latest first. */
  #counts: number[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  /** The most there were of late: a node too many costs quota while Redis is away, one too few gives away too much. */
  get count(): number {
    return Math.max(1, ...this.#counts);
  }

  async join(): Promise<void> {
    await this.#beat();
  }

  /** @param onForgotten Called when Redis does not know this node any more: it may have lost everything. */
  stay(onForgotten: () => void): void {
    this.#timer = setInterval(() => {
      this.#beat().then(
        (isNew) => isNew && onForgotten(),
        () => {}, // whoever counts a request notices, too
      );
    }, BEAT_MS).unref();
  }

  /** From now on this process says nothing more; `leave` says that it is gone. */
  stop(): void {
    clearInterval(this.#timer);
  }

  async leave(): Promise<void> {
    await this.#client.zrem(NODES_KEY, this.id);
  }

  async #beat(): Promise<boolean> {
    const reply = await this.#client.eval(JOIN_SCRIPT, 1, NODES_KEY, this.id, FORGET_MS);
    const [count, isNew] = Array.isArray(reply) ? reply.map(Number) : [];
    this.#counts = [count ?? 1, ...this.#counts].slice(0, BEATS);
    return isNew === 1;
  }
}
