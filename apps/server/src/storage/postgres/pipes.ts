// Owns connections that requests share. Each query is sent as it comes, behind those that are under way, and PostgreSQL
// answers them in order: requests of one moment share their trips over the network, where a connection each would take one
// for each. Every statement is a transaction of its own. One that waits for a lock holds up those behind it.
import pg from 'pg';
import { endClient } from './end-client.js';
import { codeOf } from './judge-error.js';

/** So long after a failover by name or by balancer, nobody reads from the old server any more. */
const LIFETIME_MS = 60_000;
/** This server became a read-only copy: another connection may lead to its successor. */
const READ_ONLY = '25006';

interface Pipe {
  openedMs: number;
  client: pg.Client;
  connected: Promise<pg.Client>;
  underWay: number;
}

export class Pipes {
  readonly #settings: pg.ClientConfig;
  readonly #most: number;
  readonly #pipes = new Set<Pipe>();
  #isClosed = false;

  /** @param most How many connections there may be. They are made as they are needed. */
  constructor(settings: pg.ClientConfig, most: number) {
    this.#settings = { ...settings, pipeline: true };
    this.#most = most;
  }

  /** @throws what the driver throws. A query that times out takes those behind it along: their connection is cut. */
  async query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[]> {
    if (this.#isClosed) throw new Error('the store is closed');
    const pipe = this.#choose();
    pipe.underWay += 1;
    try {
      const client = await pipe.connected;
      return (await client.query<Row>(query)).rows;
    } catch (error) {
      if (codeOf(error) === READ_ONLY) this.#retire(pipe);
      throw error;
    } finally {
      pipe.underWay -= 1;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const pipes = [...this.#pipes];
    this.#pipes.clear();
    await Promise.all(pipes.map(({ client }) => endClient(client)));
  }

  /** One with nothing under way, or a new one, or the one with the least. */
  #choose(): Pipe {
    let least: Pipe | undefined;
    for (const pipe of this.#pipes) {
      if (performance.now() - pipe.openedMs > LIFETIME_MS) this.#retire(pipe);
      else if (least === undefined || pipe.underWay < least.underWay) least = pipe;
    }
    if (least !== undefined && (least.underWay === 0 || this.#pipes.size >= this.#most)) {
      return least;
    }
    return this.#open();
  }

  /** Takes nothing more; what is under way ends first. */
  #retire(pipe: Pipe): void {
    this.#pipes.delete(pipe);
    pipe.client.end().catch(() => {}); // it is over anyway
  }

  #open(): Pipe {
    const client = new pg.Client(this.#settings);
    const drop = () => this.#pipes.delete(pipe);
    client.on('error', drop); // it has broken: what is under way fails, and the next query opens another
    client.once('end', drop);
    const connected = client.connect().then(() => client);
    connected.catch(drop); // whoever waits for it hears why
    const pipe: Pipe = { client, connected, underWay: 0, openedMs: performance.now() };
    this.#pipes.add(pipe);
    return pipe;
  }
}
