// Pool of pipelined connections. A query is sent at once, behind the queries in flight on its connection, and
// PostgreSQL answers them in order, so that requests share round trips. Every statement is a transaction of its own. A
// query that waits for a lock blocks those behind it, so tables do not share a pool.
//
// Prepared statements: the driver sends `Parse` with the first query of a name on a connection, and omits it from then
// on without waiting for the response. If that `Parse` fails (it also waits for the table's lock), every query of the
// name behind it fails with 26000, and the driver's record of prepared statements is wrong (42P05 follows). The
// connection then takes no further queries, and those behind fail with the error of the `Parse` that they relied on.
import { hash } from 'node:crypto';
import pg from 'pg';
import { memoize } from '../../../lib/memoize.js';
import { closeClient, connectClient, MAX_LIFETIME_MS, setUpPooled } from './postgres-client.js';
import { errorCode, isStalePreparedStatement, retryStale } from './postgres-errors.js';

/** The server has become a read-only replica: a new connection may reach the new primary. */
const READ_ONLY = '25006';

/** The name under which each connection prepares a statement. It stands for the same text on every node, even behind a pooler. */
export const nameOf = memoize((text: string) => hash('sha256', text, 'base64url'), String);

interface PooledConnection {
  client: pg.Client;
  connected: Promise<unknown>;
  createdMs: number;
  queriesInFlight: number;
  /** Names of statements that have been executed, so that they are certainly prepared. */
  prepared: Set<string>;
  /** Errors of statements that may not have been prepared, by name. */
  prepareErrors: Map<string, unknown>;
}

export type PipelinedPool = ReturnType<typeof createPipelinedPool>;

/** Connections are opened on demand. @param config With `pipeline`. */
export function createPipelinedPool(config: pg.ClientConfig, maxConnections: number) {
  const connections = new Set<PooledConnection>();
  let isClosed = false;

  async function send<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const name = nameOf(text);
    if (isClosed) throw new Error('the store is closed');
    const connection = pick() ?? open();
    connection.queriesInFlight += 1;
    try {
      await connection.connected;
      const query = { name, text, values: [...values] };
      const { rows } = await connection.client.query<Row & pg.QueryResultRow>(query);
      connection.prepared.add(name);
      return rows;
    } catch (error) {
      throw handleError(connection, name, error);
    } finally {
      connection.queriesInFlight -= 1;
    }
  }

  /** @returns the error to throw: for a statement that was never prepared, the reason. */
  function handleError(connection: PooledConnection, name: string, error: unknown): unknown {
    const { prepared, prepareErrors } = connection;
    const code = errorCode(error);
    if (code === undefined) return error; // the connection is lost
    if (isStalePreparedStatement(error)) {
      retire(connection);
      return prepareErrors.get(name) ?? error;
    }
    if (!prepared.has(name)) prepareErrors.set(name, error);
    if (code === READ_ONLY || prepareErrors.has(name)) retire(connection);
    return error;
  }

  /** The connection with the fewest queries in flight; undefined if a new one should be opened. */
  function pick(): PooledConnection | undefined {
    let least: PooledConnection | undefined;
    for (const connection of connections) {
      if (performance.now() - connection.createdMs > MAX_LIFETIME_MS) retire(connection);
      else if (least === undefined || connection.queriesInFlight < least.queriesInFlight)
        least = connection;
    }
    const isFull = connections.size >= maxConnections;
    return isFull || least?.queriesInFlight === 0 ? least : undefined;
  }

  /** The connection takes no further queries, and closes after those in flight. */
  function retire(connection: PooledConnection): void {
    if (connections.delete(connection)) connection.client.end().catch(() => {}); // it is closed either way
  }

  function open(): PooledConnection {
    const client = new pg.Client(config);
    const connection: PooledConnection = {
      client,
      connected: connectClient(client, setUpPooled),
      createdMs: performance.now(),
      queriesInFlight: 0,
      prepared: new Set(),
      prepareErrors: new Map(),
    };
    const remove = () => connections.delete(connection);
    client.on('error', remove); // queries in flight fail, and the next query opens a new connection
    client.once('end', remove);
    connection.connected.catch(remove); // queries that wait for it reject with the reason
    connections.add(connection);
    return connection;
  }

  return {
    /**
     * @throws the driver's error. A query that times out fails those behind it too, because their connection is closed.
     */
    query: <Row>(text: string, values: readonly unknown[]): Promise<Row[]> =>
      retryStale(() => send<Row>(text, values)),
    /** Those behind another call on their connection. */
    waitingCalls(): number {
      const behind = Array.from(connections, ({ queriesInFlight }) =>
        Math.max(0, queriesInFlight - 1),
      );
      return behind.reduce((sum, queries) => sum + queries, 0);
    },
    async close(): Promise<void> {
      isClosed = true;
      const open = [...connections];
      connections.clear();
      await Promise.all(open.map(({ client }) => closeClient(client)));
    },
  };
}
