// Membership of the nodes that share one Redis: each sends a heartbeat every two seconds.
import { randomUUID } from 'node:crypto';
import { type Client, isReply } from './redis-connection.js';

const HEARTBEAT_INTERVAL_MS = 2_000;
/** A node is removed after three missed heartbeats. */
const EXPIRE_MS = 3 * HEARTBEAT_INTERVAL_MS;
/** The heartbeats of one minute. A Redis that lost its data contains a node again only after the node's next heartbeat. */
const MAX_SIZES = 30;

/**
 * KEYS[1]: a sorted set of node ids by their last heartbeat. ARGV: this node's id, and EXPIRE_MS. Returns the number of
 * nodes.
 */
const HEARTBEAT_SCRIPT = `
local id, expireMs = ARGV[1], tonumber(ARGV[2])
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], string.format('%.0f', nowMs), id)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('(%.0f', nowMs - expireMs))
redis.call('ZREMRANGEBYSCORE', KEYS[1], string.format('(%.0f', nowMs + expireMs), '+inf')
redis.call('PEXPIRE', KEYS[1], 2 * expireMs)
return redis.call('ZCARD', KEYS[1])
`;

/** The key of the nodes that know each other. @param namespace The product's name. */
export function membersKeyOf(namespace: string): string {
  return `${namespace}:nodes`;
}

export class Membership {
  readonly id = randomUUID();
  readonly #client: Client;
  readonly #key: string;
  /** The number of nodes at the last heartbeats, the latest first. */
  #sizes: number[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param key Of the nodes that know each other. */
  constructor(client: Client, key: string) {
    this.#client = client;
    this.#key = key;
  }

  /** The largest recent number of nodes. A number too high makes shares smaller; one too low would admit too much. */
  get size(): number {
    return Math.max(1, ...this.#sizes);
  }

  /** The ids of all nodes; undefined while Redis is unreachable. @throws the error that Redis replies with. */
  async list(): Promise<string[] | undefined> {
    return this.#client.zrange(this.#key, '0', '-1').catch((error: unknown) => {
      if (isReply(error)) throw error;
      return undefined;
    });
  }

  /** Sends the first heartbeat, and then one every two seconds. @throws what Redis or the connection reports. */
  async join(): Promise<void> {
    await this.heartbeat();
    this.#timer = setInterval(() => {
      this.heartbeat().catch(() => {}); // the circuit breaker detects the outage
    }, HEARTBEAT_INTERVAL_MS).unref();
  }

  async heartbeat(): Promise<void> {
    const size = await this.#client.eval(HEARTBEAT_SCRIPT, 1, this.#key, this.id, EXPIRE_MS);
    this.#sizes = [Number(size), ...this.#sizes].slice(0, MAX_SIZES);
  }

  /** Stops the heartbeats of this process. */
  stop(): void {
    clearInterval(this.#timer);
  }

  async leave(): Promise<void> {
    await this.#client.zrem(this.#key, this.id);
  }
}
