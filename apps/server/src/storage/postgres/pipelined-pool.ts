// Pool of pipelined connections. A query is sent at once, behind the queries in flight on its connection, and
// PostgreSQL answers them in order, so that requests share round trips. Every statement is a transaction of its own. A
// query that waits for a lock blocks those behind it, so tables do not share a pool.
//
// Prepared statements: the driver sends `Parse` with the first query of a name on a connection, and omits it from then
// on without waiting for the response. If that `Parse` fails (it also waits for the table's lock), every query of the
// name behind it fails with 26000, and the driver's record of prepared statements is wrong (42P05 follows). The
// connection then takes no further queries, and those behind fail with the error of the `Parse` that they relied on.
import pg from 'pg';
import { connectDurably } from './connect-durably.js';
import { endClient } from './end-client.js';
import { codeOf, isStaleStatement } from './errors.js';

/** After a failover by DNS or load balancer, no query is sent to the old server for longer than this. */
const LIFETIME_MS = 60_000;
/**
 * PostgreSQL then detects within 250 ms that we have closed a connection, even while its query waits for a lock.
 * Otherwise such sessions accumulate until all their queries have ended.
 */
const NOTICE_CUT = "SET client_connection_check_interval = '250ms'";
/** The server has become a read-only replica: a new connection may reach the new primary. */
const READ_ONLY = '25006';

/** A statement that each connection prepares once, under its name. */
export interface Statement {
  name: string;
  text: string;
}

interface Pipe {
  openedMs: number;
  client: pg.Client;
  connected: Promise<pg.Client>;
  underWay: number;
  /** Names of statements that have been executed, so that they are certainly prepared. */
  prepared: Set<string>;
  /** Errors of statements that may not have been prepared, by name. */
  failures: Map<string, unknown>;
}

export class PipelinedPool {
  readonly #settings: pg.ClientConfig;
  readonly #most: number;
  readonly #pipes = new Set<Pipe>();
  #isClosed = false;

  /** @param most Maximum number of connections. They are opened on demand. */
  constructor(settings: pg.ClientConfig, most: number) {
    this.#settings = { ...settings, pipeline: true };
    this.#most = most;
  }

  /**
   * @throws the driver's error. A query that times out fails those behind it too, because their connection is closed.
   */
  async query<Row extends pg.QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    try {
      return await this.#send<Row>(statement, values);
    } catch (error) {
      if (!isStaleStatement(error)) throw error;
    }
    return this.#send<Row>(statement, values); // nothing was executed, and the connection was retired
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const pipes = [...this.#pipes];
    this.#pipes.clear();
    await Promise.all(pipes.map(({ client }) => endClient(client)));
  }

  async #send<Row extends pg.QueryResultRow>(
    { name, text }: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    if (this.#isClosed) throw new Error('the store is closed');
    const pipe = this.#choose();
    pipe.underWay += 1;
    try {
      const client = await pipe.connected;
      const { rows } = await client.query<Row>({ name, text, values: [...values] });
      pipe.prepared.add(name);
      return rows;
    } catch (error) {
      throw this.#noteFailure(pipe, name, error);
    } finally {
      pipe.underWay -= 1;
    }
  }

  /** @returns the error to throw: for a statement that was never prepared, the reason. */
  #noteFailure(pipe: Pipe, name: string, error: unknown): unknown {
    const code = codeOf(error);
    if (code === undefined) return error;
    if (isStaleStatement(error)) {
      this.#retire(pipe);
      return pipe.failures.get(name) ?? error;
    }
    if (!pipe.prepared.has(name)) pipe.failures.set(name, error);
    if (code === READ_ONLY || pipe.failures.has(name)) this.#retire(pipe);
    return error;
  }

  /** An idle connection, or else a new one, or else the one with the fewest queries in flight. */
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

  /** The connection takes no further queries, and closes after those in flight. */
  #retire(pipe: Pipe): void {
    if (this.#pipes.delete(pipe)) pipe.client.end().catch(() => {}); // it is closed either way
  }

  #open(): Pipe {
    const client = new pg.Client(this.#settings);
    const drop = () => this.#pipes.delete(pipe);
    client.on('error', drop); // queries in flight fail, and the next query opens a new connection
    client.once('end', drop);
    const connected = connect(client);
    connected.catch(drop); // queries that wait for it reject with the reason
    const pipe: Pipe = {
      client,
      connected,
      underWay: 0,
      openedMs: performance.now(),
      prepared: new Set(),
      failures: new Map(),
    };
    this.#pipes.add(pipe);
    return pipe;
  }
}

async function connect(client: pg.Client): Promise<pg.Client> {
  await connectDurably(client);
  await client.query(NOTICE_CUT).catch(() => {}); // PostgreSQL does not support it on every operating system
  return client;
}
